import { readdirSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { fillLedger } from '../fixtures/big-ledger.ts';
import { jpeg } from '../intake/hot-folder-harness.ts';
import { openHarness } from './harness.ts';

/** Side of a photo in px; above the minimum of the service. */
const SIZE = 560;

const openFiles = () => readdirSync('/proc/self/fd').length;

/**
 * Runs the queue with `photos` photos, one per virtual hour, and a ledger that already contains `jobs` jobs. Expects
 * that each photo is bought once, that the work folder is empty in the end, and that the process has no more open
 * files than after the second photo.
 */
export async function soak(photos: number, jobs: number): Promise<void> {
  const first = await openHarness();
  const harness = await first.restart((data) => {
    fillLedger(data, { jobs });
    return Promise.resolve();
  });
  const before = harness.ledger.jobs.count();
  let open = 0;
  for (let number = 1; number <= photos; number += 1) {
    const photo = join(harness.folder, `${number}.jpg`);
    // appends bytes after the end mark of the JPEG, so that each photo has different content
    await writeFile(photo, Buffer.concat([await jpeg(1, SIZE), Buffer.from(`${number}`)]));
    await harness.until(await harness.admit({ photo }), 'done');
    await harness.pass(3_600_000);
    if (number === 2) open = openFiles();
  }
  expect(openFiles()).toBeLessThanOrEqual(open);
  expect(await readdir(join(harness.folder, 'data', 'work'))).toEqual([]);
  expect(harness.bought()).toBe(photos);
  expect(harness.ledger.jobs.count()).toEqual({ ...before, done: before.done + photos });
}
