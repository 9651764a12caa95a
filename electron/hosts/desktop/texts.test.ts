import { expect, it } from 'vitest';
import { problemOf } from '#shared/failure.ts';
import { problemTextIn } from './texts.ts';

it.each([
  ['de', ['en-US'], 'In der Namensvorlage fehlt zu „}“ das öffnende „{“.'],
  ['system', ['de-AT', 'en-US'], 'In der Namensvorlage fehlt zu „}“ das öffnende „{“.'],
  ['system', [], 'The naming template has a "}" without a matching "{".'],
] as const)(
  'a dialog tells a problem in %s of a system that speaks %j',
  async (chosen, system, text) => {
    expect(await problemTextIn(problemOf('template-invalid.close'), chosen, system)).toBe(text);
  },
);
