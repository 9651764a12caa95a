import { problemOf } from '#shared/failure.ts';
import { chmod, lstat, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Clock } from '#electron/base/clock.ts';
import {
  errorCode,
  freeSpace,
  sha256File,
  syncFile,
  syncFolder,
  whileBusy,
} from '#electron/base/files.ts';
import type { Ledger } from '#electron/adapters/ledger/open.ts';
import type { BegunMark, Content, PendingMark } from '#electron/adapters/ledger/written-marks.ts';
import { causeText, type Problem } from '#shared/problem.ts';
import type { Marker } from './metadata.ts';
import { createTemporaries, type Temporaries } from './temporaries.ts';
import type { CheckPicture } from './types.ts';

export interface MarkWriterParts {
  readonly ledger: Pick<Ledger, 'writtenMarks' | 'photos'>;
  readonly marker: Pick<Marker, 'rate'>;
  readonly check: CheckPicture;
  readonly clock: Clock;
  readonly random: () => number;
  /** The data folder, which only one process uses at a time. */
  readonly owner: string;
  /** Returns whether the user currently wants marks in files; undefined if marks are never written. */
  readonly isWanted: (() => boolean) | undefined;
}

/** Writes marks into delivered files in the background, one file at a time. */
export interface MarkWriter {
  /** Completes a write that a crash interrupted, even if marks are no longer wanted in files. */
  recover(signal: AbortSignal): Promise<void>;
  /** Writes all pending marks. Throws the ledger's errors. */
  writeAll(signal: AbortSignal): Promise<void>;
}

/** The reason a file is left unchanged. */
type Cause = 'missing' | 'changed' | 'locked' | 'photo' | 'full' | 'failed';

/** Maximum bytes that a mark may add to a file. */
const MOST_MARK_BYTES = 2 ** 20;

/**
 * Creates the writer. `onTrouble` is called once for each cause that prevents marks from being
 * written.
 */
export function createMarkWriter(
  parts: MarkWriterParts,
  onTrouble: (problem: Problem) => void,
): MarkWriter {
  const { isWanted = () => false } = parts;
  const { writtenMarks } = parts.ledger;
  const temporaries = createTemporaries(`${parts.owner} marks`, parts.random);
  const told = new Set<Cause>();

  const leave = (file: string, cause: Cause, detail?: string): void => {
    if (told.has(cause)) return;
    told.add(cause);
    const name = basename(file);
    const more = { about: name, ...(detail === undefined ? {} : { detail }) };
    onTrouble(problemOf('marks-not-written', { name, cause }, more));
  };

  return {
    async recover(signal) {
      for (const begun of writtenMarks.begun()) {
        await temporaries.tidy(dirname(begun.file));
        await settle(writtenMarks, begun, signal);
      }
    },
    async writeAll(signal) {
      while (!signal.aborted && isWanted()) {
        const wanted = writtenMarks.next();
        if (wanted === undefined) return;
        if (isSame(wanted)) {
          writtenMarks.isTold(wanted.resultId);
        } else {
          const left = await write(parts, temporaries, wanted, signal);
          if (signal.aborted) return;
          if (left !== null) {
            writtenMarks.left(wanted.resultId);
            leave(wanted.file, left.cause, left.detail);
          }
        }
      }
    },
  };
}

/** Writes one mark; returns the reason the file does not contain the mark now, or null. */
async function write(
  parts: MarkWriterParts,
  temporaries: Temporaries,
  wanted: PendingMark,
  signal: AbortSignal,
): Promise<{ readonly cause: Cause; readonly detail?: string } | null> {
  const { ledger, marker, check, clock } = parts;
  const { resultId, file, content, mark, begun } = wanted;
  const temp = await temporaries.beside(file);
  const isPhoto = () => ledger.photos.bytesOf(content.sha256) !== undefined;
  try {
    if (begun !== null && (await settle(ledger.writtenMarks, begun, signal))) return null;
    const before = await lstat(file);
    const isKnown = before.isFile() && (await hasContent(file, content, signal));
    if (!isKnown) return { cause: 'changed' };
    if (isPhoto()) return { cause: 'photo' };
    const folder = await stat(dirname(file));
    if (!isWritable(before.mode) || !isWritable(folder.mode)) return { cause: 'locked' };
    const rated = await marker.rate({ from: file, to: temp, mark });
    const checked = rated.ok ? await check(temp, 'image', signal) : rated;
    if (!checked.ok) {
      const isFull = (await freeSpace(dirname(file))) < content.bytes + MOST_MARK_BYTES;
      const { message, detail = message } = checked.problem;
      return { cause: isFull ? 'full' : 'failed', detail };
    }
    await chmod(temp, before.mode & 0o777);
    await syncFile(temp);
    const target = { sha256: await sha256File(temp, signal), bytes: (await stat(temp)).size };
    const now = await lstat(file);
    const isSameFile = now.mtimeMs === before.mtimeMs && now.ino === before.ino;
    if (!isSameFile || now.size !== before.size) return { cause: 'changed' };
    if (isPhoto()) return { cause: 'photo' };
    ledger.writtenMarks.begin(resultId, target, mark);
    try {
      await whileBusy(clock, () => rename(temp, file), signal);
      await syncFolder(dirname(file));
    } finally {
      await settle(ledger.writtenMarks, { resultId, file, target });
    }
    return null;
  } catch (error) {
    const cause = causeOf(error);
    if (cause === null && !signal.aborted) throw error;
    return { cause: cause ?? 'failed', detail: causeText(error) };
  } finally {
    await rm(temp, { force: true }).catch(() => undefined);
  }
}

/**
 * Checks whether the file has the intended content and, if so, records that in the ledger. Changes
 * nothing while the file cannot be read.
 */
async function settle(
  writtenMarks: Ledger['writtenMarks'],
  { resultId, file, target }: BegunMark,
  signal?: AbortSignal,
): Promise<boolean> {
  try {
    const isThere = await hasContent(file, target, signal);
    if (isThere) writtenMarks.replaced(resultId);
    else writtenMarks.notReplaced(resultId);
    return isThere;
  } catch (error) {
    if (causeOf(error) === null && signal?.aborted !== true) throw error;
    return false;
  }
}

/**
 * Returns the reason that a file system error gives for leaving a file unchanged; null for any
 * other error.
 */
function causeOf(error: unknown): Cause | null {
  switch (errorCode(error)) {
    case undefined:
      return null;
    case 'ENOENT':
    case 'ENOTDIR':
      return 'missing';
    case 'EACCES':
    case 'EPERM':
    case 'EBUSY':
    case 'EROFS':
      return 'locked';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'full';
    default:
      return 'failed';
  }
}

async function hasContent(
  file: string,
  { bytes, sha256 }: Content,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { size } = await stat(file);
  return size === bytes && (await sha256File(file, signal)) === sha256;
}

/**
 * Checks the permission bits themselves, because Darkslide may run with more rights than expected by the
 * user who made the file read-only.
 */
function isWritable(mode: number): boolean {
  return (mode & 0o222) !== 0;
}

function isSame({ mark, told }: PendingMark): boolean {
  return mark.pick === told.pick && mark.stars === told.stars;
}
