import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reach } from './reach.ts';
import { forAll } from '../../../test/fixtures/property.ts';

const cells = { total: 10, columns: 4, rows: 2 };

describe('a key in a grid of pictures', () => {
  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 9, 9],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', -1, 0],
    ['ArrowDown', 1, 5],
    // the end of a short last row is reached
    ['ArrowDown', 7, 9],
    ['ArrowDown', 8, 8],
    ['ArrowUp', 5, 1],
    ['ArrowUp', 3, 'above'],
    ['ArrowUp', -1, 'above'],
    ['PageDown', 1, 5],
    ['PageUp', 9, 5],
    ['Home', 9, 0],
    ['End', 0, 9],
    ['Enter', 0, null],
    ['a', 0, null],
  ] as const)('%s from %s leads to %s', (key, from, to) => {
    expect(reach(key, from, cells)).toBe(to);
  });

  it('only leaves an empty grid', () => {
    const none = { total: 0, columns: 4, rows: 2 };
    expect(reach('ArrowDown', -1, none)).toBeNull();
    expect(reach('End', -1, none)).toBeNull();
    expect(reach('ArrowUp', -1, none)).toBe('above');
  });

  it('never moves outside the list', () => {
    const keys = ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'End'];
    const some = fc.record({
      total: fc.integer({ min: 1, max: 60 }),
      columns: fc.integer({ min: 1, max: 9 }),
      rows: fc.integer({ min: 0, max: 9 }),
    });
    forAll([some, fc.nat(), fc.constantFrom(...keys)], (grid, at, key) => {
      const to = reach(key, at % grid.total, grid);
      expect(to === 'above' || (to !== null && to >= 0 && to < grid.total)).toBe(true);
    });
  });
});
