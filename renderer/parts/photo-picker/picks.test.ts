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
    ['one more comes last', [b], a, 4, [b, a]],
    ['the same number of the library is another photo', [a], c, 4, [a, c]],
    ['one that is pointed at again goes, and those after it move up', [a, b, c], b, 4, [a, c]],
    ['one too many is not taken', [a, b], c, 2, null],
    ['one of a full choice still goes', [a, b], b, 2, [a]],
    ['of one alone the next one takes the place', [a], b, 1, [b]],
    ['one alone goes, too', [a], a, 1, []],
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
