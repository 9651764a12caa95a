import { failure } from '#shared/failure.ts';
import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { success, type Outcome } from '#shared/problem.ts';
import { errorCode } from '../../base/files.ts';
import { isInside, realBeginning } from '../../base/paths.ts';
import { holderName, lockName } from './lock.ts';

/**
 * The only folder inside a data folder whose photos may be processed: it contains the photos for the demo and the
 * sample, and Darkslide writes no other files to it.
 */
const samplesFolder = 'Drop';

/** Name of the demo's own data folder, which is inside the data folder of the desktop app. */
const demoFolder = 'demo';

/**
 * Checks whether a folder with these entries is a data folder of Darkslide, on this or another
 * computer.
 */
async function isMarked(folder: string, names?: ReadonlySet<string>): Promise<boolean> {
  const has = (name: string) => names?.has(name) ?? isFile(join(folder, name));
  return (await has(lockName)) && (await has(holderName));
}

/**
 * Checks whether `folder` is a data folder, whichever process, user or demo it belongs to. `names`:
 * the names of the folder's entries, if already known.
 */
export async function isDataFolder(folder: string, names?: ReadonlySet<string>): Promise<boolean> {
  if (await isMarked(folder, names)) return true;
  if (names?.has(demoFolder) === false) return false;
  return isMarked(join(folder, demoFolder));
}

/**
 * Checks whether photos may be admitted from a folder: the folder must not be a data folder, contain
 * `dataFolder`, or be inside a data folder, even through symbolic links or in a different case. Neither
 * folder has to exist. Problem: folder-in-data, with the parameter `path`.
 */
export async function checkApartFromData(
  folder: string,
  dataFolder: string,
): Promise<Outcome<void>> {
  if (await contains(folder, dataFolder)) {
    const values = { folder: basename(folder), dataFolder };
    return failure('folder-in-data.around', values, { about: folder, parameter: 'path' });
  }
  const { real, missing } = await realBeginning(folder);
  if (missing === '' && (await isSamplesFolder(real, dataFolder))) return success(undefined);
  const outer = (await contains(dataFolder, folder)) ? dataFolder : await dataFolderAround(real);
  if (outer === null) return success(undefined);
  const values = { folder: basename(folder), dataFolder: outer };
  return failure('folder-in-data', values, { about: folder, parameter: 'path' });
}

async function contains(outer: string, inner: string): Promise<boolean> {
  try {
    return await isInside(inner, outer);
  } catch (error) {
    // Darkslide cannot watch an unreadable folder either, and reports that problem separately
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}

async function isSamplesFolder(real: string, dataFolder: string): Promise<boolean> {
  const { real: own } = await realBeginning(dataFolder);
  return [own, join(own, demoFolder)].some((home) => real === join(home, samplesFolder));
}

async function dataFolderAround(real: string): Promise<string | null> {
  for (let at = real; ; at = dirname(at)) {
    if (await isDataFolder(at)) return at;
    if (at === dirname(at)) return null;
  }
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}
