import { describe, expect, it } from 'vitest';
import { areasOf, readTexts, windowAreas } from '../../renderer/texts/text-files.ts';
import { textUses } from '../tools/text-uses.ts';

/** A part of the program, with the areas of its texts and the folders of its code. */
interface Surface {
  readonly name: string;
  readonly areas: readonly string[];
  readonly folders: readonly string[];
}

const surfaces: readonly Surface[] = [
  {
    name: 'window',
    areas: windowAreas(),
    folders: ['renderer'],
  },
  { name: 'desktop app', areas: ['desktop'], folders: ['electron/hosts/desktop'] },
  { name: 'command line', areas: ['command-line'], folders: ['electron/hosts/cli'] },
  { name: 'help', areas: ['command-help'], folders: ['electron/hosts/cli'] },
  {
    name: 'problems',
    areas: ['page-problems', 'problems'],
    folders: ['electron', 'renderer', 'shared'],
  },
];

describe.each(surfaces)('the texts of the $name', ({ areas, folders }) => {
  it('are all used, and all parts of their keys are known', () => {
    const keys = areas.flatMap((area) => Object.keys(readTexts('en', area)));

    const uses = textUses(folders, keys);
    expect(uses.unresolved).toEqual([]);
    expect(keys.filter((key) => !uses.keys.has(key))).toEqual([]);
  });

  it('have keys that are unique in this part of the program', () => {
    const keys = areas.flatMap((area) => Object.keys(readTexts('en', area)));
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });
});

it('every area belongs to a part of the program', () => {
  expect(surfaces.flatMap(({ areas }) => areas).sort()).toEqual(areasOf('en'));
});
