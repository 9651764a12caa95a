import { expect, it } from 'vitest';
import { problemOf } from '#shared/failure.ts';
import { problemTextIn } from './texts.ts';

it.each([
  ['de', ['en-US'], 'In der Namensvorlage fehlt zu „}“ das öffnende „{“.'],
  ['system', ['de-AT', 'en-US'], 'In der Namensvorlage fehlt zu „}“ das öffnende „{“.'],
  ['system', [], 'The naming template has a "}" without a matching "{".'],
] as const)(
  'with the language setting %s on a system with the languages %j, a dialog shows a problem in the right language',
  async (chosen, system, text) => {
    expect(await problemTextIn(problemOf('template-invalid.close'), chosen, system)).toBe(text);
  },
);
