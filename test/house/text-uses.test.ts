import { describe, expect, it } from 'vitest';
import { areasOf, readTexts, windowAreas } from '../../renderer/texts/text-files.ts';
import { textUses } from '../tools/text-uses.ts';

/** The source files in which the texts of some areas are used. */
interface Surface {
  readonly name: string;
  readonly areas: readonly string[];
  readonly sources: readonly string[];
}

const surfaces: readonly Surface[] = [
  {
    name: 'window',
    areas: windowAreas(),
    sources: ['renderer/**/*.svelte', 'renderer/**/*.ts'],
  },
  { name: 'desktop app', areas: ['desktop'], sources: ['electron/hosts/desktop/**/*.ts'] },
  { name: 'command line', areas: ['command-line'], sources: ['electron/hosts/cli/**/*.ts'] },
  { name: 'help', areas: ['command-help'], sources: ['electron/hosts/cli/**/*.ts'] },
  {
    name: 'problems',
    areas: ['page-problems', 'problems'],
    sources: ['electron/**/*.ts', 'renderer/**/*.ts', 'shared/**/*.ts'],
  },
];

describe.each(surfaces)('the texts of the $name', ({ areas, sources }) => {
  it('are all used, and all parts of their keys are known', () => {
    const keys = areas.flatMap((area) => Object.keys(readTexts('en', area)));

    const uses = textUses(sources, keys);
    expect(uses.unresolved).toEqual([]);
    expect(keys.filter((key) => !uses.keys.has(key))).toEqual([]);
  });

  it('have keys of their own', () => {
    const keys = areas.flatMap((area) => Object.keys(readTexts('en', area)));
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });
});

it('every area belongs to a part of the program', () => {
  expect(surfaces.flatMap(({ areas }) => areas).sort()).toEqual(areasOf('en'));
});
