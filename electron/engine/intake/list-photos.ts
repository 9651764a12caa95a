import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { failure } from '#shared/failure.ts';
import type { Problem } from '#shared/problem.ts';
import { readProblem } from '../../base/read-problem.ts';
import { hasPhotoName, isTicketsFolder } from './names.ts';
import { scan } from './scan.ts';

export interface ListedPhoto {
  /** Absolute path. */
  readonly path: string;
  /** The photo's folder, relative to the given folder, with forward slashes; '' at the top. */
  readonly subFolder: string;
  /** Absolute path of the given folder, or of the folder that contains the given file. */
  readonly top: string;
}

export interface PhotoList {
  readonly photos: readonly ListedPhoto[];
  readonly problems: readonly Problem[];
}

/**
 * Lists the photos at the paths that the user gave. A file counts whatever its name is. A folder is
 * searched with its subfolders, in natural order; junk, files without a photo's name, and symbolic
 * links are skipped. So is a `Tickets` folder at the top, because its files belong to tickets. A
 * path that is given twice counts once. Problems: those of `readProblem`, file-name-unreadable,
 * folder-missing, folder-unreadable, folder-empty; the other photos are still listed.
 */
export async function listPhotos(
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<PhotoList> {
  const photos = new Map<string, ListedPhoto>();
  const problems: Problem[] = [];
  for (const given of paths) {
    if (signal?.aborted === true) break;
    const path = resolve(given);
    try {
      if ((await stat(path)).isDirectory()) {
        const listed = await listFolder(path, signal);
        for (const photo of listed.photos)
          if (!photos.has(photo.path)) photos.set(photo.path, photo);
        problems.push(...listed.problems);
      } else if (!photos.has(path)) {
        photos.set(path, { path, subFolder: '', top: dirname(path) });
      }
    } catch (error) {
      problems.push(readProblem(error, path));
    }
  }
  return { photos: [...photos.values()], problems };
}

async function listFolder(folder: string, signal: AbortSignal | undefined): Promise<PhotoList> {
  const photos: ListedPhoto[] = [];
  const problems: Problem[] = [];
  for await (const entry of scan(folder, isTicketsFolder, signal)) {
    if (entry.kind === 'problem') problems.push(entry.problem);
    else if (hasPhotoName(basename(entry.path))) {
      photos.push({ path: entry.path, subFolder: subFolderOf(entry.relative), top: folder });
    }
  }
  if (photos.length === 0 && problems.length === 0 && signal?.aborted !== true) {
    problems.push(failure('folder-empty', { folder }).problem);
  }
  return { photos, problems };
}

/** Returns the folder part of a path, with forward slashes. */
export function subFolderOf(relative: string): string {
  const folder = dirname(relative);
  return folder === '.' ? '' : folder;
}
