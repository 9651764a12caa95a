import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import { diskProblem } from '../../base/files.ts';
import type { Semaphore } from '../../base/semaphore.ts';
import { unlessAborted } from '../../base/unless-aborted.ts';

/** Creates the file `target`, either completely or not at all. */
export type MakeFile = (target: string, signal: AbortSignal) => Promise<Outcome<unknown>>;

/** A bounded cache of files that can be recreated at any time. */
export interface KeptFiles {
  /**
   * Returns the absolute path of the file with this name, and creates the file if it is missing.
   * Concurrent calls for the same name share one `make` call, which is aborted when no caller waits
   * for it any more. `atOnce` limits how many files of one kind are created at the same time; the
   * most recent request is served first, because its file is needed on screen now. Problems: those
   * of `make`, of the disk, aborted.
   */
  get(
    name: string,
    atOnce: Semaphore,
    make: MakeFile,
    signal: AbortSignal,
  ): Promise<Outcome<string>>;
  /** Removes a file that turned out to be incomplete. */
  forget(name: string): Promise<void>;
}

interface Making {
  readonly done: Promise<Outcome<string>>;
  readonly stop: AbortController;
  waiting: number;
}

/** Minimum ms between two updates of the time at which a file was last used. */
const USE_UPDATED_EVERY = 3_600_000;
/** Fraction of the size limit that cached files may still occupy after a cleanup. */
const LEFT_AFTER_CLEANUP = 0.8;

/**
 * @param parts.folder absolute path; created when needed. Files in it may be deleted at any time.
 * @param parts.most maximum total bytes of the folder; beyond that, the least recently used files are deleted.
 */
export function keepFiles(parts: {
  readonly folder: string;
  readonly most: number;
  readonly clock: Clock;
}): KeptFiles {
  const { folder, most, clock } = parts;
  const making = new Map<string, Making>();
  let asked = 0;
  /** Upper estimate of the bytes in the folder; infinite until the folder has been scanned. */
  let held = Infinity;

  const placeOf = (name: string) => join(folder, name.slice(0, 2), name);

  const make = async (
    target: string,
    makeFile: MakeFile,
    signal: AbortSignal,
  ): Promise<Outcome<string>> => {
    if (signal.aborted) return stopped();
    try {
      await mkdir(dirname(target), { recursive: true });
      const made = await makeFile(target, signal);
      if (!made.ok) return made;
      held += (await stat(target)).size;
      if (held > most) held = await clearOut(folder, most);
      return success(target);
    } catch (error) {
      return failure(diskProblem(error, target));
    }
  };

  const begin = (target: string, atOnce: Semaphore, makeFile: MakeFile): Making => {
    const stop = new AbortController();
    const work = () => make(target, makeFile, stop.signal);
    const done = atOnce.run(work, (asked += 1)).finally(() => {
      if (making.get(target)?.stop === stop) making.delete(target);
    });
    const begun = { done, stop, waiting: 0 };
    making.set(target, begun);
    return begun;
  };

  return {
    async get(name, atOnce, makeFile, signal) {
      const target = placeOf(name);
      if (await isThere(target, clock)) return success(target);
      const known = making.get(target);
      const work =
        known === undefined || known.stop.signal.aborted ? begin(target, atOnce, makeFile) : known;
      work.waiting += 1;
      try {
        return (await unlessAborted(work.done, signal)) ?? stopped();
      } finally {
        work.waiting -= 1;
        if (work.waiting === 0) work.stop.abort();
      }
    },
    forget: (name) => rm(placeOf(name), { force: true }),
  };
}

/** Checks whether the file exists and is not empty; if so, updates the time at which it was last used. */
async function isThere(file: string, clock: Clock): Promise<boolean> {
  try {
    const { size, mtimeMs } = await stat(file);
    const now = clock.wall();
    if (Math.abs(now - mtimeMs) > USE_UPDATED_EVERY) await utimes(file, now / 1000, now / 1000);
    return size > 0;
  } catch {
    return false;
  }
}

/** Deletes the least recently used files if the folder is too large; returns the remaining bytes. */
async function clearOut(folder: string, most: number): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: { readonly file: string; readonly size: number; readonly usedAt: number }[] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name);
    const found = await stat(file).catch(() => null);
    if (found !== null) files.push({ file, size: found.size, usedAt: found.mtimeMs });
  }
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes <= most) return bytes;
  for (const { file, size } of files.sort((a, b) => a.usedAt - b.usedAt)) {
    if (bytes <= most * LEFT_AFTER_CLEANUP) break;
    await rm(file, { force: true });
    bytes -= size;
  }
  return bytes;
}

function stopped(): Outcome<never> {
  return failure('aborted');
}
