import { existsSync } from 'node:fs';
import { success, type Outcome } from '#shared/problem.ts';
import { ledgerFile } from '../../adapters/ledger/files.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { demoFolder } from '../../adapters/settings/choices.ts';
import { systemClock } from '../../base/clock.ts';

/**
 * Returns what `read` finds in the ledgers of the real service and of the demo, even while another process uses them.
 * Problems: those of reading a ledger.
 */
export async function inEachLedger<R>(
  dataFolder: string,
  read: (ledger: Ledger) => readonly R[],
): Promise<Outcome<R[]>> {
  const found: R[] = [];
  for (const folder of [dataFolder, demoFolder(dataFolder)]) {
    if (!existsSync(ledgerFile(folder))) continue;
    const { readLedger } = await import('../../adapters/ledger/open.ts');
    const ledger = readLedger(folder, systemClock);
    if (!ledger.ok) return ledger;
    try {
      found.push(...read(ledger.value));
    } finally {
      ledger.value.close();
    }
  }
  return success(found);
}

/** Returns the paths of all hot folders in these ledgers. Problems: those of reading a ledger. */
export function hotFoldersInEach(dataFolder: string): Promise<Outcome<string[]>> {
  return inEachLedger(dataFolder, (ledger) => ledger.hotFolders.paths());
}
