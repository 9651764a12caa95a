import { lstat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { isWebAddress } from '#shared/agents/index.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { parseRecipe, type Recipe } from '#shared/recipe.ts';
import { isEmptyFolder } from '../../base/empty-folder.ts';
import { errorCode } from '../../base/files.ts';
import type { FolderAccess } from '../../base/permitted.ts';
import { filesOf, recipeFiles, withFiles, type OfFiles } from '../../base/recipe-content.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { admitIdentified, type Admission } from './admit.ts';
import { lookInFolder } from './look.ts';
import { resolveRecipe } from './recipe-files.ts';

/** A photo that another station has admitted, with the paths of its files on this station. */
export interface ForeignPhoto {
  /** SHA-256 of the photo, which the queue compares with its copy before it sends anything. */
  readonly photo: string;
  readonly bytes: number;
  /** Identity of the recipe, see `ResolvedRecipe`. */
  readonly purchase: string;
  readonly priority: number;
  readonly source: string;
  readonly outFolder: string;
  readonly subFolder: string;
  /** Text of the recipe. */
  readonly recipe: string;
  readonly files: OfFiles;
  readonly client: string;
  /** Id of the hot folder in this ledger; null if this station does not have the hot folder. */
  readonly hotFolderId: number | null;
}

export interface ForeignParts {
  readonly ledger: Ledger;
  readonly access: FolderAccess;
  /** Returns whether this station knows that the recipe's custom models may be used for the photo. */
  readonly mayUse: (recipe: Recipe, photo: Pick<ForeignPhoto, 'source' | 'hotFolderId'>) => boolean;
}

/**
 * Admits a photo that another station has admitted from a shared hot folder. Problems: work-unreachable if at the moment
 * a file cannot be read, the output folder cannot be written, or a custom model cannot be used here, with the parameter
 * `photo` if only this photo is concerned; file-missing if the photo is gone from a hot folder that can be reached;
 * work-unreadable if the hash or the recipe is invalid; work-differs if a file has changed; folder-own-output.
 */
export async function admitForeign(
  { ledger, access, mayUse }: ForeignParts,
  foreign: ForeignPhoto,
  signal: AbortSignal,
): Promise<Outcome<Admission>> {
  const { photo, bytes, purchase, source, subFolder, client, hotFolderId, priority } = foreign;
  const recipe = readRecipe(foreign);
  if (recipe === null || !/^[0-9a-f]{64}$/u.test(photo)) return failure('work-unreadable');
  if (!mayUse(recipe, foreign)) {
    return failure('work-unreachable', { file: source }, { about: source, parameter: 'photo' });
  }
  const look = await lookInFolder(source);
  if (look === null) return noPhoto(source, ledger.hotFolders.get(hotFolderId ?? 0)?.path ?? null);
  if (look.bytes !== bytes) return failure('work-differs', {}, { about: source });
  const resolved = await resolveRecipe(recipe, dirname(source), signal);
  if (!resolved.ok) {
    const { about: file = source } = resolved.problem;
    return failure('work-unreachable', { file }, { about: file });
  }
  if (resolved.value.identity !== purchase) return failure('work-differs', {}, { about: source });
  const output = await access.storedOutput(foreign.outFolder, dirname(source));
  if (!output.ok) {
    const { code } = output.problem;
    if (code === 'folder-own-output') return output;
    // another station may be able to write there
    const about = foreign.outFolder;
    return failure('work-unreachable', { file: about }, { about, detail: code });
  }
  const request = { source, recipe: resolved.value, outFolder: output.value, subFolder };
  const identified = { photo: { sha256: photo, bytes }, sha256: photo, look };
  return success(
    ledger.transaction(() => {
      const more = { hotFolderId, client, again: false };
      const admitted = admitIdentified(ledger, { ...request, ...more }, identified);
      ledger.jobs.prioritise(admitted.jobId, priority);
      return admitted;
    }),
  );
}

async function noPhoto(source: string, hotFolder: string | null): Promise<Outcome<never>> {
  const name = basename(source);
  return hotFolder !== null && (await isGone(source, hotFolder))
    ? failure('file-missing.job', { path: name }, { about: name })
    : failure('work-unreachable', { file: source }, { about: source, parameter: 'photo' });
}

/**
 * Returns whether a photo does not exist in a hot folder that can be reached. An empty folder may be the place of a
 * disk that is not mounted, so it counts as out of reach.
 */
async function isGone(source: string, hotFolder: string): Promise<boolean> {
  const error = await lstat(source).then(
    () => null,
    (reason: unknown) => errorCode(reason),
  );
  if (error !== 'ENOENT' || (await isEmptyFolder(hotFolder)) !== false) return false;
  return (await isEmptyFolder(dirname(source))) !== true;
}

/**
 * Parses the recipe. Its files are only those in `files`, which are below the shared folders: a path in the text would
 * name any file of this computer, or of a server that another station chooses.
 */
function readRecipe({ recipe, files }: ForeignPhoto): Recipe | null {
  let json: unknown;
  try {
    json = JSON.parse(recipe);
  } catch {
    return null;
  }
  const parsed = parseRecipe(json);
  if (!parsed.ok) return null;
  const named = filesOf(parsed.value);
  const isSafe = recipeFiles.every((field) => {
    const file = named[field];
    return file === undefined || files[field] !== undefined || isWebAddress(file);
  });
  return isSafe ? withFiles(parsed.value, { ...named, ...files }) : null;
}
