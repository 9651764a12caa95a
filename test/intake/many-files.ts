import { existsSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'vitest';
import { jpeg, openHotDesk, pathOf } from './hot-desk.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Photos that are admitted before the many. */
const FIRST = 100;
/** Bytes of the heap that may stay for each photo: the events that the test keeps. */
const PER_PHOTO = 1500;
/** ms of CPU time after which a person notices that the window does not answer. */
const LONG = 200;

/** What admitting many photos at once came to. */
export interface Admitted {
  readonly count: number;
  /** Bytes that SQLite and others took beside the heap meanwhile. */
  readonly beside: number;
}

/**
 * Puts `count` photos into a hot folder at once. Expects that they are admitted in order, that the heap
 * grows by the test's own events only, and that the thread never works for long in one go.
 */
export async function admitAtOnce(count: number): Promise<Admitted> {
  const desk = await openHotDesk(undefined, inMemory());
  try {
    const photo = await jpeg(1);
    // bytes behind the end mark make each another photo
    const put = (i: number) =>
      desk.put(`IMG_${i}.jpg`, Buffer.concat([photo, Buffer.from(`${i}`)]));
    // what the first photos load and compile is no growth
    for (let i = 0; i < FIRST; i += 1) await put(i);
    const first = await desk.watch();
    await desk.until('admitted', undefined, FIRST);
    await first.close();
    for (let i = FIRST; i < count; i += 1) await put(i);
    const before = held();
    const turns = watchTurns();
    await desk.watch();
    await desk.until('admitted', undefined, count);
    const longest = turns.end();
    const after = held();
    expect(desk.events.map(pathOf)).toEqual(
      Array.from({ length: count }, (_, i) => `IMG_${i}.jpg`),
    );
    expect(after.heap - before.heap).toBeLessThan(count * PER_PHOTO);
    expect(longest).toBeLessThan(LONG);
    return {
      count: desk.events.filter(({ kind }) => kind === 'admitted').length,
      beside: after.beside - before.beside,
    };
  } finally {
    await desk.close();
  }
}

/**
 * Watches how long this thread works without a turn of its event loop. `end` returns the longest, in ms
 * of the thread's own CPU time: other programs on the machine do not lengthen it.
 */
function watchTurns(): { end(): number } {
  let longest = 0;
  let last = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.threadCpuUsage();
  };
  const timer = setInterval(look, 5);
  return {
    end() {
      clearInterval(timer);
      look();
      return longest;
    },
  };
}

/**
 * Bytes that are held: on the heap, and beside it by SQLite and others. What is garbage, and how far V8
 * has stretched its heap meanwhile, is its own affair and differs from run to run.
 */
function held(): { readonly heap: number; readonly beside: number } {
  collect();
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage();
  return { heap: heapUsed + external, beside: rss - heapTotal };
}

/** A disk in memory where there is one: thousands of commits to a platter only take long. */
function inMemory(): string | undefined {
  return existsSync('/dev/shm') ? '/dev/shm' : undefined;
}
