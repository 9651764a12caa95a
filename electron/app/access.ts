import { isAbsolute, relative, sep } from 'node:path';
import { failure } from '#shared/failure.ts';
import { mapOutcome, success, type Outcome, type Problem } from '#shared/problem.ts';
import { eachLimit, limitNames } from '#shared/spending-limits.ts';
import { limitedSettings, type Limits, type Preferences } from '#shared/views/settings.ts';
import {
  foreseeOutputFolder,
  tryOutputFolder,
  tryStoredOutputFolder,
} from '../adapters/delivery/output-folder.ts';
import { checkApartFromData } from '../adapters/ledger/data-folder.ts';
import { changesOf, leavesOf, declaredAt } from '../adapters/settings/leaves.ts';
import type { Policy } from '../adapters/settings/policy.ts';
import { addressText } from '../adapters/shared-studio/address.ts';
import type { DatabaseAccess } from '../adapters/shared-studio/connection.ts';
import type {
  PermittedChanges,
  PermittedService,
  PreferenceChanges,
} from '../adapters/settings/preferences.ts';
import { checkServiceUrl } from '../adapters/settings/service-address.ts';
import { isInside } from '../base/paths.ts';
import type {
  FolderAccess,
  OutputFolder,
  Permitted,
  PermittedLimits,
  WatchedFolder,
} from '../base/permitted.ts';

/**
 * Decides what the administrator policy and the data folder allow. Code that stores or uses a folder, a limit, a
 * setting or a service address accepts only the types returned here, so no use case can skip the check.
 */
export interface Access extends FolderAccess {
  /**
   * The policy, from which effective settings are calculated and which the settings page shows; null if this computer
   * has none.
   */
  readonly policy: Policy | null;
  /**
   * Checks whether the user may change these settings; `now` contains the current settings. Problems: managed,
   * managed-limit, managed-folder.
   */
  settings(changes: PreferenceChanges, now: Preferences): Promise<Outcome<PermittedChanges>>;
  /** Returns whether the policy enforces a setting; for a group of settings, whether it enforces any of them. */
  isSet(setting: keyof Preferences): boolean;
  /**
   * Checks whether Darkslide may use this service address, which has already been validated; null is the demo service.
   * Problem: managed-service.
   */
  service(url: string | null): Outcome<PermittedService>;
  /**
   * Checks whether this computer may become a station of a shared studio in this database. Problem: managed-studio.
   */
  database(database: DatabaseAccess): Outcome<PermittedDatabase>;
  /** Checks whether this computer may join the shared studio with this name. Problem: managed-studio. */
  studioNamed(name: string): Outcome<void>;
  /** Checks whether this computer may leave its shared studio. Problem: managed-studio. */
  leaving(): Outcome<void>;
  /** Returns the same checks for a different data folder. */
  forData(dataFolder: string): Access;
}

/** The database of a shared studio that this computer may join. */
export type PermittedDatabase = Permitted<DatabaseAccess, 'database'>;

/**
 * Returns the checks for a program that starts with this data folder. Problem: managed, if the policy requires a
 * different data folder.
 */
export function openAccess(policy: Policy | null, dataFolder: string): Outcome<Access> {
  const only = policy?.dataFolder ?? null;
  return policy === null || only === null || liesIn(dataFolder, only)
    ? success(createAccess(policy, dataFolder))
    : failure(
        'managed.data-folder',
        { folder: only, file: policy.file },
        { parameter: 'dataFolder', about: policy.file },
      );
}

/**
 * Checks whether a program may start with the given service address, which has not been validated yet. Problem:
 * managed.
 */
export function checkStartService(access: Access, told: string): Outcome<void> {
  const url = checkServiceUrl(told);
  const { policy } = access;
  if (policy === null || access.service(url.ok ? url.value : told).ok) return success();
  const { file, serviceUrl } = policy;
  return failure(
    'managed.service',
    { url: serviceUrl ?? '', file },
    { parameter: 'serviceUrl', about: file },
  );
}

/** Creates the checks for a policy (null for none) and an absolute data folder. */
export function createAccess(policy: Policy | null, dataFolder: string): Access {
  const within = (folder: string) => checkWithin(policy, dataFolder, folder);
  return {
    policy,
    within,
    async watched(folder) {
      const allowed = await within(folder);
      if (!allowed.ok) return at('path', allowed.problem);
      const apart = await checkApartFromData(folder, dataFolder);
      return apart.ok ? success(folder as WatchedFolder) : apart;
    },
    async output(folder, hotFolder) {
      const allowed = await within(folder);
      if (!allowed.ok) return allowed;
      const usable = await tryOutputFolder(folder, hotFolder);
      return usable.ok ? success(folder as OutputFolder) : usable;
    },
    async storedOutput(folder, hotFolder) {
      const allowed = await within(folder);
      if (!allowed.ok) return allowed;
      const usable = await tryStoredOutputFolder(folder, hotFolder);
      return usable.ok ? success(folder as OutputFolder) : usable;
    },
    async foreseeOutput(folder, hotFolder) {
      const allowed = await within(folder);
      return allowed.ok ? foreseeOutputFolder(folder, hotFolder) : allowed;
    },
    limits(limits) {
      for (const name of limitNames) {
        const allowed = checkLimit(policy, name, limits[name]);
        if (!allowed.ok) return allowed;
      }
      return success(eachLimit((name) => limits[name]) as PermittedLimits);
    },
    async settings(changes, now) {
      const allowed = await checkChanges(policy, within, changes, now);
      return mapOutcome(allowed, () => changes as PermittedChanges);
    },
    isSet: (setting) =>
      Object.keys(policy?.enforced ?? {}).some((path) => path.split('.')[0] === setting),
    service(url) {
      const only = policy?.serviceUrl ?? null;
      return policy === null || only === null || url === only
        ? success({ url } as PermittedService)
        : isSetService(only, policy.file);
    },
    database: (database) => checkDatabase(policy, database),
    studioNamed(name) {
      const only = policy?.studio.name ?? null;
      return policy === null || only === null || name === only
        ? success()
        : managedStudio('name', policy.file, only);
    },
    leaving: () =>
      policy === null || policy.studio.mayLeave ? success() : managedStudio('leave', policy.file),
    forData: (other) => createAccess(policy, other),
  };
}

/**
 * Checks whether the policy allows reading photos from a folder and writing results to it; follows links. The data
 * folder is always allowed, because the demo works there and because it contains the results of photos uploaded from a
 * browser.
 */
async function checkWithin(
  policy: Policy | null,
  dataFolder: string,
  folder: string,
): Promise<Outcome<void>> {
  if (policy === null || policy.within === null) return success();
  for (const root of [...policy.within, dataFolder]) {
    // A folder whose location can't be determined is not allowed.
    if (await isInside(folder, root).catch(() => false)) return success();
  }
  return failure(
    'managed-folder',
    { folders: policy.within.join(', '), file: policy.file },
    { about: policy.within.join(', ') },
  );
}

/** Checks whether settings may be changed; only values that differ from the current values count as changes. */
async function checkChanges(
  policy: Policy | null,
  within: FolderAccess['within'],
  changes: PreferenceChanges,
  now: Preferences,
): Promise<Outcome<void>> {
  const changed = changesOf(leavesOf(changes), leavesOf(now));
  const set = Object.keys(changed).find((path) => Object.hasOwn(policy?.enforced ?? {}, path));
  if (policy !== null && set !== undefined) {
    return failure(
      'managed',
      { parameter: set, file: policy.file },
      { parameter: set, about: policy.file },
    );
  }
  for (const name of limitedSettings) {
    const limited = checkLimit(policy, name, changed[name]);
    if (!limited.ok) return limited;
  }
  for (const [path, folder] of Object.entries(changed)) {
    if (declaredAt(path)?.fromFile !== 'folder' || typeof folder !== 'string') continue;
    const allowed = folder === '' ? success() : await within(folder);
    if (!allowed.ok) return at(path, allowed.problem);
  }
  return success();
}

/** Checks the host, port and database, and the user if the policy names one. */
function checkDatabase(
  policy: Policy | null,
  database: DatabaseAccess,
): Outcome<PermittedDatabase> {
  const allowed = success(database as PermittedDatabase);
  if (policy === null) return allowed;
  const { file, studio } = policy;
  if (!studio.mayJoin) return managedStudio('join', file);
  if (studio.address === null) return allowed;
  const only = URL.parse(studio.address);
  const isSame =
    only !== null &&
    addressText({ ...database, user: '' }) ===
      addressText({
        host: only.hostname.replace(/^\[(.*)\]$/u, '$1'),
        port: only.port === '' ? 5432 : Number(only.port),
        database: decodeURIComponent(only.pathname.slice(1)),
        user: '',
      }) &&
    (only.username === '' || decodeURIComponent(only.username) === database.user);
  return isSame ? allowed : managedStudio('address', file, studio.address);
}

function managedStudio(
  why: 'address' | 'name' | 'join' | 'leave',
  file: string,
  only = '',
): Outcome<never> {
  return failure('managed-studio', { why, only, file }, { about: file });
}

/** Checks whether a number is within the maximum that the policy sets. */
function checkLimit(policy: Policy | null, parameter: keyof Limits, value: unknown): Outcome<void> {
  const limit = policy?.limits[parameter] ?? null;
  if (policy === null || limit === null || typeof value !== 'number' || value <= limit)
    return success();
  return failure(
    'managed-limit',
    { limit, file: policy.file },
    { parameter, about: String(limit) },
  );
}

/**
 * Returns whether a folder is `outer` or inside `outer`. The data folders of system services are inside the data
 * folder that the policy names.
 */
function liesIn(folder: string, outer: string): boolean {
  const way = relative(outer, folder);
  return !isAbsolute(way) && way.split(sep)[0] !== '..';
}

function isSetService(url: string, file: string): Outcome<never> {
  return failure('managed-service', { url, file }, { parameter: 'serviceUrl', about: file });
}

/** Returns the problem as a failure that names this parameter. */
function at(parameter: string, problem: Problem): Outcome<never> {
  return failure({ ...problem, parameter });
}
