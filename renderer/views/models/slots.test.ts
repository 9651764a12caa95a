import { expect, it } from 'vitest';
import { view } from './slots.ts';

const photos = (count: number) => Array.from({ length: count }, (_, at) => ({ key: at + 1 }));

it.each([
  ['all, while there is view', 1, ['a', 'b'], undefined, { taken: ['a', 'b'], left: [], at: 1 }],
  ['not the fifth', 3, ['a', 'b'], undefined, { taken: ['a'], left: ['b'], at: 3 }],
  ['none, where it is full', 4, ['a'], undefined, { taken: [], left: ['a'], at: 4 }],
  ['one in the place of another', 4, ['a'], 2, { taken: ['a'], left: [], at: 1 }],
  ['the others after it', 3, ['a', 'b', 'c'], 1, { taken: ['a', 'b'], left: ['c'], at: 0 }],
  ['nothing in the place of another', 4, [], 2, { taken: [], left: [], at: 4 }],
  ['at the end, where the other has gone', 2, ['a'], 9, { taken: ['a'], left: [], at: 2 }],
] as const)('view among the photos of a model %s', (_, count, given, instead, taken) => {
  expect(view(photos(count), given, 4, instead)).toEqual(taken);
});
