import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { checkTemplate } from '#shared/naming.ts';
import { failure, problemOf } from '#shared/failure.ts';
import { causeText, success, type Outcome, type Problem } from '#shared/problem.ts';
import { checkSkuPattern } from '#shared/sku.ts';
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
import { storeName, type OpenSettingsStore } from './store.ts';

/** Content of `settings.json`. Never contains a key: see secrets.ts. */
interface ChosenSettings {
  /**
   * The user's choices. All other values come from the policy or the program's defaults, so they change when the
   * policy or a default changes.
   */
  readonly chosen: Leaves;
  /** Checked address of the service in use; null for the demo service. */
  readonly serviceUrl: string | null;
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
const isField = (name: string): name is keyof Preferences => Object.hasOwn(parts, name);

/**
 * Opens the preferences of a data folder, which must exist. An unreadable file is moved aside, and an invalid value
 * is replaced by the default; both are reported to `onTrouble` and cause no exception. Calls `onChange` after every
 * change.
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
  let held: ChosenSettings = readIn(folder, usual, onTrouble, setAside);
  const store = openStore(folder);
  let inForce = effective(usual, held.chosen, policy);
  let revision = 0;

  const write = (next: ChosenSettings): Outcome<void> => {
    try {
      const { chosen, serviceUrl } = next;
      store.set({ version: VERSION, preferences: groupsOf(chosen), serviceUrl });
    } catch (error) {
      return failure('settings-unwritable', { file }, { about: file, detail: causeText(error) });
    }
    held = next;
    inForce = effective(usual, next.chosen, policy);
    revision += 1;
    onChange();
    return success();
  };
  const asked = (changes: PreferenceChanges): Leaves =>
    changesOf(leavesOf(changes), leavesOf(inForce));
  const check = (leaves: Leaves): Outcome<void> =>
    checkPreferences(preferencesOf({ ...leavesOf(inForce), ...leaves }));

  return {
    read: () => inForce,
    chosen: () => held.chosen,
    revision: () => revision,
    managed: () => managedOf(policy),
    check: (changes) => check(asked(changes)),
    change(changes) {
      const leaves = asked(changes);
      const usable = check(leaves);
      return usable.ok ? write({ ...held, chosen: { ...held.chosen, ...leaves } }) : usable;
    },
    serviceUrl: () => policy?.serviceUrl ?? held.serviceUrl,
    setServiceUrl: ({ url }) =>
      (policy?.serviceUrl ?? null) === null ? write({ ...held, serviceUrl: url }) : success(),
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
  return readIn(folder, usualPreferences, onTrouble, () => null);
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

/**
 * Reads the settings. Calls `damaged` for an unreadable file; `damaged` returns the path to which
 * it moved the file, or null.
 */
function readIn(
  folder: string,
  usual: Preferences,
  onTrouble: (problem: Problem) => void,
  damaged: (file: string) => string | null,
): ChosenSettings {
  const file = fileIn(folder);
  if (!existsSync(file)) return { chosen: {}, serviceUrl: null };
  try {
    const json: unknown = JSON.parse(readRegularSync(file, { most: LARGEST }).toString('utf8'));
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) {
      return usable(json as Record<string, unknown>, usual, onTrouble);
    }
    throw new Error('The file contains no settings.');
  } catch (error) {
    const aside = damaged(file);
    const of = { about: file, detail: causeText(error) };
    onTrouble(
      aside === null
        ? problemOf('settings-unreadable', { file }, of)
        : problemOf('settings-unreadable.aside', { file, aside }, of),
    );
    return { chosen: {}, serviceUrl: null };
  }
}

function setAside(file: string): string | null {
  const aside = file.replace(/\.json$/, '-damaged.json');
  try {
    renameSync(file, aside);
    return aside;
  } catch {
    return null;
  }
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
  return {
    // earlier versions wrote all values as soon as one was changed
    chosen: found['version'] === VERSION ? leaves : changesOf(leaves, leavesOf(usual)),
    serviceUrl: typeof url === 'string' ? url : null,
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
