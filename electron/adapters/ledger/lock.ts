import { failure } from '#shared/failure.ts';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { success, type Outcome } from '#shared/problem.ts';

/**
 * Names of two files: the lock of a data folder, and the record of its holder. A folder that
 * contains both files is a data folder.
 */
export const lockName = 'lock.sqlite';
export const holderName = 'lock-holder.json';

export interface FolderLock {
  release(): void;
}

interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly since: string;
}

/**
 * Locks a data folder for one process. The lock is an exclusive transaction in a separate SQLite
 * file. The operating system releases it when the process ends, for whatever reason, but not while
 * the process is only suspended (F31, F32). Another file records the holder, for the message that a
 * second process shows.
 */
export function lockFolder(folder: string): Outcome<FolderLock> {
  const holderFile = join(folder, holderName);
  const db = new DatabaseSync(join(folder, lockName), { timeout: 0 });
  try {
    db.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    const holder = readHolder(holderFile);
    if (holder === null) return failure('data-folder-locked', { folder }, { about: folder });
    const { pid, host } = holder;
    const since = holder.since.replace('T', ' ').slice(0, 19);
    return failure('data-folder-locked.holder', { folder, pid, host, since }, { about: folder });
  }
  const holder: Holder = {
    pid: process.pid,
    host: hostname(),
    since: new Date().toISOString(),
  };
  rmSync(holderFile, { force: true });
  writeFileSync(holderFile, JSON.stringify(holder), { flag: 'wx' });
  return success({
    release: () => db.close(),
  });
}

/** Returns the process that currently uses a data folder, or null. Locks and changes nothing. */
export function folderHolder(folder: string): Pick<Holder, 'pid' | 'since'> | null {
  const file = join(folder, lockName);
  if (!existsSync(file)) return null;
  const db = new DatabaseSync(file, { readOnly: true, timeout: 0 });
  try {
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    return null;
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    return readHolder(join(folder, holderName));
  } finally {
    db.close();
  }
}

const SQLITE_BUSY = 5;

function readHolder(file: string): Holder | null {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8')) as Partial<Holder>;
    if (typeof holder.pid !== 'number' || typeof holder.host !== 'string') return null;
    return { pid: holder.pid, host: holder.host, since: String(holder.since) };
  } catch {
    return null; // without the holder, the message is only shorter
  }
}
