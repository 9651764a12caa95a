import { expect, it } from 'vitest';
import { bestColumns } from './survey.ts';

const area = { width: 1600, height: 900 };
const pictures = (count: number, width: number, height: number) =>
  Array.from({ length: count }, () => ({ width, height }));

it('the number of columns makes the compared pictures as large as possible', () => {
  expect(bestColumns(pictures(2, 400, 600), area, 0)).toBe(2);
  expect(bestColumns(pictures(2, 1600, 300), area, 0)).toBe(1);
  expect(bestColumns(pictures(4, 600, 400), area, 0)).toBe(2);
  expect(bestColumns(pictures(8, 400, 600), area, 30)).toBe(8 / 2);
  expect(bestColumns([], area, 0)).toBe(1);
});
