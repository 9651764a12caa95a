import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillLedger, type Filling } from '../fixtures/big-ledger.ts';

/**
 * Folders with filled ledgers, by their content. Each worker fills a ledger only once, because writing 20,000
 * jobs takes seconds.
 */
const filled = new Map<string, Promise<string>>();

/** Copies a filled ledger into the data folder, as the ledger of the demo. */
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
