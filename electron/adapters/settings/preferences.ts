import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { failure, problemOf } from '#shared/failure.ts';
import { isObject, parseJson } from '#shared/json.ts';
import { checkTemplate } from '#shared/naming.ts';
import { causeText, success, type Outcome, type Problem } from '#shared/problem.ts';
import { checkSkuPattern } from '#shared/sku.ts';
import { limitKinds } from '#shared/spending-limits.ts';
import {
  usualPreferences,
  type ManagedSettings,
  type Preferences,
} from '#shared/views/settings.ts';
import type { Permitted } from '../../base/permitted.ts';
import { readRegularSync } from '../../base/regular-file.ts';
import { checkCallback } from './callback.ts';
import { effective, managedOf } from './effective.ts';
import { changesOf, groupsOf, leavesOf, parts, preferencesOf, type Leaves } from './leaves.ts';
import type { Policy } from './policy.ts';
import { storeName, type OpenSettingsStore, type SettingsStore } from './store.ts';

/** Content of `settings.json`. Never contains a key: see secrets.ts. */
interface ChosenSettings {
  /**
   * The user's choices. All other values come from the policy or the program's defaults, so they change when the
   * policy or a default changes.
   */
  readonly chosen: Leaves;
  /** Checked address of the service in use; null for the demo service. */
  readonly serviceUrl: string | null;
  /**
   * Spending limits that could not be read, with the value in the file. They are written back unchanged until the
   * user sets them, so that a restart does not lift a limit. A file that could not be read at all counts as an
   * unreadable daily limit.
   */
  readonly unread: Leaves;
  /** Why the file could not be used; null if it could. A file that could not be opened is not replaced. */
  readonly trouble: 'closed' | 'damaged' | null;
}

export type PreferenceChanges = {
  readonly [K in keyof Preferences]?: Preferences[K] | undefined;
};

/** Changes that the administrator policy allows; see app/access.ts. */
export type PermittedChanges = Permitted<PreferenceChanges, 'settings'>;
/** Checked address of a service that the administrator policy allows; null for the demo service. */
export type PermittedService = Permitted<{ readonly url: string | null }, 'service'>;

/** The user's choices, in one file of the data folder, and the effective preferences. */
export interface PreferenceStore {
  /** Returns the effective preferences. */
  read(): Preferences;
  /** Returns the user's own choices. */
  chosen(): Leaves;
  /** Returns a number that increases with every change. */
  revision(): number;
  /** Returns the settings that the administrator policy determines; null if there is no policy. */
  managed(): ManagedSettings | null;
  /** Checks that the spending limits of the file could be read or were set since. Problem: limits-unreadable. */
  checkLimits(): Outcome<void>;
  /**
   * Checks that the changes are valid, whoever makes them. Problems: template-invalid, template-escapes,
   * pattern-invalid, callback-settings.
   */
  check(changes: PreferenceChanges): Outcome<void>;
  /**
   * Changes preferences. Problems: those of `check`, and settings-unwritable if the file cannot be
   * written.
   */
  change(changes: PermittedChanges): Outcome<void>;
  /** Returns the checked address of the service in use; null for the demo service. */
  serviceUrl(): string | null;
  /**
   * Stores the user's choice of service; not needed if a policy allows only one. Problem:
   * settings-unwritable.
   */
  setServiceUrl(service: PermittedService): Outcome<void>;
}

/** Version of the file; since this version, only the user's choices are written. */
const VERSION = 2;
const isLimit = (name: string) => Object.hasOwn(limitKinds, name);
const isField = (name: string): name is keyof Preferences => Object.hasOwn(parts, name);

/**
 * Opens the preferences of a data folder, which must exist. A damaged file counts as empty and is moved aside before
 * the first change, a file that cannot be opened is never replaced, and an invalid value is replaced by the default;
 * all are reported to `onTrouble` and cause no exception. Calls `onChange` after every change.
 */
export function openPreferences(
  folder: string,
  usual: Preferences,
  onTrouble: (problem: Problem) => void,
  openStore: OpenSettingsStore,
  policy: Policy | null = null,
  onChange: () => void = () => {},
): PreferenceStore {
  const file = fileIn(folder);
  let held = readIn(folder, usual, onTrouble);
  /** Opened before the first change, because opening it replaces a damaged file. */
  let store: SettingsStore | null = null;
  let inForce = effective(usual, held.chosen, policy);
  let revision = 0;

  const write = (changes: Partial<ChosenSettings>): Outcome<void> => {
    const next = { ...held, ...changes };
    try {
      if (held.trouble === 'closed') throw new Error('The file could not be read.');
      if (held.trouble === 'damaged') setAside(file, onTrouble);
      const { chosen, serviceUrl, unread } = next;
      store ??= openStore(folder);
      store.set({ version: VERSION, preferences: groupsOf({ ...chosen, ...unread }), serviceUrl });
    } catch (error) {
      return failure('settings-unwritable', { file }, { about: file, detail: causeText(error) });
    }
    held = { ...next, trouble: null };
    inForce = effective(usual, next.chosen, policy);
    revision += 1;
    onChange();
    return success();
  };
  // any value that the user sets for an unreadable limit is a change, even the one that is shown
  const asked = (changes: PreferenceChanges): Leaves =>
    changesOf(leavesOf(changes), without(leavesOf(inForce), Object.keys(held.unread)));
  const check = (leaves: Leaves): Outcome<void> =>
    checkPreferences(preferencesOf({ ...leavesOf(inForce), ...leaves }));

  return {
    read: () => inForce,
    chosen: () => held.chosen,
    revision: () => revision,
    managed: () => managedOf(policy),
    checkLimits: () => checkRead(file, held, policy),
    check: (changes) => check(asked(changes)),
    change(changes) {
      const leaves = asked(changes);
      const usable = check(leaves);
      if (!usable.ok) return usable;
      return write({
        chosen: { ...held.chosen, ...leaves },
        unread: without(held.unread, Object.keys(leaves)),
      });
    },
    serviceUrl: () => policy?.serviceUrl ?? held.serviceUrl,
    setServiceUrl: ({ url }) =>
      (policy?.serviceUrl ?? null) === null ? write({ serviceUrl: url }) : success(),
  };
}

/**
 * Reads the effective preferences of a data folder that another process may be using. Changes no
 * files. `onTrouble` as in `openPreferences`.
 */
export function readEffective(
  folder: string,
  policy: Policy | null,
  onTrouble: (problem: Problem) => void,
): Preferences {
  return effective(usualPreferences, readChosen(folder, onTrouble).chosen, policy);
}

/** Reads the user's choices in a data folder, in the same way as `readEffective`. */
export function readChosen(folder: string, onTrouble: (problem: Problem) => void): ChosenSettings {
  return readIn(folder, usualPreferences, onTrouble);
}

/** Checks that the spending limits in a data folder can be read. Problem: limits-unreadable. */
export function checkLimitsIn(folder: string, policy: Policy | null): Outcome<void> {
  return checkRead(
    fileIn(folder),
    readChosen(folder, () => {}),
    policy,
  );
}

/** Checks that all limits were read, except those that the policy enforces. Problem: limits-unreadable. */
function checkRead(
  file: string,
  { unread, trouble }: ChosenSettings,
  policy: Policy | null,
): Outcome<void> {
  const [parameter] = Object.keys(without(unread, Object.keys(policy?.enforced ?? {})));
  if (parameter === undefined) return success();
  const more = { about: file, parameter };
  return trouble === null
    ? failure('limits-unreadable', { name: parameter, file }, more)
    : failure('limits-unreadable.file', { file }, more);
}

function without(leaves: Leaves, names: readonly string[]): Leaves {
  return Object.fromEntries(Object.entries(leaves).filter(([name]) => !names.includes(name)));
}

/** Checks the rules that a schema for single values cannot express. */
function checkPreferences({ naming, skuPattern, callback }: Preferences): Outcome<void> {
  const [wrong] = checkTemplate(naming);
  if (wrong !== undefined) return failure({ ...wrong, parameter: 'naming' });
  const [bad] = skuPattern === null ? [] : checkSkuPattern(skuPattern);
  return bad === undefined ? checkCallback(callback) : failure({ ...bad, parameter: 'skuPattern' });
}

/** Maximum size of the settings file in bytes; a normal file is a page of text. */
const LARGEST = 10_000_000;

function fileIn(folder: string): string {
  return join(folder, `${storeName}.json`);
}

/** Reads the settings. Leaves the file as it is; reports one that cannot be used. */
function readIn(
  folder: string,
  usual: Preferences,
  onTrouble: (problem: Problem) => void,
): ChosenSettings {
  const file = fileIn(folder);
  const none = { chosen: {}, serviceUrl: null };
  if (!existsSync(file)) return { ...none, unread: {}, trouble: null };
  let trouble: ChosenSettings['trouble'] = 'closed';
  try {
    const text = readRegularSync(file, { most: LARGEST }).toString('utf8');
    trouble = 'damaged';
    const json = parseJson(text);
    if (isObject(json)) return usable(json, usual, onTrouble);
    throw new Error('The file contains no settings.');
  } catch (error) {
    const of = { about: file, detail: causeText(error) };
    onTrouble(problemOf('settings-unreadable', { file }, of));
    return { ...none, unread: { imagesPerDay: 'unreadable' }, trouble };
  }
}

/** Moves a damaged file aside, so that it is not overwritten. Throws if that fails. */
function setAside(file: string, onTrouble: (problem: Problem) => void): void {
  const aside = file.replace(/\.json$/, '-damaged.json');
  if (!existsSync(file)) return;
  renameSync(file, aside);
  onTrouble(problemOf('settings-unreadable.aside', { file, aside }, { about: file }));
}

/** Checks whether the value of one setting is valid, regardless of the other settings. */
function isUsable(name: keyof Preferences, value: unknown, usual: Preferences): boolean {
  if (value === undefined || !v.is(parts[name], value)) return false;
  const whole = { ...leavesOf(usual), ...leavesOf({ [name]: value }) };
  return checkPreferences(preferencesOf(whole)).ok;
}

/** Returns the valid values of a file. */
function usable(
  found: Readonly<Record<string, unknown>>,
  usual: Preferences,
  onTrouble: (problem: Problem) => void,
): ChosenSettings {
  const written = v.safeParse(v.record(v.string(), v.unknown()), found['preferences'] ?? {});
  const entries = Object.entries(written.success ? written.output : {}).filter(([name]) =>
    isField(name),
  );
  const good = entries.filter(([name, value]) => isField(name) && isUsable(name, value, usual));
  if (!written.success || good.length < entries.length) {
    onTrouble(problemOf('settings-damaged'));
  }
  const leaves = withoutPassword(leavesOf(Object.fromEntries(good)));
  const url = found['serviceUrl'];
  const isRead = (name: string) => good.some(([known]) => known === name);
  return {
    // earlier versions wrote all values as soon as one was changed
    chosen: found['version'] === VERSION ? leaves : changesOf(leaves, leavesOf(usual)),
    serviceUrl: typeof url === 'string' ? url : null,
    unread: written.success
      ? Object.fromEntries(entries.filter(([name]) => isLimit(name) && !isRead(name)))
      : { imagesPerDay: 'unreadable' },
    trouble: null,
  };
}

/**
 * Removes a password from the proxy address that the user typed, so that screens and support files
 * do not show it. Passwords are stored separately.
 */
function withoutPassword(leaves: Leaves): Leaves {
  const url = leaves['network.proxyUrl'];
  if (typeof url !== 'string') return leaves;
  return { ...leaves, 'network.proxyUrl': url.replace(/^([a-z]+:\/\/)?[^/]*@/iu, '$1') };
}
