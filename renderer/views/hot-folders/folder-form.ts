import type { HotFolderCard, HotFolderDraft } from '#shared/views/folders.ts';
import { minorOf, typedText } from '#shared/money.ts';
import type { Problem } from '#shared/problem.ts';
import {
  eachLimit,
  limitKinds,
  limitNames,
  type LimitName,
  type SpendingLimits,
} from '#shared/spending-limits.ts';
import { isAbsolute, liesIn } from '../../parts/paths.ts';
import type { PlainTextKey } from '../../texts/texts.svelte.ts';

/** The typed values of a hot folder. Limits are numbers of images or decimal amounts of money; '' for no limit. */
export interface FolderForm extends Record<LimitName, string> {
  path: string;
  /** Id of a saved recipe; '' if none is chosen. */
  savedRecipeId: string;
  outFolder: string;
  after: HotFolderDraft['after'];
  subFolders: HotFolderDraft['subFolders'];
  /** Seconds for which a file must be unchanged before Darkslide takes it. */
  settle: string;
  /** Seconds between two scans of the folder. */
  rescan: string;
  /** Name of the client; '' for none. */
  client: string;
  tickets: 'used' | 'required';
  largeDrops: 'ask' | 'always';
  /** `shared`: all stations of the shared studio process the photos. */
  sharing: 'own' | 'shared';
}

/** A message by its key in the text files, with its values. */
export type Said =
  | { readonly key: PlainTextKey }
  | { readonly key: 'folders.problem.twin'; readonly values: { readonly recipe: string } };

/** How amounts of money are typed. */
export interface MoneyStyle {
  readonly currency: string;
  readonly locale: string;
}

export type FolderProblems = Partial<Record<keyof FolderForm, Said>>;

const LONGEST_PATH = 4096;

export function emptyForm(outFolder: string): FolderForm {
  return {
    path: '',
    savedRecipeId: '',
    outFolder,
    after: 'move',
    subFolders: 'keep',
    settle: '2',
    rescan: '60',
    client: '',
    tickets: 'used',
    largeDrops: 'ask',
    sharing: 'own',
    ...eachLimit(() => ''),
  };
}

/** Returns the form for a hot folder. */
export function formOf(draft: HotFolderDraft, style: MoneyStyle): FolderForm {
  return {
    path: draft.path,
    savedRecipeId: String(draft.savedRecipeId),
    outFolder: draft.outFolder,
    after: draft.after,
    subFolders: draft.subFolders,
    settle: String(draft.settleMs / 1000),
    rescan: String(draft.rescanMs / 1000),
    client: draft.client,
    tickets: draft.needsTickets ? 'required' : 'used',
    largeDrops: draft.asksDrops === false ? 'always' : 'ask',
    sharing: draft.isShared === true ? 'shared' : 'own',
    ...eachLimit((name) => limitText(name, draft[name], style)),
  };
}

/**
 * Returns the input to send or, if fields are invalid, a message for each invalid field. `others` are all hot folders
 * except the edited one, and `recipes` are the ids of the saved recipes.
 */
export function checkForm(
  form: FolderForm,
  others: readonly HotFolderCard[],
  recipes: readonly number[],
  style: MoneyStyle,
): { readonly draft: HotFolderDraft } | { readonly problems: FolderProblems } {
  const path = form.path.trim();
  const outFolder = form.outFolder.trim();
  const savedRecipeId = Number(form.savedRecipeId);
  const settle = milliseconds(form.settle, 0.2, 600);
  const rescan = milliseconds(form.rescan, 1, 3600);
  const limits = eachLimit((name) => limitOf(name, form[name], style));
  const problems: FolderProblems = {
    ...named('path', pathProblem(path, 'folders.problem.noPath')),
    ...named(
      'savedRecipeId',
      recipes.includes(savedRecipeId) ? null : { key: 'folders.problem.noRecipe' },
    ),
    ...named('outFolder', pathProblem(outFolder, 'folders.problem.noOut')),
    ...named('settle', settle === null ? { key: 'folders.problem.settle' } : null),
    ...named('rescan', rescan === null ? { key: 'folders.problem.rescan' } : null),
    ...limitProblems(limits),
  };
  if (problems.path === undefined && problems.outFolder === undefined && liesIn(outFolder, path)) {
    problems.outFolder = { key: 'folders.problem.outInside' };
  }
  const twin = others.find(
    (other) => other.savedRecipeId === savedRecipeId && samePath(other.path, path),
  );
  if (problems.path === undefined && twin !== undefined) {
    problems.path = { key: 'folders.problem.twin', values: { recipe: twin.recipe.name } };
  }
  if (Object.keys(problems).length > 0 || settle === null || rescan === null) return { problems };
  const { after, subFolders } = form;
  return {
    draft: {
      path,
      savedRecipeId,
      outFolder,
      after,
      subFolders,
      settleMs: settle,
      rescanMs: rescan,
      ...limits,
      client: form.client.trim(),
      needsTickets: form.tickets === 'required',
      asksDrops: form.largeDrops === 'ask',
      isShared: form.sharing === 'shared',
    },
  };
}

/** Returns the field that a problem from the studio is about; null if the problem is about no field. */
export function fieldOf({ code, parameter }: Problem): keyof FolderForm | null {
  const fields: Readonly<Record<string, keyof FolderForm>> = {
    path: 'path',
    savedRecipeId: 'savedRecipeId',
    recipe: 'savedRecipeId',
    outFolder: 'outFolder',
    settleMs: 'settle',
    rescanMs: 'rescan',
    isShared: 'sharing',
    ...Object.fromEntries(limitNames.map((name) => [name, name])),
  };
  const named = fields[parameter?.replace(/^draft\./, '') ?? ''];
  if (named !== undefined) return named;
  if (code === 'folder-own-output' || code === 'folder-unwritable') return 'outFolder';
  return code.startsWith('folder-') ? 'path' : null;
}

function named(field: keyof FolderForm, said: Said | null): FolderProblems {
  return said === null ? {} : { [field]: said };
}

function pathProblem(path: string, missing: PlainTextKey): Said | null {
  if (path === '') return { key: missing };
  if (path.length > LONGEST_PATH) return { key: 'folders.problem.longPath' };
  if (path.includes('\0')) return { key: 'folders.problem.badPath' };
  return isAbsolute(path) ? null : { key: 'folders.problem.relative' };
}

function samePath(a: string, b: string): boolean {
  return liesIn(a, b) && liesIn(b, a);
}

/**
 * Parses a number of seconds and returns milliseconds; null if the text is invalid or the number is outside the limits.
 * Accepts the digits of any script, and a point or comma as the decimal separator.
 */
function milliseconds(text: string, least: number, most: number): number | null {
  const plain = text.normalize('NFKC').trim().replace(',', '.');
  const seconds = /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
  return seconds >= least && seconds <= most ? Math.round(seconds * 1000) : null;
}

function limitText(
  name: LimitName,
  amount: number | null,
  { currency, locale }: MoneyStyle,
): string {
  if (amount === null) return '';
  return limitKinds[name].unit === 'images'
    ? String(amount)
    : typedText({ currency, minor: amount }, locale);
}

/** Parses a limit; null for no limit, NaN for an invalid text. */
function limitOf(name: LimitName, text: string, { currency, locale }: MoneyStyle): number | null {
  const plain = text.normalize('NFKC').trim();
  if (plain === '') return null;
  const { unit, range } = limitKinds[name];
  const value =
    unit === 'images' ? wholeNumber(plain) : (minorOf(plain, currency, locale) ?? Number.NaN);
  return value >= range[0] && value <= range[1] ? value : Number.NaN;
}

function limitProblems(limits: SpendingLimits): FolderProblems {
  const wrong = limitNames.filter((name) => Number.isNaN(limits[name]));
  return Object.fromEntries(
    wrong.map((name) => {
      const isImages = limitKinds[name].unit === 'images';
      return [name, { key: isImages ? 'folders.problem.limit' : 'folders.problem.amount' }];
    }),
  );
}

/** Parses a whole number, with or without thousands separators; NaN for an invalid text. */
function wholeNumber(plain: string): number {
  const isNumber = /^(\d+|\d{1,3}([ ,.'’]\d{3})+)$/.test(plain);
  return isNumber ? Number(plain.replaceAll(/\D/g, '')) : Number.NaN;
}
