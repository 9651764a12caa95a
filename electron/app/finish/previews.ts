import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { systemClock } from '../../base/clock.ts';
import { diskProblem } from '../../base/files.ts';

/** Maximum number of preview files kept; only one is on screen at a time. */
const most = 6;

/** The pictures of previews, by number. Problems of both calls: those of `write`, those of the disk. */
export interface FinishPreviews {
  /** Calls `write` with a new path; keeps the file until enough newer previews exist. */
  add<T>(write: (file: string) => Promise<Outcome<T>>): Promise<Outcome<T & { picture: number }>>;
  /** Calls `write` with a new path, and removes its file afterwards. */
  discard<T>(write: (file: string) => Promise<Outcome<T>>): Promise<Outcome<T>>;
  find(picture: number): string | undefined;
}

/** Stores previews in a folder, and empties it first. */
export function createFinishPreviews(folder: string): FinishPreviews {
  const files = new Map<number, string>();
  // Begins at the current time, because a page may still show previews from before a restart, so their numbers must
  // not be reused.
  let last = systemClock.wall();
  let opened: Promise<void> | undefined;

  async function open(): Promise<void> {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
  }
  async function place(): Promise<Outcome<{ picture: number; file: string }>> {
    opened ??= open();
    try {
      await opened;
    } catch (error) {
      // the next preview tries again
      opened = undefined;
      return failure(diskProblem(error, folder));
    }
    last += 1;
    return success({ picture: last, file: join(folder, String(last)) });
  }

  return {
    async add(write) {
      const placed = await place();
      if (!placed.ok) return placed;
      const { picture, file } = placed.value;
      const written = await write(file);
      if (!written.ok) {
        await rm(file, { force: true });
        return written;
      }
      files.set(picture, file);
      const [oldest] = files;
      if (files.size > most && oldest !== undefined) {
        files.delete(oldest[0]);
        await rm(oldest[1], { force: true });
      }
      return success({ ...written.value, picture });
    },
    async discard(write) {
      const placed = await place();
      if (!placed.ok) return placed;
      const { file } = placed.value;
      try {
        return await write(file);
      } finally {
        await rm(file, { force: true });
      }
    },
    find: (picture) => files.get(picture),
  };
}
