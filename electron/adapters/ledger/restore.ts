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
import { failure } from '#shared/failure.ts';
import { causeText, success, type Outcome } from '#shared/problem.ts';
import { unfinishedBeside } from '../../base/files.ts';
import { listBackups, type Backup } from './backup.ts';
import { companions, ledgerFile, leftoverKind, restoredFile, syncNames } from './files.ts';
import { verify } from './verify.ts';

/** A completed restore. `setAside` is the path to which the replaced ledger was moved; null if there was none. */
export interface Restoration {
  readonly backup: string;
  readonly setAside: string | null;
}

/** Returns the newest complete backup, or null. */
export function newestGoodBackup(folder: string): Backup | null {
  return listBackups(folder).find(({ file }) => verify(file).ok) ?? null;
}

/**
 * Replaces the ledger with a backup. The existing ledger is moved aside, not removed. The copy gets
 * its final name only when it is complete, and from then on the restore is irrevocable: after a
 * crash, `finishRestore` completes the restore at the next startup. The caller holds the folder's
 * lock. Problems: those of `verify`, restore-failed.
 */
export function restore(folder: string, backup: string, now: number): Outcome<Restoration> {
  const good = verify(backup);
  if (!good.ok) {
    const { code, detail } = good.problem;
    const { problem } = failure('ledger-damaged.restore', { backup });
    return failure({ ...problem, code, ...(detail === undefined ? {} : { detail }) });
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
    return failure('restore-failed', { folder }, { about: folder, detail: causeText(error) });
  }
}

/**
 * Completes an interrupted restore whose copy is complete: moves the existing ledger aside, with all its
 * SQLite files, and gives the copy the ledger's name. Does nothing if there is no such restore. Returns
 * where the earlier ledger was moved, or null. Throws file system errors.
 */
export function finishRestore(folder: string, now: number): string | null {
  const copy = restoredFile(folder);
  if (!existsSync(copy)) return null;
  const ledger = ledgerFile(folder);
  const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  const aside = join(folder, `ledger.damaged-${stamp}.sqlite`);
  const there = existsSync(ledger);
  // moves the write-ahead log first, because SQLite would apply a log that stays behind to the
  // restored database and damage it
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
