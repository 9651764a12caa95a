import { expect, it } from 'vitest';
import { admitAtOnce } from '../../../test/intake/many-files.ts';

/**
 * Maximum growth in bytes of the memory outside the JavaScript heap: 6 kB for each of the 10,000 photos. The
 * allocators themselves need less.
 */
const BESIDE = 60e6;
/** CPU time in ms after which a user notices that the window does not respond. */
const LONG = 200;

it('F84 10,000 files at once are admitted in order, in bounded memory, without blocking', async () => {
  const { count, beside, longest } = await admitAtOnce(10_000, longestTurn);
  expect(count).toBe(10_000);
  expect(beside).toBeLessThan(BESIDE);
  expect(longest).toBeLessThan(LONG);
});

/**
 * Measures the longest turn of the event loop in ms of the thread's own CPU time, which other
 * programs do not affect.
 */
function longestTurn(): () => number {
  let longest = 0;
  let before = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.threadCpuUsage();
    turn = setImmediate(look);
  };
  let turn = setImmediate(look);
  return () => {
    look();
    clearImmediate(turn);
    return longest;
  };
}
