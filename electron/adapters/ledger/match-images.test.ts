import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { positionsOf, type KnownImage } from './match-images.ts';

const rows = (...urls: (string | null)[]): KnownImage[] =>
  urls.map((url, position) => ({ position, url }));
const answer = (...urls: (string | null)[]) => urls.map((image) => ({ image }));

describe('matching images', () => {
  it.each([
    ['the first answer', rows(), answer(null, 'a'), [0, 1]],
    ['the same list again', rows('a', null), answer('a', 'b'), [0, 1]],
    ['the list in reverse order', rows('a', 'b'), answer('b', 'a'), [1, 0]],
    [
      'an image that has become ready is listed first',
      rows(null, 'a', null),
      answer('a', 'b', null),
      [1, 0, 2],
    ],
    ['addresses with new signatures', rows('a?t=1', 'b?t=1'), answer('b?t=2', 'a?t=2'), [1, 0]],
    [
      'images whose addresses differ in the query',
      rows('i?n=1', 'i?n=2'),
      answer('i?n=2', 'i?n=1'),
      [1, 0],
    ],
    ['all addresses are new', rows('a', 'b'), answer('c', 'd'), [0, 1]],
    ['one address is new', rows('a', null, 'c'), answer('c', 'a', 'd'), [2, 0, 1]],
    ['empty addresses count as missing', rows('', ''), answer('b', ''), [0, 1]],
    ['a list that grows', rows('a', 'b'), answer('c', 'a', 'b'), [2, 0, 1]],
    ['a list that shrinks', rows('a', 'b'), answer('b'), [1]],
  ])('%s', (_, known, images, positions) => {
    expect(positionsOf(known, images)).toEqual(positions);
  });

  it('never assigns two images to one position, and always finds a known address', () => {
    const url = fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'a?1', 'a?2', ''));
    fc.assert(
      fc.property(fc.uniqueArray(url), fc.uniqueArray(url), (before, now) => {
        const known = rows(...before);
        const positions = positionsOf(known, answer(...now));
        expect(new Set(positions).size).toBe(now.length);
        for (const [at, image] of now.entries()) {
          if (image === null || image === '' || !before.includes(image)) continue;
          expect(before[positions[at] ?? -1]).toBe(image);
        }
      }),
    );
  });
});
