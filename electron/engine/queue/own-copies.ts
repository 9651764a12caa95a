import { basename, join, sep } from 'node:path';
import { failure } from '#shared/failure.ts';
import { causeText, success, type Outcome, type Problem } from '#shared/problem.ts';
import { safeSegment } from '#shared/safe-name.ts';
import { errorCode, fullDisk } from '../../base/files.ts';
import { below } from '../../base/paths.ts';
import {
  contentText,
  filesOf,
  identityOf,
  recipeFiles,
  type RecipeFile,
} from '../../base/recipe-content.ts';
import { FileRefused } from '../../base/regular-file.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import type { Parts } from './parts.ts';
import { isAddress } from './plan.ts';

/**
 * Private copies of a job's files, with the content that was admitted. Anyone who can write to the
 * folder of a photo, a mask or another picture can replace the file, or put a link to another one
 * in its place, while Darkslide reads it. So each file is read once, and everything is made from
 * the copy.
 */

/** Absolute paths of copies; null for a photo added by URL. */
export interface OwnCopies {
  readonly photo: string | null;
  readonly files: Readonly<Partial<Record<RecipeFile, string>>>;
}

/** Folder of the copies of one job, next to the files made from them. */
const FOLDER = 'given';

/**
 * Calls `use` with a copy of the photo and removes it. Problems: folder-unreachable (see `isAway`), file-changed (F51),
 * file-missing and similar, aborted, disk-full; those of `use`.
 */
export function withPhotoCopy<T>(
  parts: Parts,
  job: Job,
  workFolder: string,
  use: (photo: string) => Promise<Outcome<T>>,
  signal: AbortSignal,
): Promise<Outcome<T>> {
  return inFolder(parts, workFolder, async (folder) => {
    const photo = await photoCopy(parts, job, folder, signal);
    return photo.ok ? use(photo.value) : photo;
  });
}

/** Calls `use` with copies of the photo and of every file that the recipe names, and removes them. */
export function withOwnCopies<T>(
  parts: Parts,
  job: Job,
  workFolder: string,
  use: (copies: OwnCopies) => Promise<Outcome<T>>,
  signal: AbortSignal,
): Promise<Outcome<T>> {
  return inFolder(parts, workFolder, async (folder) => {
    const photo = isAddress(job.source)
      ? success(null)
      : await photoCopy(parts, job, folder, signal);
    if (!photo.ok) return photo;
    const files = await fileCopies(parts, job, folder, signal);
    return files.ok ? use({ photo: photo.value, files: files.value }) : files;
  });
}

async function inFolder<T>(
  { disk }: Parts,
  workFolder: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = join(workFolder, FOLDER);
  // removes what a crash left behind
  await disk.removeFolder(folder);
  try {
    return await work(folder);
  } finally {
    await disk.removeFolder(folder);
  }
}

/**
 * Returns whether the hot folder of a photo cannot be reached, so that the photo is only out of reach and neither
 * missing nor damaged (F55).
 */
export function isAway({ key }: Pick<Problem, 'key'>): boolean {
  return key === OUT_OF_REACH;
}

const OUT_OF_REACH = 'folder-unreachable.photos';

async function photoCopy(
  parts: Parts,
  job: Job,
  folder: string,
  signal: AbortSignal,
): Promise<Outcome<string>> {
  const home = hotFolderAround(parts, job);
  if (home !== null && !(await parts.disk.reaches(home))) return outOfReach(home);
  const copied = await exactCopy(parts, job, join(folder, 'photo'), signal);
  if (copied.ok || !isOfPhoto(copied.problem)) return copied;
  const moved = await copyFromElsewhere(parts, job, folder, signal);
  if (moved !== null) return moved;
  // checked again, because the disk may have gone while the photo was read
  if (home === null || (await parts.disk.reaches(home))) return copied;
  return outOfReach(home);
}

/** Returns the hot folder in which the photo of a job is; null if there is none, or if the user has removed it. */
function hotFolderAround({ ledger }: Parts, { hotFolderId, source }: Job): string | null {
  const folder = ledger.hotFolders.all().find(({ id }) => id === hotFolderId);
  return folder !== undefined && source.startsWith(join(folder.path, sep)) ? folder.path : null;
}

function outOfReach(hotFolder: string): Outcome<never> {
  return failure(OUT_OF_REACH, { folder: basename(hotFolder) }, { about: hotFolder });
}

/** Returns whether a problem of copying a photo is that of the photo's file. */
function isOfPhoto({ code }: Problem): boolean {
  return code !== 'aborted' && code !== 'disk-full';
}

/**
 * Copies the photo from another file with its content that a hot folder has seen since, and records that file as the
 * job's photo: the user has renamed or moved the photo, or removed one of several copies. Returns null if there is none.
 */
async function copyFromElsewhere(
  parts: Parts,
  job: Job,
  folder: string,
  signal: AbortSignal,
): Promise<Outcome<string> | null> {
  const { hotFolders, jobs, sightings } = parts.ledger;
  for (const [at, { hotFolderId, path }] of sightings.ofJob(job.id).entries()) {
    const root = hotFolders.get(hotFolderId)?.path;
    if (root === undefined || below(root, path) === job.source) continue;
    const source = below(root, path);
    const copied = await exactCopy(parts, { ...job, source }, join(folder, `photo-${at}`), signal);
    if (copied.ok) jobs.moved(job.id, source);
    if (copied.ok || !isOfPhoto(copied.problem)) return copied;
  }
  return null;
}

/** Copies the photo of a job, if the file has the content that was admitted. */
async function exactCopy(
  parts: Parts,
  { source, photoSha256 }: Pick<Job, 'source' | 'photoSha256'>,
  folder: string,
  signal: AbortSignal,
): Promise<Outcome<string>> {
  const copied = await copyInto(parts, source, folder, signal);
  if (!copied.ok) return copied;
  if (copied.value.sha256 === photoSha256) return success(copied.value.file);
  return failure('file-changed', { source }, { about: source });
}

/**
 * Copies the files that a recipe names, and compares their content with the identity of the admitted recipe, which
 * contains the hash of every file. Problem: recipe-file-changed, and those of reading and writing the files.
 */
async function fileCopies(
  parts: Parts,
  { id, source, photoSha256, recipe }: Job,
  folder: string,
  signal: AbortSignal,
): Promise<Outcome<OwnCopies['files']>> {
  const named = filesOf(recipe);
  const files: Partial<Record<RecipeFile, string>> = {};
  const contents: Partial<Record<RecipeFile, string>> = {};
  for (const field of recipeFiles) {
    const reference = named[field];
    if (reference === undefined) continue;
    contents[field] = reference;
    if (isAddress(reference)) continue;
    const copied = await copyInto(parts, reference, join(folder, field), signal);
    if (!copied.ok) return failure({ ...copied.problem, parameter: field });
    files[field] = copied.value.file;
    contents[field] = contentText(copied.value.sha256);
  }
  if (Object.keys(files).length === 0) return success(files);
  const photo = isAddress(source) ? `url:${source}` : (photoSha256 ?? '');
  if (parts.ledger.jobs.find(photo, identityOf(recipe, contents)) === id) return success(files);
  const names = Object.keys(files).map(
    (field) => `"${basename(named[field as RecipeFile] ?? '')}"`,
  );
  const about = names.join(', ');
  return failure('recipe-file-changed', { path: about }, { about });
}

async function copyInto(
  { disk }: Parts,
  source: string,
  folder: string,
  signal: AbortSignal,
): Promise<Outcome<{ readonly file: string; readonly sha256: string }>> {
  const name = basename(source);
  const file = join(folder, safeSegment(name) || 'file');
  try {
    return success({ file, sha256: await disk.copy(source, file, signal) });
  } catch (error) {
    if (signal.aborted) return failure('aborted');
    if (error instanceof FileRefused) return error.failureAt(source);
    const code = errorCode(error);
    if (code === 'ENOSPC' || code === 'EDQUOT') return failure(fullDisk(file, code));
    const isMissing = code === 'ENOENT';
    return failure(
      isMissing ? 'file-missing.job' : 'file-unreadable.job',
      { path: source },
      { about: source, detail: causeText(error) },
    );
  }
}
