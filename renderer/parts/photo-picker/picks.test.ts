import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberOf, toggled, type KnownPhoto } from './picks.ts';
import { forAll } from '../../../test/fixtures/property.ts';

const photo = (kind: 'strip' | 'result', id: number): KnownPhoto => ({ kind, id, name: `${id}` });
const a = photo('strip', 1);
const b = photo('strip', 2);
// a different photo from `a`, although both have the same id
const c = photo('result', 1);

describe('selected photos', () => {
  it('are numbered in the order of selection', () => {
    const picks = [b, c, a];
    expect([a, b, c].map((one) => numberOf(picks, one))).toEqual([3, 1, 2]);
    expect(numberOf([b], c)).toBe(0);
  });

  it.each([
    ['contain a new photo at the end', [b], a, 4, [b, a]],
    ['can contain a photo and a result with the same id', [a], c, 4, [a, c]],
    [
      'lose a photo that is clicked again, and the photos after it move up',
      [a, b, c],
      b,
      4,
      [a, c],
    ],
    ['refuse a photo beyond the maximum', [a, b], c, 2, null],
    ['can lose a photo when the maximum is reached', [a, b], b, 2, [a]],
    ['with a maximum of one, contain the new photo instead of the old one', [a], b, 1, [b]],
    ['with a maximum of one, can lose the only photo', [a], a, 1, []],
  ])('%s', (_, picks, next, most, after) => {
    expect(toggled(picks, next, most)).toEqual(after);
  });

  it('never exceed the maximum, and contain no photo twice', () => {
    const any = fc.record({
      kind: fc.constantFrom('strip' as const, 'result' as const),
      id: fc.integer({ min: 1, max: 6 }),
      name: fc.constant(''),
    });
    forAll([fc.array(any), fc.integer({ min: 1, max: 5 })], (pointed, most) => {
      const picks = pointed.reduce<readonly KnownPhoto[]>(
        (before, one) => toggled(before, one, most) ?? before,
        [],
      );
      const keys = picks.map(({ kind, id }) => `${kind} ${id}`);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys.length).toBeLessThanOrEqual(most);
    });
  });
});
