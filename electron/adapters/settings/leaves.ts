import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { isObject } from '#shared/json.ts';
import { isGroup, schemaOf, type Setting, type SettingGroup } from '#shared/setting.ts';
import {
  settings,
  settingsByPath,
  type Preferences,
  type SettingPath,
} from '#shared/views/settings.ts';

/**
 * Some or all preferences by name. A preference in a group has a name such as `network.proxy`, so
 * that it can be overridden without the rest of its group.
 */
export type Leaves = Readonly<Record<string, unknown>>;

export function leavesOf(preferences: object): Leaves {
  return Object.fromEntries(
    Object.entries(preferences).flatMap(([name, value]: [string, unknown]) =>
      isObject(value)
        ? Object.entries(value).map(([key, one]) => [`${name}.${key}`, one])
        : [[name, value]],
    ),
  );
}

/** Converts leaves back to groups; if the leaves include every preference, the result is `Preferences`. */
export function groupsOf(leaves: Leaves): Record<string, unknown> {
  const groups: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(leaves)) {
    const [name = '', key] = path.split('.');
    groups[name] = key === undefined ? value : { ...(groups[name] as object), [key]: value };
  }
  return groups;
}

/**
 * Converts leaves to preferences. The leaves must include every preference, and each value must
 * have been checked where it was read.
 */
export function preferencesOf(leaves: Leaves): Preferences {
  return groupsOf(leaves) as unknown as Preferences;
}

/** Returns the values of `given` that differ from `before`. */
export function changesOf(given: Leaves, before: Leaves): Leaves {
  return Object.fromEntries(
    Object.entries(given).filter(
      ([path, value]) => value !== undefined && !isDeepStrictEqual(value, before[path]),
    ),
  );
}

/** The schema of each preference. A value for a group may omit members of the group. */
export const parts = Object.fromEntries(
  Object.entries<Setting | SettingGroup>(settings).map(([name, declared]) => [
    name,
    isGroup(declared) ? partOf(declared) : declared.schema,
  ]),
) as Readonly<Record<keyof Preferences, v.GenericSchema>>;

function partOf(group: SettingGroup): v.GenericSchema {
  // v.partial would accept a list as an object
  return v.pipe(
    v.custom((one) => !Array.isArray(one)),
    v.partial(schemaOf(group)),
  );
}

/** Returns the declaration of a setting; null for an unknown name. */
export function declaredAt(path: string): Setting | null {
  return Object.hasOwn(settingsByPath, path) ? settingsByPath[path as SettingPath] : null;
}
