import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillLedger, type Filling } from '../fixtures/big-ledger.ts';

/** Each worker fills a ledger once, because writing 20,000 jobs takes seconds. */
const filled = new Map<string, Promise<string>>();

/** Copies a filled ledger to the place where the demo of the window has its ledger. */
export async function filledDemo(dataFolder: string, filling: Filling): Promise<void> {
  const key = JSON.stringify(filling);
  const known = filled.get(key) ?? fill(filling);
  filled.set(key, known);
  await cp(await known, join(dataFolder, 'demo'), { recursive: true });
}

/** Deletes the ledgers that this worker has filled. */
export async function removeFilled(): Promise<void> {
  for (const folder of filled.values()) await rm(await folder, { recursive: true, force: true });
  filled.clear();
}

async function fill(filling: Filling): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'darkslide-filled-'));
  fillLedger(folder, filling);
  return folder;
}
