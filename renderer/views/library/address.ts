import type { LibraryFilter } from '#shared/contract/library-channels.ts';
import { librarySorts, type LibrarySort } from '#shared/library-image.ts';
import { isDays, spanOf, type Days } from './days.ts';

/** The results that the library shows, and their order. */
export interface LibraryView {
  readonly filter: Omit<LibraryFilter, 'ids' | 'from' | 'before'> & {
    readonly days?: Days | undefined;
    /** Whether photos that need attention are shown instead of results. */
    readonly held?: true | undefined;
  };
  readonly sort: LibrarySort;
}

const picks = { picked: 1, rejected: -1, unmarked: 0 } as const;
export type PickName = keyof typeof picks;
export const pickNames = ['picked', 'rejected', 'unmarked'] as const;

/** Returns the number that the contract uses for a pick status. */
export function pickOf(name: PickName): -1 | 0 | 1 {
  return picks[name];
}

/** The value of `hotFolderId` for photos that were added by hand. */
const BY_HAND = 'none';
const HELD = 'yes';

/**
 * Reads the address of the library: `pick`, `stars`, `days`, `agent`, `recipe`, `hotFolderId` (an id or
 * `none`), `text`, `held`, `sort`. Ignores invalid values, because users paste addresses and keep old ones.
 */
export function readView(query: URLSearchParams): LibraryView {
  const pick = pickNames.find((name) => name === query.get('pick'));
  const stars = Number(query.get('stars'));
  const days = query.get('days') ?? '';
  const folder = query.get('hotFolderId');
  const folderId = Number(folder);
  return {
    filter: {
      ...(pick === undefined ? {} : { pick: picks[pick] }),
      ...(Number.isInteger(stars) && stars > 0 && stars <= 5 ? { stars } : {}),
      ...(isDays(days) ? { days } : {}),
      ...given('agent', query),
      ...given('recipe', query),
      ...(folder === BY_HAND ? { hotFolderId: null } : {}),
      ...(Number.isSafeInteger(folderId) && folderId > 0 ? { hotFolderId: folderId } : {}),
      ...given('text', query),
      ...(query.get('held') === HELD ? { held: true } : {}),
    },
    sort: librarySorts.find((sort) => sort === query.get('sort')) ?? 'newest',
  };
}

/** Returns the query parameters of a view. */
export function queryOf({
  filter,
  sort,
}: LibraryView): Readonly<Record<string, string | undefined>> {
  const { pick, stars, days, agent, recipe, hotFolderId, text, held } = filter;
  return {
    pick: pickNames.find((name) => picks[name] === pick),
    stars: stars?.toString(),
    days,
    agent,
    recipe,
    hotFolderId: hotFolderId === null ? BY_HAND : hotFolderId?.toString(),
    text,
    held: held === true ? HELD : undefined,
    sort: sort === 'newest' ? undefined : sort,
  };
}

/** Converts the filter to the contract's format. Days are local days, relative to `now` (wall-clock ms). */
export function wireFilter(
  { days, held: _held, ...filter }: LibraryView['filter'],
  now: number,
): Omit<LibraryFilter, 'ids'> {
  return { ...filter, ...(days === undefined ? {} : spanOf(days, now)) };
}

function given<K extends string>(name: K, query: URLSearchParams): Partial<Record<K, string>> {
  const value = query.get(name);
  return value === null || value.trim() === '' ? {} : ({ [name]: value } as Record<K, string>);
}

/** Returns a filter for the picked results among the listed results; null if the filter already excludes picks. */
export function picksIn(filter: LibraryView['filter']): LibraryFilter | null {
  return filter.pick === undefined || filter.pick === 1
    ? { ...wireFilter(filter, Date.now()), pick: 1 }
    : null;
}
