import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { causeText, failure, success, type Outcome } from '#shared/problem.ts';
import { unfinishedBeside } from '../../base/files.ts';
import { listBackups, type Backup } from './backup.ts';
import { companions, ledgerFile, leftoverKind, restoredFile, syncNames } from './files.ts';
import { verify } from './verify.ts';

/** Where a ledger that a backup took the place of was put; null when there was none. */
export interface Restoration {
  readonly backup: string;
  readonly setAside: string | null;
}

/** The newest backup that is whole; null when there is none. */
export function newestGoodBackup(folder: string): Backup | null {
  return listBackups(folder).find(({ file }) => verify(file).ok) ?? null;
}

/**
 * Puts a backup into the ledger's place. The ledger that is there is set aside, not removed. A crash
 * anywhere in between is finished by `finishRestore` at the next start: the copy has its name only
 * when it is whole, and from then on it is decided. The caller holds the folder's lock. Problems:
 * those of `verify`, data-folder-unusable.
 */
export function restore(folder: string, backup: string, now: number): Outcome<Restoration> {
  const good = verify(backup);
  if (!good.ok) {
    return failure(
      good.problem.code,
      `${backup} cannot take the ledger's place: it is not a whole ledger of this version. Nothing was changed.`,
      good.problem.detail === undefined ? {} : { detail: good.problem.detail },
    );
  }
  const copy = restoredFile(folder);
  const temp = unfinishedBeside(copy, Math.random, leftoverKind);
  try {
    copyFileSync(backup, temp, constants.COPYFILE_EXCL);
    flush(temp);
    renameSync(temp, copy);
    syncNames(folder);
    return success({ backup, setAside: finishRestore(folder, now) });
  } catch (error) {
    rmSync(temp, { force: true });
    return failure(
      'restore-failed',
      `The backup could not be copied to the data folder ${folder}. Free some space or check that it is writable; the backup is unchanged.`,
      { about: folder, detail: causeText(error) },
    );
  }
}

/**
 * Finishes a restore that was decided: sets aside what is in the ledger's place, with all that SQLite
 * keeps beside it, and gives the copy its name. Does nothing when none was. Where the earlier ledger
 * was put, or null. Throws what the disk says.
 */
export function finishRestore(folder: string, now: number): string | null {
  const copy = restoredFile(folder);
  if (!existsSync(copy)) return null;
  const ledger = ledgerFile(folder);
  const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  const aside = join(folder, `ledger.damaged-${stamp}.sqlite`);
  const there = existsSync(ledger);
  // the log of a database first: applied to another one it would damage that
  for (const companion of companions.toReversed()) {
    const file = `${ledger}${companion}`;
    if (existsSync(file)) renameSync(file, `${aside}${companion}`);
  }
  renameSync(copy, ledger);
  syncNames(folder);
  return there ? aside : null;
}

function flush(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
