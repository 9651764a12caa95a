import { closeSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, folderSyncUnknown } from '../../base/files.ts';

/** Returns the path of the ledger in a data folder. */
export function ledgerFile(folder: string): string {
  return join(folder, 'ledger.sqlite');
}

/**
 * Returns the path of the purchase log, which lists every purchase in the order of sending; see
 * purchases.ts.
 */
export function purchaseLogFile(folder: string): string {
  return join(folder, 'purchases.log');
}

/**
 * Returns the path at which a complete backup waits to replace the ledger. A file with this name is
 * always complete.
 */
export function restoredFile(folder: string): string {
  return join(folder, 'ledger.restored.sqlite');
}

/** The `kind` in the names of unfinished ledgers, see `unfinishedBeside`. */
export const leftoverKind = 'ledger';

/** Suffixes of the files that SQLite keeps next to a database. */
export const companions = ['', '-wal', '-shm', '-journal'] as const;

/** Flushes a folder's entries to the disk, if the system supports it. Throws file system errors such as EIO. */
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
