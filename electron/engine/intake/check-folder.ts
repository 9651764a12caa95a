import { stat } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { failure } from '#shared/failure.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { LimitName } from '#shared/spending-limits.ts';
import type { HotFolderSettings } from '#shared/views/folders.ts';
import { errorCode } from '../../base/files.ts';
import type { FolderAccess, OutputFolder } from '../../base/permitted.ts';
import type { HotFolder, NewHotFolder } from '../../adapters/ledger/hot-folders.ts';
import { checkNeighbours } from './neighbours.ts';

/** Hot folder settings that can be saved after the recipe has been resolved. */
export type PreparedHotFolder = Omit<NewHotFolder, 'recipeId'>;
type PlanRequest = Parameters<typeof planHotFolder>;
/** Settings whose output folder has not been checked. */
type PlannedHotFolder = HotFolderSettings & Pick<NewHotFolder, 'path' | LimitName>;

/**
 * Checks whether a hot folder with these settings can be watched alongside the others, for the window,
 * `watch` and `service install`. Creates a missing output folder after all other checks. Problems:
 * those of `planHotFolder`, folder-missing, and those of `access.output`; each with the setting as
 * its parameter.
 */
export function prepareHotFolder(...of: PlanRequest): Promise<Outcome<PreparedHotFolder>> {
  const [access] = of;
  return prepareWith(of, (outFolder, hotFolder) => access.output(outFolder, hotFolder));
}

/**
 * Makes the same checks as `prepareHotFolder` for a hot folder that another station shares. A missing output folder is
 * not created, because its disk may not be mounted. Problems: those of `prepareHotFolder`, folder-unreachable.
 */
export function prepareForeignHotFolder(...of: PlanRequest): Promise<Outcome<PreparedHotFolder>> {
  const [access] = of;
  return prepareWith(of, (outFolder, hotFolder) => access.storedOutput(outFolder, hotFolder));
}

async function prepareWith(
  of: PlanRequest,
  checkOutput: (outFolder: string, hotFolder: string) => Promise<Outcome<OutputFolder>>,
): Promise<Outcome<PreparedHotFolder>> {
  const found = await planThere(...of);
  if (!found.ok) return found;
  const output = await checkOutput(found.value.outFolder, found.value.path);
  if (!output.ok) return at('outFolder', output.problem);
  return success({ ...found.value, outFolder: output.value });
}

/** Makes the same checks as `prepareHotFolder` without changing anything on disk. */
export async function checkHotFolder(
  access: FolderAccess,
  settings: HotFolderSettings,
  others: readonly HotFolder[],
): Promise<Outcome<PlannedHotFolder>> {
  const found = await planThere(access, settings, others);
  if (!found.ok) return found;
  const output = await access.foreseeOutput(found.value.outFolder, found.value.path);
  return output.ok ? found : at('outFolder', output.problem);
}

/**
 * Checks everything that needs no access to the folders, for folders that only another account can read. Problems:
 * path-relative, managed-limit, managed-folder, folder-in-data, folder-own-output, folder-in-folder; each with the
 * setting as its parameter.
 */
export async function planHotFolder(
  access: FolderAccess,
  settings: HotFolderSettings,
  others: readonly HotFolder[],
): Promise<Outcome<PlannedHotFolder>> {
  const whole = wholePaths(settings);
  if (!whole.ok) return whole;
  const { path, outFolder } = whole.value;
  const limits = access.limits(whole.value);
  if (!limits.ok) return limits;
  const watched = await access.watched(path);
  if (!watched.ok) return watched;
  const allowed = await access.within(outFolder);
  if (!allowed.ok) return at('outFolder', allowed.problem);
  const beside = await checkNeighbours(whole.value, others);
  if (!beside.ok) return beside;
  return success({ ...whole.value, path: watched.value, ...limits.value });
}

/** Plans a hot folder that was saved earlier. Other folders that cannot be read are not compared. */
async function planThere(...of: PlanRequest): ReturnType<typeof planHotFolder> {
  const whole = wholePaths(of[1]);
  const there = whole.ok ? await checkIsThere(whole.value.path) : whole;
  return there.ok ? planHotFolder(...of) : there;
}

/** Removes trailing slashes and dots from paths, so that paths of the same folder are equal. */
function wholePaths(settings: HotFolderSettings): Outcome<HotFolderSettings> {
  for (const field of ['path', 'outFolder'] as const) {
    if (!isWhole(settings[field])) return relative(field, settings[field]);
  }
  return success({
    ...settings,
    path: resolve(settings.path),
    outFolder: resolve(settings.outFolder),
  });
}

async function checkIsThere(path: string): Promise<Outcome<void>> {
  try {
    return (await stat(path)).isDirectory()
      ? success()
      : missing(path, 'folder-missing.not-a-folder');
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return missing(path, 'folder-missing.hot-folder');
  }
}

/** Returns whether a path is absolute. A path with a null byte is invalid on every system and would throw later. */
function isWhole(path: string): boolean {
  return isAbsolute(path) && !path.includes('\0');
}

function relative(parameter: string, path: string): Outcome<never> {
  return failure('path-relative', { path: shorten(path) }, { about: shorten(path), parameter });
}

function missing(
  path: string,
  key: 'folder-missing.not-a-folder' | 'folder-missing.hot-folder',
): Outcome<never> {
  return failure(key, { path: shorten(path) }, { about: shorten(path), parameter: 'path' });
}

/** Returns a failure whose problem names this setting. */
function at(parameter: 'outFolder', problem: Problem): Outcome<never> {
  return failure({ ...problem, parameter });
}

/** Shortens a path for a message, because pasted text may be very long. */
function shorten(path: string): string {
  return path.length > 200 ? `${path.slice(0, 200)}…` : path;
}
