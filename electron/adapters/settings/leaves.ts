import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { channels } from '#shared/ipc.ts';
import type { SettingFacts } from '#shared/setting.ts';
import type { Preferences } from '#shared/views/settings.ts';

/**
 * Some preferences, each by its name and those of a group as `network.proxy`, so that who says what is
 * decided one by one.
 */
export type Leaves = Readonly<Record<string, unknown>>;

export function leavesOf(preferences: object): Leaves {
  return Object.fromEntries(
    Object.entries(preferences).flatMap(([name, value]: [string, unknown]) =>
      isGroup(value)
        ? Object.entries(value).map(([key, one]) => [`${name}.${key}`, one])
        : [[name, value]],
    ),
  );
}

/** The way back; with every preference among them they are `Preferences`. */
export function groupsOf(leaves: Leaves): Record<string, unknown> {
  const groups: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(leaves)) {
    const [name = '', key] = path.split('.');
    groups[name] = key === undefined ? value : { ...(groups[name] as object), [key]: value };
  }
  return groups;
}

/** Every preference must be among them, each checked where it was read. */
export function preferencesOf(leaves: Leaves): Preferences {
  return groupsOf(leaves) as unknown as Preferences;
}

/** What differs of `given` from `before`. */
export function changesOf(given: Leaves, before: Leaves): Leaves {
  return Object.fromEntries(
    Object.entries(given).filter(
      ([path, value]) => value !== undefined && !isDeepStrictEqual(value, before[path]),
    ),
  );
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const fields = channels['settings.change'].input.entries.preferences.entries;

/** What each preference may be; of a group some of its own may be left out. */
export const parts = Object.fromEntries(
  Object.entries(fields).map(([name, { wrapped }]) => [
    name,
    wrapped.type === 'strict_object' ? partOf(wrapped as AnyGroup) : wrapped,
  ]),
) as unknown as Readonly<Record<keyof Preferences, v.GenericSchema>>;

function partOf(group: AnyGroup): v.GenericSchema {
  // to the schema of an object, a list is one
  return v.pipe(
    v.custom((one) => !Array.isArray(one)),
    v.partial(group),
  );
}

type AnyGroup = v.StrictObjectSchema<Record<string, v.GenericSchema>, undefined>;

/** What the schema declares of each setting, by its path as in `Leaves`. */
export const settingFacts: Readonly<Record<string, SettingFacts>> = Object.fromEntries(
  Object.entries(fields).flatMap(([name, { wrapped }]) =>
    wrapped.type === 'strict_object'
      ? Object.entries((wrapped as AnyGroup).entries).map(([key, one]) => [
          `${name}.${key}`,
          declaredOf(one),
        ])
      : [[name, declaredOf(wrapped)]],
  ),
);

function declaredOf(schema: v.GenericSchema): SettingFacts {
  return v.getMetadata(schema) as unknown as SettingFacts;
}
