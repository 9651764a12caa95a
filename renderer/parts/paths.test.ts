import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beside, foldersAbove, isAbsolute, lastName, liesIn, pathEnd } from './paths.ts';
import { forAll } from '../../test/fixtures/property.ts';

const name = fc.stringMatching(/^[^\\/:\0]+$/);

describe('paths on a screen', () => {
  it.each([
    ['/', ['/']],
    ['/photos/Drop/', ['/', '/photos', '/photos/Drop']],
    [String.raw`C:\Shoots\11`, ['C:\\', String.raw`C:\Shoots`, String.raw`C:\Shoots\11`]],
    [String.raw`\\NAS\Shoots`, ['\\\\', String.raw`\\NAS`, String.raw`\\NAS\Shoots`]],
    ['', []],
  ])('%s has these parent folders', (path, above) => {
    expect(foldersAbove(path).map((folder) => folder.path)).toEqual(above);
  });

  it('end in their last name', () => {
    forAll([fc.array(name, { minLength: 1 })], (names) => {
      const path = `/${names.join('/')}`;
      expect(lastName(path)).toBe(names.at(-1));
      expect(foldersAbove(path).at(-1)?.path).toBe(path);
      expect(pathEnd(path, 2).names).toEqual(names.slice(-2));
      expect(isAbsolute(path)).toBe(true);
    });
  });

  it('are inside each of their parent folders, and inside no sibling', () => {
    forAll([fc.array(name, { minLength: 1 })], (names) => {
      const path = `/${names.join('/')}`;
      for (const above of foldersAbove(path)) expect(liesIn(path, above.path)).toBe(true);
      const other = beside(path, (last) => `${last} results`);
      expect(other !== null && liesIn(other, path)).toBe(false);
    });
    expect(beside('/', (last) => last)).toBeNull();
  });
});
