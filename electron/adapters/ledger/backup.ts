import { readdirSync, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { failure } from '#shared/failure.ts';
import { causeText, success, type Outcome, type Problem } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import {
  errorCode,
  fullDisk,
  isLeftoverName,
  removeLeftover,
  removeLeftovers,
  syncFile,
  syncFolder,
  unfinishedBeside,
} from '../../base/files.ts';
import { ledgerFile, leftoverKind } from './files.ts';
import { faultOf } from './fault.ts';
import { verify } from './verify.ts';

export interface Backup {
  /** Absolute path. */
  readonly file: string;
  /** Time of the backup in ms since 1970, from its file name. */
  readonly madeAt: number;
  readonly bytes: number;
}

export interface BackupParts {
  /** The data folder. */
  readonly folder: string;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Number of days for which the newest backup of each day is kept. */
const KEPT_DAYS = 7;
/** Interval in ms between two backups. */
const BACKUP_EVERY = 24 * 3_600_000;
/** Wait in ms before a failed backup is retried, or an empty ledger is checked again. */
const RETRY_AFTER = 3_600_000;
/**
 * More pages than any ledger has, so that SQLite copies the entire file in one step. A single step
 * copies a consistent snapshot and does not block the program.
 */
const ALL_PAGES = 2 ** 31 - 1;

const name = /^ledger-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)\.sqlite$/;

export function backupsOf(folder: string): string {
  return join(folder, 'backups');
}

/** Lists the backups of a data folder, newest first, without opening them. */
export function listBackups(folder: string): Backup[] {
  try {
    return readdirSync(backupsOf(folder))
      .flatMap((entry) => {
        const [whole, day, h, m, s] = name.exec(entry) ?? [];
        if (whole === undefined) return [];
        const file = join(backupsOf(folder), entry);
        const madeAt = Date.parse(`${day}T${h}:${m}:${s}Z`);
        return [{ file, madeAt, bytes: statSync(file).size }];
      })
      .sort((a, b) => b.madeAt - a.madeAt || (a.file < b.file ? 1 : -1));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Writes a backup of the ledger while the program uses it: takes SQLite's own snapshot, checks it page by
 * page and places it as one complete file; then deletes the oldest backups. A damaged copy never replaces
 * an older intact backup. Problems: ledger-damaged, disk-full, backup-failed.
 */
export async function backUp({ folder, clock, random }: BackupParts): Promise<Outcome<Backup>> {
  const madeAt = Math.floor(clock.wall() / 1000) * 1000;
  const stamp = new Date(madeAt).toISOString().slice(0, 19).replaceAll(':', '-');
  const file = join(backupsOf(folder), `ledger-${stamp}.sqlite`);
  const temp = unfinishedBeside(file, random);
  try {
    await mkdir(backupsOf(folder), { recursive: true });
    await removeLeftovers(folder, leftoverKind);
    await removeUnfinished(backupsOf(folder));
    await copyLedger(ledgerFile(folder), temp);
    const whole = verify(temp);
    if (!whole.ok) {
      await rm(temp, { force: true });
      return failure(damaged(folder, whole.problem.detail));
    }
    await syncFile(temp);
    await rename(temp, file);
    await syncFolder(backupsOf(folder));
    await thinOut(folder);
    return success({ file, madeAt, bytes: statSync(file).size });
  } catch (error) {
    await rm(temp, { force: true }).catch(() => undefined);
    return failure(backupProblem(error, file, folder));
  }
}

/**
 * Backs up the ledger immediately, unless there is a backup from the last hour, and then daily until
 * `signal` aborts. Reports a failure once and continues.
 */
export async function keepBackups(
  parts: BackupParts & { readonly isEmpty: () => boolean },
  tell: (problem: Problem) => void,
  signal: AbortSignal,
): Promise<void> {
  const { folder, clock } = parts;
  let told = false;
  await clock.sleep(untilDue(folder, clock.wall()), signal);
  while (!signal.aborted) {
    if (parts.isEmpty()) {
      await clock.sleep(RETRY_AFTER, signal);
      continue;
    }
    const made = await backUp(parts);
    if (!made.ok && !told) tell(made.problem);
    told = !made.ok;
    await clock.sleep(made.ok ? BACKUP_EVERY : RETRY_AFTER, signal);
  }
}

/**
 * Returns the time in ms until the first backup is due. After a recent backup, it is not due immediately, so several
 * short commands in a row do not each write a backup.
 */
function untilDue(folder: string, now: number): number {
  const age = now - (listBackups(folder)[0]?.madeAt ?? -Infinity);
  return age >= 0 && age < RETRY_AFTER ? RETRY_AFTER - age : 0;
}

async function copyLedger(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 10_000 });
  try {
    await backup(source, to, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
  // turns off the write-ahead log, so that the backup is a single complete file
  const copy = new DatabaseSync(to);
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
  } finally {
    copy.close();
  }
}

/**
 * Removes files that a crash or a full disk left behind. The folder's lock is held, so no other process
 * writes here.
 */
async function removeUnfinished(folder: string): Promise<void> {
  for (const entry of await readdir(folder)) {
    if (isLeftoverName(entry)) await removeLeftover(join(folder, entry));
  }
}

async function thinOut(folder: string): Promise<void> {
  const days = new Set<number>();
  let kept = 0;
  for (const { file, madeAt } of listBackups(folder)) {
    const day = Math.floor(madeAt / BACKUP_EVERY);
    if (days.has(day) || kept >= KEPT_DAYS) {
      await rm(file, { force: true });
      continue;
    }
    days.add(day);
    kept += 1;
  }
}

function damaged(folder: string, detail: string | undefined): Problem {
  return failure(
    'ledger-damaged.backup',
    { folder },
    { about: folder, ...(detail === undefined ? {} : { detail }) },
  ).problem;
}

function backupProblem(error: unknown, file: string, folder: string): Problem {
  const detail = causeText(error);
  const fault = faultOf(error);
  if (fault === 'full') return fullDisk(file, detail);
  if (fault === 'damaged') return damaged(folder, detail);
  return failure('backup-failed', { folder }, { about: folder, detail }).problem;
}
