import { expect, it } from 'vitest';
import { assignSlots } from './slots.ts';

const photos = (count: number) => Array.from({ length: count }, (_, at) => ({ key: at + 1 }));

it.each([
  [
    'all photos, if there is space',
    1,
    ['a', 'b'],
    undefined,
    { taken: ['a', 'b'], left: [], at: 1 },
  ],
  ['only as many as fit', 3, ['a', 'b'], undefined, { taken: ['a'], left: ['b'], at: 3 }],
  ['no photo, if the model is full', 4, ['a'], undefined, { taken: [], left: ['a'], at: 4 }],
  ['one photo in place of another', 4, ['a'], 2, { taken: ['a'], left: [], at: 1 }],
  [
    'the first photo in place of another, and the others after it',
    3,
    ['a', 'b', 'c'],
    1,
    { taken: ['a', 'b'], left: ['c'], at: 0 },
  ],
  ['no photo in place of another', 4, [], 2, { taken: [], left: [], at: 4 }],
  [
    'at the end, if the photo to replace no longer exists',
    2,
    ['a'],
    9,
    { taken: ['a'], left: [], at: 2 },
  ],
] as const)('adds to the photos of a model: %s', (_, count, given, instead, taken) => {
  expect(assignSlots(photos(count), given, 4, instead)).toEqual(taken);
});
