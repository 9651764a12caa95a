import { expect, it } from 'vitest';
import { folderCard } from '../../testing/plain-folders.ts';
import { folderNames } from './folder-names.ts';

const namesOf = (...folders: readonly (readonly [path: string, recipe: string])[]) => [
  ...folderNames(
    folders.map(([path, name], at) => {
      const { recipe } = folderCard(1);
      return folderCard(at + 1, { path, recipe: { ...recipe, name } });
    }),
  ),
];

it('a hot folder has the name of its recipe, and the end of its path where another has the same name', () => {
  expect(namesOf(['/in/Bags', 'White'], ['/in/Bags/Hero', 'Scene'])).toEqual([
    [1, 'White'],
    [2, 'Scene'],
  ]);
  expect(namesOf(['/in/Bags', 'White'], ['/in/Shoes', 'White'], ['/in/Hero', 'Scene'])).toEqual([
    [3, 'Scene'],
    [1, 'White · Bags'],
    [2, 'White · Shoes'],
  ]);
  expect(namesOf(['/a/in', 'White'], [String.raw`C:\b\in`, 'White'], ['/in', 'White'])).toEqual([
    [1, 'White · a / in'],
    [2, 'White · b / in'],
    [3, 'White · in'],
  ]);
  expect(namesOf(['/', 'White'], ['/in', 'White'])).toEqual([
    [1, 'White · /'],
    [2, 'White · in'],
  ]);
});
