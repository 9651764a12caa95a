import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { isWebAddress } from '#shared/agents/index.ts';
import { failure } from '#shared/failure.ts';
import { parseJson } from '#shared/json.ts';
import { causeText, success, type Failure, type Outcome } from '#shared/problem.ts';
import { exportRecipe, type Recipe } from '#shared/recipe.ts';
import { longestSettingsFile } from '#shared/settings-file.ts';
import type { LeftOut, Preferences, TakenSetting } from '#shared/views/settings.ts';
import type { SavedRecipeRepository } from '../../adapters/ledger/saved-recipes.ts';
import {
  groupsOf,
  leavesOf,
  parts,
  preferencesOf,
  declaredAt,
  type Leaves,
} from '../../adapters/settings/leaves.ts';
import type { PreferenceStore } from '../../adapters/settings/preferences.ts';
import { checkServiceUrl } from '../../adapters/settings/service-address.ts';
import type { Access } from '../access.ts';
import { imagePaths } from '../recipes/image-paths.ts';
import { readRecipe } from '../recipes/read.ts';

/** Checks whether the user interface may name these paths. Problems: path-not-chosen, path-out-of-reach. */
export type CheckReach = (paths: readonly string[]) => Promise<Outcome<void>>;

const VERSION = 1;
/** Maximum number of recipes in one file. */
const MOST = 5000;

const headSchema = v.object({ darkslideSettings: v.number() });
const fileSchema = v.object({
  preferences: v.optional(v.record(v.string(), v.unknown()), {}),
  serviceUrl: v.optional(v.nullable(v.string()), null),
  recipes: v.optional(v.pipe(v.array(v.unknown()), v.maxLength(MOST)), []),
});
const fileParts: ReadonlySet<string> = new Set(
  [headSchema, fileSchema].flatMap(({ entries }) => Object.keys(entries)),
);

interface SettingsFile extends v.InferOutput<typeof fileSchema> {
  /** Names of other content in the file, such as hot folders, which is not imported. */
  readonly others: readonly string[];
}

/** What is needed to import settings from another computer. */
export interface ImportSession {
  readonly preferences: Pick<PreferenceStore, 'read' | 'check'>;
  readonly access: Pick<Access, 'settings'>;
  /**
   * Checks whether the user interface may name these files and folders; at the command line, the user may name any
   * path.
   */
  readonly reach: CheckReach;
  /** The current service; null for the demo service. */
  readonly serviceUrl: string | null;
  readonly recipes: Pick<SavedRecipeRepository, 'named'>;
}

/** The values of a file that would be imported and those that would be skipped. Planning changes nothing. */
export interface ImportPlan {
  readonly preferences: Partial<Preferences>;
  /** The same values one by one, for display. */
  readonly taken: readonly TakenSetting[];
  /** Recipes that are not saved here yet. */
  readonly recipes: readonly Recipe[];
  readonly left: readonly LeftOut[];
}

/**
 * Returns the user's settings as the text of a file: the changed values, the address of the service, and the recipes.
 */
export function exportSettings(
  chosen: Leaves,
  serviceUrl: string | null,
  recipes: readonly Recipe[],
): string {
  const preferences = groupsOf(chosen);
  const file = { darkslideSettings: VERSION, preferences, serviceUrl, recipes };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/**
 * Plans the import of a file. Skips invalid values. Problems: settings-file-invalid, if the file as a whole is invalid.
 */
export async function planImport(
  text: string,
  session: ImportSession,
): Promise<Outcome<ImportPlan>> {
  const read = readFile(text);
  if (!read.ok) return read;
  const { preferences: written, serviceUrl, recipes: given, others } = read.value;
  const left: LeftOut[] = [];
  const taken: Record<string, unknown> = {};
  const now = leavesOf(session.preferences.read());
  for (const [path, value] of Object.entries(leavesOf(written))) {
    // The user has already chosen the same value here, so there is nothing to report.
    if (declaredAt(path)?.fromFile === 'never' && isDeepStrictEqual(value, now[path])) continue;
    const usable = await checkPreference(path, value, session);
    if (usable.ok) taken[path] = value;
    else {
      const { problem } = usable;
      left.push({ kind: 'preference', name: path, label: labelOf(path), problem });
    }
  }
  for (const name of others) {
    left.push({ kind: 'preference', ...named(name), problem: unusable(name).problem });
  }
  const recipes: Recipe[] = [];
  for (const one of given) {
    const recipe = newRecipe(one, session.recipes, recipes);
    const reached = recipe.ok ? await mayName(recipe.value, session) : recipe;
    if (!reached.ok) left.push({ kind: 'recipe', ...named(nameOf(one)), problem: reached.problem });
    else if (reached.value !== null) recipes.push(reached.value);
  }
  const service = checkService(serviceUrl, session.serviceUrl);
  if (!service.ok)
    left.push({ kind: 'service', ...named(serviceUrl ?? ''), problem: service.problem });
  return success({
    preferences: wholeGroups(taken, session),
    taken: Object.entries(taken).map(([path, value]) => shown(path, value)),
    recipes,
    left,
  });
}

/** Completes groups with their current values, because a change replaces an entire group. */
function wholeGroups(taken: Leaves, { preferences }: ImportSession): Partial<Preferences> {
  const next = preferencesOf({ ...leavesOf(preferences.read()), ...taken });
  const names = new Set(Object.keys(taken).map((path) => path.split('.')[0]));
  return Object.fromEntries(Object.entries(next).filter(([name]) => names.has(name)));
}

function labelOf(path: string): string {
  return declaredAt(path)?.label ?? path;
}

/** Returns a value whose name is also its label. */
const named = (name: string) => ({ name, label: name });

function shown(path: string, value: unknown): TakenSetting {
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
  return {
    name: path,
    label: labelOf(path),
    value: isPlain ? (value as string | number | boolean) : null,
  };
}

/** Returns whether a path is on another computer. On Windows, even checking such a path signs in to that computer. */
const isOnAnotherComputer = (path: string) => /^[\\/]{2}/u.test(path);

async function checkPreference(
  path: string,
  value: unknown,
  { preferences, access, reach }: ImportSession,
): Promise<Outcome<void>> {
  const [name = '', key, ...more] = path.split('.');
  if (more.length > 0) return unusable(path);
  if (!Object.hasOwn(parts, name)) return unusable(path);
  const part = parts[name as keyof Preferences];
  if (!v.is(part, key === undefined ? value : { [key]: value })) return unusable(value);
  const fromFile = declaredAt(path)?.fromFile ?? 'never';
  if (fromFile === 'never') return notImported(path);
  if (fromFile === 'folder' && typeof value === 'string' && value !== '') {
    if (!isHere(value)) return notHere(value);
    const reached = await reach([value]);
    if (!reached.ok) return reached;
  }
  const now = preferences.read();
  const next = preferencesOf({ ...leavesOf(now), [path]: value });
  const changes = { [name]: next[name as keyof Preferences] };
  const allowed = await access.settings(changes, now);
  return allowed.ok ? preferences.check(changes) : allowed;
}

/** Reads a new recipe; returns null if it is already saved here. */
function newRecipe(
  given: unknown,
  saved: ImportSession['recipes'],
  before: readonly Recipe[],
): Outcome<Recipe | null> {
  const read = readRecipe(given);
  if (!read.ok) return read;
  const recipe = read.value;
  const namesake =
    saved.named(recipe.name)?.recipe ?? before.find(({ name }) => name === recipe.name);
  if (namesake !== undefined && exportRecipe(namesake) === exportRecipe(recipe))
    return success(null);
  if (namesake !== undefined) {
    return failure(
      'recipe-name-taken.kept',
      { name: recipe.name },
      { about: recipe.name, parameter: 'name' },
    );
  }
  const { fashionModelImage, locationImage } = recipe.init;
  const gone = [recipe.mask, fashionModelImage, locationImage].find(
    (image) => typeof image === 'string' && !isWebAddress(image) && !isHere(image),
  );
  return typeof gone === 'string' ? notHere(gone) : success(recipe);
}

/** Refuses a recipe that names a file that the user interface must not name. */
async function mayName(
  recipe: Recipe | null,
  { reach }: Pick<ImportSession, 'reach'>,
): Promise<Outcome<Recipe | null>> {
  const reached = recipe === null ? success() : await reach(imagePaths(recipe));
  return reached.ok ? success(recipe) : reached;
}

function nameOf(recipe: unknown): string {
  const named = v.safeParse(v.object({ name: v.string() }), recipe);
  return named.success ? named.output.name.slice(0, 200) : '';
}

/**
 * Refuses a service other than the current one. The file may come from anyone and must not redirect keys or photos, so
 * the user has to connect to the service by hand.
 */
function checkService(written: string | null, now: string | null): Outcome<void> {
  if (written === null) return success();
  const url = checkServiceUrl(written);
  if (!url.ok) return url;
  if (url.value === now) return success();
  return failure('service-not-taken', { url: url.value }, { about: url.value });
}

function readFile(text: string): Outcome<SettingsFile> {
  if (text.length > longestSettingsFile) return invalid('too-much', 'characters');
  let json: unknown;
  try {
    json = parseJson(text);
  } catch (error) {
    return invalid('damaged', 'JSON', causeText(error));
  }
  const head = v.safeParse(headSchema, json);
  if (!head.success) return invalid('foreign', 'darkslideSettings');
  const { darkslideSettings } = head.output;
  if (darkslideSettings !== VERSION) {
    return invalid('newer', String(darkslideSettings));
  }
  const parsed = v.safeParse(fileSchema, json);
  if (parsed.success) {
    const others = Object.keys(json as object).filter((name) => !fileParts.has(name));
    return success({ ...parsed.output, others });
  }
  return invalid('too-much', v.getDotPath(parsed.issues[0]) ?? '');
}

function invalid(
  why: 'damaged' | 'foreign' | 'newer' | 'too-much',
  about: string,
  detail?: string,
): Outcome<never> {
  return failure(
    `settings-file-invalid.${why}`,
    {},
    {
      about,
      ...(detail === undefined ? {} : { detail }),
    },
  );
}

function unusable(value: unknown): Failure {
  const about = (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 200);
  return failure('setting-not-taken', { parameter: about }, { about });
}

function notImported(path: string): Failure {
  return failure('setting-not-imported', { parameter: path }, { about: labelOf(path) });
}

function isHere(path: string): boolean {
  return isAbsolute(path) && !isOnAnotherComputer(path) && existsSync(path);
}

function notHere(path: string): Failure {
  const about = path.slice(0, 500);
  return failure('setting-not-taken.folder', { path: about }, { about });
}
