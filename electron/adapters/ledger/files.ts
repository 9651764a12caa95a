import { closeSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, folderSyncUnknown } from '../../base/files.ts';

/** What of the ledger lies where in the data folder. */
export function ledgerFile(folder: string): string {
  return join(folder, 'ledger.sqlite');
}

/** Every purchase, in the order of sending; see purchases.ts. */
export function purchaseLogFile(folder: string): string {
  return join(folder, 'purchases.log');
}

/** A backup on its way into the ledger's place; it is whole when it has this name. */
export function restoredFile(folder: string): string {
  return join(folder, 'ledger.restored.sqlite');
}

/** Marks an unfinished ledger in the data folder. */
export const leftoverKind = 'ledger';

/** What SQLite keeps beside a database. */
export const companions = ['', '-wal', '-shm', '-journal'] as const;

/** Flushes a folder's names to the disk, where the system can. Throws EIO and the like. */
export function syncNames(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (!folderSyncUnknown.has(errorCode(error) ?? '')) throw error;
  }
}
