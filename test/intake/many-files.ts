import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'vitest';
import { jpeg, openHotFolderHarness, pathOf } from './hot-folder-harness.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Number of photos that are admitted before the measurement. */
const FIRST = 100;
/** Maximum growth of the heap per photo in bytes; the events that the test stores need this much. */
const PER_PHOTO = 1500;
/**
 * Maximum number of photos that may be admitted in one turn of the event loop, so that the window stays
 * responsive.
 */
const AT_ONCE = 5;

/** The results of admitting many photos together. */
export interface AdmissionFigures {
  readonly count: number;
  /** Bytes that SQLite and other native code allocated outside the heap during the measurement. */
  readonly beside: number;
  /** Longest CPU time in ms between two turns of the event loop; 0 if it was not measured. */
  readonly longest: number;
}

/**
 * Adds `count` photos to a hot folder at the same time. Checks that they are admitted in order, that the heap
 * grows only by the events that the test stores, and that at most a few photos are admitted in one turn of the
 * event loop.
 *
 * @param watchTurns starts to measure the turns of the event loop; returns a function that stops measuring and
 *   returns the longest turn
 */
export async function admitAtOnce(
  count: number,
  watchTurns = () => () => 0,
): Promise<AdmissionFigures> {
  const harness = await openHotFolderHarness();
  try {
    const photo = await jpeg(1);
    // appends bytes after the end mark of the JPEG, so that each photo has different content
    const put = (i: number) =>
      harness.put(`IMG_${i}.jpg`, Buffer.concat([photo, Buffer.from(`${i}`)]));
    // admits some photos first, because they load code and data that must not count as growth
    for (let i = 0; i < FIRST; i += 1) await put(i);
    const first = await harness.watch();
    await harness.until('admitted', undefined, FIRST);
    await first.close();
    for (let i = FIRST; i < count; i += 1) await put(i);
    const before = held();
    const most = mostATurn(harness.events);
    const longest = watchTurns();
    await harness.watch();
    await harness.until('admitted', undefined, count);
    const turn = longest();
    const after = held();
    expect(harness.events.map(pathOf)).toEqual(
      Array.from({ length: count }, (_, i) => `IMG_${i}.jpg`),
    );
    expect(after.heap - before.heap).toBeLessThan(count * PER_PHOTO);
    expect(most()).toBeLessThanOrEqual(AT_ONCE);
    const admitted = harness.events.filter(({ kind }) => kind === 'admitted');
    return { count: admitted.length, beside: after.beside - before.beside, longest: turn };
  } finally {
    await harness.close();
  }
}

/** Counts the events in each turn of the event loop. Returns a function that returns the largest count so far. */
function mostATurn(events: unknown[]): () => number {
  const push = events.push.bind(events);
  let most = 0;
  let now = 0;
  const tell = (...told: unknown[]) => {
    if (now === 0) setImmediate(() => (now = 0));
    now += told.length;
    most = Math.max(most, now);
    return push(...told);
  };
  Object.assign(events, { push: tell });
  return () => most;
}

/**
 * Returns the bytes in use on the heap, and outside the heap by SQLite and other native code. Does not
 * include garbage and the current size of V8's heap, because these differ from run to run.
 */
function held(): { readonly heap: number; readonly beside: number } {
  collect();
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage();
  return { heap: heapUsed + external, beside: rss - heapTotal };
}
