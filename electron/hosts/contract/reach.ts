import { lstat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { errorCode } from '../../base/files.ts';
import { isInside } from '../../base/paths.ts';
import { knownPlaces, type PlacesSession } from '../../app/session/known-places.ts';
import type { CheckReach } from '../../app/settings/settings-file.ts';
import type { Browsing } from './browsing.ts';

/** The check that decides which files and folders a page may name by path. */
export interface Reach {
  readonly check: CheckReach;
  /** Allows paths until Darkslide quits, because the user chose them or the page received them. */
  grant(paths: readonly string[]): void;
}

/**
 * Creates the check of paths from a page. A page may name a path in the data folder, in a hot folder or its output
 * folder, in an output or export folder of the settings, or in a granted folder. It may also name a file that a saved
 * recipe or a panel names and, on a host without dialogs, any path that it may list. Saved values were checked in the
 * same way when they were saved. The check follows links, so that a link in a folder cannot lead out of the folder.
 * `browsing` is null if the host has system dialogs.
 */
export function createReach(session: PlacesSession, browsing: Browsing | null): Reach {
  const granted = new Set<string>();

  const isGranted = async (path: string): Promise<boolean> => {
    if (granted.has(path)) return true;
    for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
      if (granted.has(folder)) return lies(path, folder);
    }
    return false;
  };

  return {
    grant(paths) {
      for (const path of paths) granted.add(resolve(path));
    },
    async check(paths) {
      if (paths.length === 0) return success();
      const known = await knownPlaces(session);
      for (const named of paths) {
        const path = resolve(session.dataFolder, named);
        const isFine =
          known.files.has(path) ||
          (await isGranted(path)) ||
          (await liesInOne(path, known.folders)) ||
          (await isNewBeside(path, [...known.folders, ...granted])) ||
          ((await browsing?.mayEnter(path)) ?? false);
        if (!isFine) return browsing === null ? notChosen(path) : outOfReach(path);
      }
      return success();
    },
  };
}

async function liesInOne(path: string, folders: readonly string[]): Promise<boolean> {
  for (const folder of folders) {
    if (await lies(path, folder)) return true;
  }
  return false;
}

/** Returns whether a path is in a folder; false if it cannot be read. */
function lies(path: string, folder: string): Promise<boolean> {
  return isInside(path, folder).catch(() => false);
}

/**
 * Returns whether nothing exists at a path, and the path is next to one of these folders. The window suggests such new
 * folders for results. Allowing a path at which nothing exists reveals nothing.
 */
async function isNewBeside(path: string, folders: readonly string[]): Promise<boolean> {
  const beside = folders.filter((folder) => dirname(folder) === dirname(path));
  if (beside.length === 0) return false;
  const isThere = await lstat(path).then(
    () => true,
    (error: unknown) => errorCode(error) !== 'ENOENT',
  );
  if (isThere) return false;
  // A chosen photo does not allow the files next to it.
  const found = await Promise.all(beside.map((folder) => lstat(folder).catch(() => null)));
  return found.some((entry) => entry?.isDirectory() ?? false);
}

function notChosen(path: string): Outcome<never> {
  const about = basename(path);
  return failure('path-not-chosen', { name: about }, { about });
}

function outOfReach(path: string): Outcome<never> {
  const about = basename(path);
  return failure('path-out-of-reach', { name: about }, { about });
}
