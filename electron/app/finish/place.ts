import { mkdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { systemClock } from '../../base/clock.ts';
import type { Temporaries } from '../../adapters/delivery/temporaries.ts';
import { diskProblem, errorCode, isTaken } from '../../base/files.ts';
import { isInside } from '../../base/paths.ts';
import { placeNumbered } from '../../base/place-numbered.ts';

/**
 * Creates the folder of a file below the output folder, and returns an unused path beside the file for its unfinished
 * content. Problems: finish-failed if a link leads out of the output folder, those of the disk.
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
    await makeFolder(folder);
    return success(await temporaries.beside(wanted));
  } catch (error) {
    return failure(diskProblem(error, wanted));
  }
}

/** Creates a folder step by step, because Node's `recursive` reports a read-only disk as a missing folder. */
async function makeFolder(folder: string): Promise<void> {
  if (await isTaken(folder)) return;
  await makeFolder(dirname(folder));
  try {
    await mkdir(folder);
  } catch (error) {
    // another command may have created the folder in the meantime
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/**
 * Renames a complete file to the first free name, starting with `wanted` (without extension); never replaces a file.
 */
export async function placeFinished(
  temp: string,
  wanted: string,
  extension: string,
  signal: AbortSignal,
): Promise<Outcome<string>> {
  try {
    return success(await placeNumbered(systemClock, { temp, wanted, extension }, {}, signal));
  } catch (error) {
    return failure(diskProblem(error, wanted));
  }
}
