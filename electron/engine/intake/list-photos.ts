import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { failure, type Problem } from '#shared/problem.ts';
import { readProblem } from '../../base/read-problem.ts';
import { hasPhotoName, isTicketsFolder } from './names.ts';
import { scan } from './scan.ts';

export interface ListedPhoto {
  /** Absolute. */
  readonly path: string;
  /** Where it lay in the folder that was given, forward slashes; '' at its top. */
  readonly subFolder: string;
  /** The folder that was given, or that a given file lies in. Absolute. */
  readonly top: string;
}

export interface PhotoList {
  readonly photos: readonly ListedPhoto[];
  readonly problems: readonly Problem[];
}

/**
 * The photos that a person named: files as they are, whatever their names; folders with all below
 * them, in natural order, without junk, without what is no photo by its name, and without following
 * symbolic links; what lies in `Tickets` at their top belongs to tickets. A path named twice counts once. Problems: file-missing, file-unreadable,
 * folder-missing, folder-unreadable, folder-empty; the other photos are there all the same.
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
    problems.push(
      failure(
        'folder-empty',
        `The folder ${folder} contains no photos. Choose a folder with JPEG, PNG, TIFF, WebP, AVIF, HEIC, PSD or camera RAW files.`,
      ).problem,
    );
  }
  return { photos, problems };
}

/** The folder part of a path with forward slashes. */
export function subFolderOf(relative: string): string {
  const folder = dirname(relative);
  return folder === '.' ? '' : folder;
}
