import { failure } from '#shared/failure.ts';
import { isObject } from '#shared/json.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { ConflictField, SharedValue, StudioConflict } from '#shared/views/stations.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { KeptVersion, SharedConflict } from '../../adapters/ledger/shared-conflicts.ts';

/** Maximum number of fields that are shown of one conflict. */
const MOST_FIELDS = 100;
/** Maximum number of characters that are shown of one value, because a note may be much longer. */
const LONGEST = 2000;

const kinds = {
  recipe: 'recipe',
  'hot-folder': 'folder',
  prices: 'prices',
  'custom-model': 'card',
} as const satisfies Readonly<Record<SharedConflict['kind'], StudioConflict['kind']>>;

type Conflicts = Pick<Ledger, 'sharedConflicts' | 'transaction'>;

/** Returns the items that this station and another have changed at the same time, newest first. */
export function studioConflicts({ sharedConflicts }: Conflicts): readonly StudioConflict[] {
  return sharedConflicts.open().map(viewOf);
}

/**
 * Keeps one version of an item, which takes effect at all stations once this one is connected. Problem:
 * studio-conflict-unknown.
 */
export function keepVersion(
  { sharedConflicts, transaction }: Conflicts,
  { id, version }: { readonly id: number; readonly version: KeptVersion },
): Outcome<{ readonly name: string }> {
  return transaction(() => {
    const conflict = sharedConflicts.open().find((one) => one.id === id);
    if (conflict === undefined) {
      return failure('studio-conflict-unknown', { id }, { about: String(id) });
    }
    sharedConflicts.choose(id, version);
    return success({ name: conflict.name });
  });
}

function viewOf({ kind, mine, theirs, ...conflict }: SharedConflict): StudioConflict {
  const { id, name, station, at } = conflict;
  const own: unknown = JSON.parse(mine);
  const fields = theirs === null ? [] : differences(own, JSON.parse(theirs));
  return {
    id,
    kind: kinds[kind],
    name,
    agent: agentOf(own),
    station,
    at,
    isRemoved: theirs === null,
    fields: fields.slice(0, MOST_FIELDS),
    hasMore: fields.length > MOST_FIELDS,
  };
}

function agentOf(item: unknown): StudioConflict['agent'] {
  if (!isObject(item)) return null;
  const { agent: name, version } = item;
  return typeof name === 'string' && typeof version === 'string' ? { name, version } : null;
}

/** Returns the fields in which two JSON values differ, in the order of the first. */
function differences(mine: unknown, theirs: unknown): ConflictField[] {
  const own = new Map(leavesOf(mine, ''));
  const other = new Map(leavesOf(theirs, ''));
  return [...new Set([...own.keys(), ...other.keys()])].flatMap((field) => {
    const [one, two] = [own.get(field) ?? null, other.get(field) ?? null];
    return one === two ? [] : [{ field, mine: shown(one), theirs: shown(two) }];
  });
}

/** Returns the values in an object by their paths, such as `params.backgroundHex`. Lists are single values. */
function leavesOf(value: unknown, path: string): [string, SharedValue][] {
  if (isObject(value)) {
    return Object.entries(value).flatMap(([name, inner]) =>
      leavesOf(inner, path === '' ? name : `${path}.${name}`),
    );
  }
  if (Array.isArray(value)) return [[path, value.map(wordOf).join(', ')]];
  const isPlain =
    value === null ||
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean';
  return [[path, isPlain ? value : wordOf(value)]];
}

function wordOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!isObject(value)) return JSON.stringify(value);
  return Object.values(value)
    .filter((one) => one !== null)
    .map(wordOf)
    .join(' ');
}

function shown(value: SharedValue): SharedValue {
  return typeof value === 'string' && value.length > LONGEST
    ? `${value.slice(0, LONGEST)}…`
    : value;
}
