import { expect, it } from 'vitest';
import { folderCard } from '../../testing/plain-folders.ts';
import { countsOf } from '../../testing/plain-studio.ts';
import { watchEnds } from './ended-folders.ts';

it('a hot folder is reported once when all its photos have finished, with the number of successful photos', () => {
  const ends = watchEnds();
  const told = (...all: readonly Parameters<typeof countsOf>[0][]) =>
    ends(all.map((counts, at) => folderCard(at + 1, { counts: countsOf(counts) }))).map(
      ({ card, done }) => [card.id, done],
    );
  expect(told({ done: 5 }, { done: 2, waiting: 1 })).toEqual([]);
  expect(told({ done: 5, running: 2 }, { done: 3 })).toEqual([[2, 1]]);
  expect(told({ done: 6, running: 1 }, { done: 3 })).toEqual([]);
  expect(told({ done: 6, failed: 1 }, { done: 3, waiting: 1 })).toEqual([[1, 1]]);
  // the last photo has failed, so there is no new result to report
  expect(told({ done: 6 }, { done: 3, failed: 1 })).toEqual([]);
});
