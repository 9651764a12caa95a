import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { failure } from '#shared/failure.ts';
import { numbered } from '#shared/naming.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { systemClock } from '../../base/clock.ts';
import type { Temporaries } from '../../adapters/delivery/temporaries.ts';
import { diskProblem, isTaken, placeNew, syncFolder, whileBusy } from '../../base/files.ts';
import { isInside } from '../../base/paths.ts';

/**
 * Creates the folder of a file below the output folder, and returns a free path beside the file for its
 * unfinished content. Problems: finish-failed for a folder that leads elsewhere, those of the disk.
 */
export async function unfinishedFor(
  temporaries: Temporaries,
  out: string,
  wanted: string,
): Promise<Outcome<string>> {
  const folder = dirname(wanted);
  try {
    if (!(await isInside(folder, out))) {
      const name = basename(folder);
      return failure('finish-failed.link', { folder: name }, { about: name });
    }
    await mkdir(folder, { recursive: true });
    return success(await temporaries.beside(wanted));
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
