import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { safeSegment } from '#shared/safe-name.ts';
import { diskProblem, isTaken, syncFile, syncFolder, unfinishedBeside } from './files.ts';
import { folded } from './paths.ts';
import { placeNew } from './place-file.ts';
import { KeyedMutex } from './semaphore.ts';

/**
 * Maximum length of a name in bytes of UTF-8. Lower than the limit of file systems, because longer
 * names of results are derived from this name.
 */
const LONGEST_NAME = 200;

/** A file that is passed as a stream. */
export interface NamedContent {
  readonly name: string;
  readonly content: Readable;
}

/** The stored copy. */
export interface KeptContent {
  /** Absolute path of the copy. */
  readonly file: string;
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** Returns the name under which a file is stored. */
export function keptName(name: string, otherwise: string): string {
  return safeSegment(name, LONGEST_NAME) || otherwise;
}

/** What became of a stored copy. */
export interface Used<T> {
  readonly outcome: Outcome<T>;
  /** Whether the copy stays. Otherwise it is removed, unless it was already there. */
  readonly isKept: boolean;
}

/**
 * One lock per copy, so that no call removes a copy that another call uses. Names that differ in case or Unicode
 * normal form have the same lock, because on many disks they are the same file.
 */
const copies = new KeyedMutex();

/**
 * Stores a whole file or nothing, in its own folder below `folder`. That folder's name is the first
 * `letters` characters of the content's hash, so files keep their own names and identical content
 * is stored once. Returns the outcome of `use`; other calls with the same content and name wait for it. Problems:
 * disk-full, folder-unwritable and similar, file-incomplete (the stream ended early), and those of `use`.
 */
export async function keepContent<T>(
  { folder, letters }: { readonly folder: string; readonly letters: number },
  given: NamedContent,
  signal: AbortSignal,
  use: (kept: KeptContent) => Promise<Used<T>>,
): Promise<Outcome<T>> {
  const { name } = given;
  const part = unfinishedBeside(join(folder, 'part'), Math.random);
  try {
    const written = await orProblem(() => writePart(part, given, signal), folder, given, signal);
    if (!written.ok) return written;
    const file = join(folder, written.value.sha256.slice(0, letters), name);
    return await copies.run(folded(file), async () => {
      const placed = await orProblem(() => placePart(part, file, signal), folder, given, signal);
      if (!placed.ok) return placed;
      let isKept = false;
      try {
        const used = await use({ file, name, ...written.value });
        isKept = used.isKept;
        return used.outcome;
      } finally {
        if (placed.value.isNew && !isKept) await rm(file, { force: true });
      }
    });
  } finally {
    await rm(part, { force: true });
  }
}

async function orProblem<T>(
  work: () => Promise<T>,
  folder: string,
  { name, content }: NamedContent,
  signal: AbortSignal,
): Promise<Outcome<T>> {
  try {
    return success(await work());
  } catch (error) {
    if (signal.aborted || content.errored !== null) {
      return failure('file-incomplete.added', { name }, { about: name });
    }
    return failure(diskProblem(error, join(folder, name)));
  }
}

async function writePart(part: string, { content }: NamedContent, signal: AbortSignal) {
  await mkdir(dirname(part), { recursive: true });
  const hash = createHash('sha256');
  let bytes = 0;
  content.on('data', (piece: Buffer) => {
    hash.update(piece);
    bytes += piece.length;
  });
  await pipeline(content, createWriteStream(part, { flags: 'wx' }), { signal });
  await syncFile(part);
  return { sha256: hash.digest('hex'), bytes };
}

async function placePart(part: string, file: string, signal: AbortSignal) {
  signal.throwIfAborted();
  await mkdir(dirname(file), { recursive: true });
  const isNew = (await isTaken(file)) ? false : (await placeNew(part, file)) === 'placed';
  await syncFolder(dirname(file));
  return { isNew };
}
