import { createHash } from 'node:crypto';
import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isWebAddress } from '#shared/agents/index.ts';
import { failure, problemOf } from '#shared/failure.ts';
import type { JsonObject } from '#shared/json.ts';
import { problemsIn, success, type Outcome, type Problem } from '#shared/problem.ts';
import { parseRecipe, type Recipe } from '#shared/recipe.ts';
import { errorCode } from '../../base/files.ts';
import { isInside } from '../../base/paths.ts';
import { FileRefused, readRegular } from '../../base/regular-file.ts';
import type { FileLook } from '../../adapters/ledger/sightings.ts';
import { readProblem } from '../../base/read-problem.ts';
import { lookOf } from './look.ts';
import { hasPhotoName, ticketsFolder } from './names.ts';
import { resolveRecipe, type ResolvedRecipe } from './recipe-files.ts';
import { fileFields, parseTicket, type Ticket } from './ticket-text.ts';

/**
 * Tickets: a JSON file next to a photo, `IMG_1.jpg.json`, whose `params`, `init` and `mask`
 * override those of the recipe for this photo. Anyone who can write to the folder can write a
 * ticket, so no ticket is trusted: it must be small, may contain nothing else, is checked like a
 * recipe, and may only name files in the `Tickets` folder next to the photos.
 */

/** The recipe for one photo. */
export interface Order {
  readonly recipe: ResolvedRecipe;
  /** SHA-256 of the ticket that was applied; null if there was none. */
  readonly ticket: string | null;
}

export interface FoundTicket {
  /** The part of the ticket's name that follows the photo's name. */
  readonly ending: string;
  /** State of the ticket's file; null if it is not a regular file but, for example, a link. */
  readonly look: FileLook | null;
}

/** Common spellings of the extension; on case-sensitive disks, the first existing file counts. */
const endings = ['.json', '.JSON'] as const;

/** Maximum size in bytes; a ticket is a few lines. */
const LARGEST = 65_536;

/** Returns the paths that a ticket of this photo may have. */
export function ticketsOf(photo: string): string[] {
  return endings.map((ending) => `${photo}${ending}`);
}

/** Returns the photo that a ticket belongs to, by its name; null for any other file. */
export function photoOfTicket(path: string): string | null {
  const ending = endings.find((one) => path.endsWith(one));
  if (ending === undefined) return null;
  const photo = path.slice(0, -ending.length);
  return hasPhotoName(photo) ? photo : null;
}

/** Finds the ticket next to a photo; null if there is none. Problem: file-unreadable. */
export async function findTicket(photo: string): Promise<Outcome<FoundTicket | null>> {
  for (const ending of endings) {
    try {
      const stats = await lstat(`${photo}${ending}`, { bigint: true });
      return success({ ending, look: stats.isFile() ? lookOf(stats) : null });
    } catch (error) {
      const code = errorCode(error);
      // a name that is too long with this extension cannot exist
      if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') continue;
      return failure(readProblem(error, `${photo}${ending}`));
    }
  }
  return success(null);
}

/**
 * Returns the recipe for one photo, overridden by its ticket if it has one. The files that the
 * recipe names are read again for each photo, so that an edited file applies to the next photo.
 * `top`: the watched or given folder, which contains `Tickets`. Problems: ticket-invalid;
 * recipe-file-unreadable; file-unreadable, when the ticket cannot be read; aborted.
 */
export async function orderFor(
  photo: string,
  recipe: ResolvedRecipe,
  top: string,
  signal?: AbortSignal,
): Promise<Outcome<Order>> {
  const found = await findTicket(photo);
  if (!found.ok) return found;
  if (found.value === null) {
    const now = await resolveRecipe(recipe.recipe, top, signal);
    return now.ok ? success({ recipe: now.value, ticket: null }) : recipeFile(photo, now.problem);
  }
  const path = `${photo}${found.value.ending}`;
  const content = await readTicket(path, signal);
  if (!content.ok) return content;
  const own = await withTicket(recipe, content.value.text, join(top, ticketsFolder), signal);
  if (own.ok) return success({ recipe: own.value, ticket: content.value.sha256 });
  return own.problem.code === 'aborted' ? own : refused(path, own.problem);
}

/** Reads the text of a ticket. Problems: ticket-invalid, file-missing, file-unreadable, aborted. */
export async function readTicket(
  path: string,
  signal?: AbortSignal,
): Promise<Outcome<{ readonly text: string; readonly sha256: string }>> {
  try {
    const content = await readRegular(path, { most: LARGEST, noLink: true, signal });
    const sha256 = createHash('sha256').update(content).digest('hex');
    return success({ text: new TextDecoder('utf-8', { fatal: true }).decode(content), sha256 });
  } catch (error) {
    if (signal?.aborted === true) return failure('aborted');
    if (error instanceof FileRefused && error.code === 'NOT_REGULAR') {
      return refused(path, problemOf('ticket-invalid.type'));
    }
    if (error instanceof FileRefused && error.code === 'TOO_LARGE') {
      return refused(path, problemOf('ticket-invalid.size'));
    }
    if (error instanceof TypeError) return refused(path, problemOf('ticket-invalid.encoding'));
    return failure(readProblem(error, path));
  }
}

/**
 * Returns a recipe overridden by a ticket; `null` removes a value of the recipe. Problems: those of
 * a recipe, and of its files, reported together.
 */
async function withTicket(
  { recipe }: ResolvedRecipe,
  text: string,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<Outcome<ResolvedRecipe>> {
  const ticket = parseTicket(text);
  if (!ticket.ok) return ticket;
  const { params, init, mask } = ticket.value;
  const parsed = parseRecipe({
    ...recipe,
    params: over(recipe.params, params),
    init: over(recipe.init, init),
    ...(mask === undefined ? {} : { mask }),
  });
  if (!parsed.ok) {
    return failure(joined(problemsIn(parsed)));
  }
  const placed = await inTicketsFolder(parsed.value, ticket.value, folder);
  return placed.ok ? resolveRecipe(placed.value, folder, signal) : placed;
}

function over(base: JsonObject, own: JsonObject = {}): JsonObject {
  const entries = Object.entries({ ...base, ...own });
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

/**
 * Returns the recipe with the real paths of the files that its ticket names; files outside the
 * folder are refused.
 */
async function inTicketsFolder(
  recipe: Recipe,
  { init = {}, mask }: Ticket,
  folder: string,
): Promise<Outcome<Recipe>> {
  let placed = recipe;
  for (const field of fileFields) {
    const value = field === 'mask' ? recipe.mask : recipe.init[field];
    const isOwn = field === 'mask' ? mask !== undefined : init[field] !== undefined;
    if (!isOwn || typeof value !== 'string' || isWebAddress(value)) continue;
    const path = await pathInside(value, folder);
    if (path === null) {
      const folders = { folder: ticketsFolder, hotFolder: basename(dirname(folder)) };
      const values = { field, file: value.slice(0, 100), ...folders };
      return failure('ticket-invalid.file', values, { parameter: field });
    }
    placed =
      field === 'mask'
        ? { ...placed, mask: path }
        : { ...placed, init: { ...placed.init, [field]: path } };
  }
  return success(placed);
}

async function pathInside(reference: string, folder: string): Promise<string | null> {
  try {
    const path = await realpath(resolve(folder, reference));
    return (await isInside(path, folder)) ? path : null;
  } catch (error) {
    // a null byte makes a path invalid, but Node's error for that has no system code
    if (errorCode(error) === undefined && !reference.includes('\0')) throw error;
    return null;
  }
}

/** Joins all problems of a recipe into one problem of its ticket. */
function joined([first, ...others]: readonly Problem[]): Problem {
  if (first === undefined) throw new Error('A refused recipe has a problem.');
  const of = at(first.parameter);
  if (others.length === 0) return { ...first, ...of };
  return problemOf('ticket-invalid.several', { first, others: joined(others) }, of);
}

function at(parameter: string | undefined): { parameter?: string } {
  return parameter === undefined ? {} : { parameter };
}

/** Returns the problem of a photo that waits for a file that its recipe names. */
function recipeFile(photo: string, problem: Problem): Outcome<never> {
  if (problem.code === 'aborted') return failure(problem);
  const name = basename(photo);
  return failure(
    'recipe-file-unreadable',
    { file: problem.about ?? '', name },
    { about: name, ...at(problem.parameter), detail: problem.message },
  );
}

function refused(path: string, why: Problem): Outcome<never> {
  return failure(
    'ticket-invalid',
    { ticket: basename(path), inFile: why },
    { ...at(why.parameter), about: basename(path).replace(/\.json$/i, '') },
  );
}
