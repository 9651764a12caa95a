import { expect, it } from 'vitest';
import { isStillComing, longestDrop } from './gather.ts';

const SETTLE = 2000;
const LIMIT = 50;
const drop = { photos: 1, files: 0, first: 0, last: 0 };

it.each([
  ['one photo that has settled', drop, SETTLE, false],
  ['a few photos, seconds apart', { ...drop, photos: 2, files: 1, last: 5000 }, 6000, false],
  [
    'many photos of which some have not been read yet',
    { ...drop, photos: 3, files: 60 },
    SETTLE,
    true,
  ],
  [
    'many photos in quick succession, of which few have arrived yet',
    { ...drop, photos: 9, files: 3, last: 9000 },
    9500,
    true,
  ],
  [
    'a drop that exceeds the longest duration',
    { ...drop, photos: 9, files: 99 },
    longestDrop,
    false,
  ],
])('B7 a drop waits only while more photos are coming: %s', (_, now, at, isComing) => {
  expect(isStillComing(now, LIMIT, SETTLE, at)).toBe(isComing);
});
