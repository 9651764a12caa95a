import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { failure } from '#shared/failure.ts';
import { numbered } from '#shared/naming.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { systemClock } from '../../base/clock.ts';
import {
  diskProblem,
  isLeftoverName,
  isTaken,
  placeNew,
  removeLeftover,
  syncFolder,
  unfinishedBeside,
  whileBusy,
} from '../../base/files.ts';
import { isInside } from '../../base/paths.ts';

/** Prefix of the unfinished files of Finish. */
const kind = 'finish';
/** ms after which an unfinished file cannot belong to a running command. */
const leftBehind = 86_400_000;

/**
 * Creates the folder of a file below the output folder, and returns a free path beside the file for its
 * unfinished content. Problems: finish-failed for a folder that leads elsewhere, those of the disk.
 */
export async function unfinishedFor(out: string, wanted: string): Promise<Outcome<string>> {
  const folder = dirname(wanted);
  try {
    if (!(await isInside(folder, out))) {
      const name = basename(folder);
      return failure('finish-failed.link', { folder: name }, { about: name });
    }
    await mkdir(folder, { recursive: true });
    return success(unfinishedBeside(wanted, Math.random, kind));
  } catch (error) {
    return failure(diskProblem(error, wanted));
  }
}

/** Gives a complete file the first free name, `wanted` without its extension; never replaces a file. */
export async function placeFinished(
  temp: string,
  wanted: string,
  extension: string,
  signal: AbortSignal,
): Promise<Outcome<string>> {
  try {
    for (let n = 1; ; n += 1) {
      const file = `${numbered(wanted, n)}${extension}`;
      if (await isTaken(file)) continue;
      if ((await whileBusy(systemClock, () => placeNew(temp, file), signal)) === 'exists') continue;
      await syncFolder(dirname(file));
      return success(file);
    }
  } catch (error) {
    return failure(diskProblem(error, wanted));
  } finally {
    await rm(temp, { force: true }).catch(() => undefined);
  }
}

/** Removes unfinished files that an interrupted command left in a folder. */
export async function tidyFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(`.${kind}-`) || !isLeftoverName(name)) continue;
    const file = join(folder, name);
    const facts = await lstat(file).catch(() => null);
    if (facts === null || systemClock.wall() - facts.mtimeMs < leftBehind) continue;
    await removeLeftover(file).catch(() => false);
  }
}
