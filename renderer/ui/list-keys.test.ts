import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goalOf } from './list-keys.ts';
import { forAll } from '../../test/fixtures/property.ts';

const cells = { total: 10, columns: 4, lines: 2 };

describe('a key in a list of cells', () => {
  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 9, 9],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', -1, 0],
    ['ArrowDown', 1, 5],
    // there is no cell directly below, so the focus moves to the last cell of the short last row
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
    expect(goalOf(key, from, cells)).toBe(to);
  });

  it('does nothing in an empty list, except leaving it at the top', () => {
    const none = { total: 0, columns: 4, lines: 2 };
    expect(goalOf('ArrowDown', -1, none)).toBeNull();
    expect(goalOf('End', -1, none)).toBeNull();
    expect(goalOf('ArrowUp', -1, none)).toBe('above');
  });

  it('moves only along the list if the list has one column or one row', () => {
    const lines = { total: 10, columns: 1, lines: 4 };
    const strip = { ...lines, isHorizontal: true };
    expect(goalOf('ArrowDown', 3, lines)).toBe(4);
    expect(goalOf('ArrowRight', 3, lines)).toBeNull();
    expect(goalOf('ArrowRight', 3, strip)).toBe(4);
    expect(goalOf('ArrowDown', 3, strip)).toBeNull();
    expect(goalOf('PageDown', 3, strip)).toBe(6);
  });

  it('never moves outside the list', () => {
    const keys = ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'End'];
    const some = fc.record({
      total: fc.integer({ min: 1, max: 60 }),
      columns: fc.integer({ min: 2, max: 9 }),
      lines: fc.integer({ min: 0, max: 9 }),
    });
    forAll([some, fc.nat(), fc.constantFrom(...keys)], (grid, at, key) => {
      const to = goalOf(key, at % grid.total, grid);
      expect(to === 'above' || (to !== null && to >= 0 && to < grid.total)).toBe(true);
    });
  });
});
