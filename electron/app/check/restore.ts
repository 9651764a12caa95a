import { success, type Outcome } from '#shared/problem.ts';
import { systemClock } from '../../base/clock.ts';
import { holdFolder } from '../../adapters/ledger/open.ts';
import { restore } from '../../adapters/ledger/restore.ts';

/**
 * Replaces the ledger with a backup in a data folder that no studio is using. The result's `setAside` is the new path
 * of the replaced ledger; null if there was none. Problems: data-folder-locked, those of `restore`.
 */
export function restoreBackup(
  folder: string,
  backup: string,
): Outcome<{ readonly setAside: string | null }> {
  const lock = holdFolder(folder);
  if (!lock.ok) return lock;
  try {
    const restored = restore(folder, backup, systemClock.wall());
    return restored.ok ? success({ setAside: restored.value.setAside }) : restored;
  } finally {
    lock.value.release();
  }
}
