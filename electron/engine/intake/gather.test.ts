import { expect, it } from 'vitest';
import { isStillComing, longestDrop } from './gather.ts';

const SETTLE = 2000;
const LIMIT = 50;
const drop = { photos: 1, files: 0, first: 0, last: 0 };

it.each([
  ['one photo that stood still', drop, SETTLE, false],
  ['a few that come seconds apart', { ...drop, photos: 2, files: 1, last: 5000 }, 6000, false],
  ['some of many are not read yet', { ...drop, photos: 3, files: 60 }, SETTLE, true],
  ['many come fast, few are there yet', { ...drop, photos: 9, files: 3, last: 9000 }, 9500, true],
  ['it goes on for too long', { ...drop, photos: 9, files: 99 }, longestDrop, false],
])('B7 a drop waits only while more photos are coming: %s', (_, now, at, isComing) => {
  expect(isStillComing(now, LIMIT, SETTLE, at)).toBe(isComing);
});
