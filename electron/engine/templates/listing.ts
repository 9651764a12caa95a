import type { AgentVersion, InfoList } from '#shared/agents/index.ts';
import { infoPage } from '#shared/limits.ts';
import type { AgentInfo, PageOf } from '#shared/service.ts';
import { templatesIn, type Template } from './template.ts';

/** The entries of one list that have been fetched so far. */
export interface TemplateList {
  readonly rows: readonly Template[];
  /** Number of entries of the whole list, as last reported by the service. */
  readonly total: number;
  /**
   * `open`: more entries must be fetched. `whole`: all entries have been fetched. `short`: the
   * service returns no more entries, although it counts more.
   */
  readonly end: 'open' | 'whole' | 'short';
}

/** Lists that are fetched together, page by page. */
export interface Listing {
  readonly lists: Readonly<Partial<Record<InfoList, TemplateList>>>;
  /** The page to fetch next, from 1. */
  readonly page: number;
}

/**
 * Maximum number of pages of one listing, in case the service never says that a page was the last.
 */
const MOST_PAGES = 200;
/** Maximum number of entries of one list. */
const MOST_ROWS = MOST_PAGES * infoPage.pageSizeMax;

export const emptyListing: Listing = { lists: {}, page: 1 };

/**
 * Returns the lists that one request fetches (interface: "Agent information"): a single list if the service
 * allows that, so that nothing is fetched twice; otherwise all lists of the agent.
 */
export function listsTogether({ info }: AgentVersion, list: InfoList): readonly InfoList[] {
  if (info === null || !info.lists.includes(list)) return [];
  return info.resourceType ? [list] : info.lists;
}

/**
 * Returns the listing extended by one more answer. An entry that is already in the listing is replaced, so that a
 * repeated page, or a page that shifted between two requests, does no harm. The service's statement that a page is
 * the last one counts only if it agrees with the number of entries.
 */
export function withPage(
  { lists, page }: Listing,
  info: AgentInfo,
  together: readonly InfoList[],
  isPaged: boolean,
): Listing {
  const next = together.map((list): [InfoList, TemplateList] => {
    const before = lists[list];
    if (before !== undefined && before.end !== 'open') return [list, before];
    const isTold = isPaged && (list === 'locations' || list === 'fashionModels');
    const told = isTold ? info.pagination?.[list] : undefined;
    return [list, gather(before?.rows ?? [], templatesIn(info, list), told, isPaged, page)];
  });
  return { lists: Object.fromEntries(next), page: page + 1 };
}

/** Returns whether everything that the service returns has been fetched. */
export function hasEnded(listing: Listing): boolean {
  const all = Object.values(listing.lists);
  return all.length > 0 && all.every(({ end }) => end !== 'open');
}

/** Returns the first list that the service does not return completely. */
export function shortList(listing: Listing): TemplateList | undefined {
  return Object.values(listing.lists).find(({ end }) => end === 'short');
}

/** Returns the number of entries in all lists. */
export function rowsIn(listing: Listing): number {
  return Object.values(listing.lists).reduce((sum, { rows }) => sum + rows.length, 0);
}

/** Returns whether a custom model or scene is being prepared, so that the list will change soon. */
export function isPreparing(listing: Listing): boolean {
  return Object.values(listing.lists).some(({ rows }) =>
    rows.some(({ status }) => status === 'prepare'),
  );
}

function gather(
  before: readonly Template[],
  come: readonly Template[],
  told: PageOf | undefined,
  isPaged: boolean,
  page: number,
): TemplateList {
  const byId = new Map(before.map((row) => [row.id, row]));
  for (const row of come) if (byId.size < MOST_ROWS || byId.has(row.id)) byId.set(row.id, row);
  const rows = [...byId.values()];
  const total = Math.max(rows.length, told?.total ?? 0);
  const isAll = rows.length >= total;
  const brings = rows.length > before.length;
  const saysLast = told?.isLastPage ?? come.length < infoPage.pageSizeMax;
  const isOver = !isPaged || !brings || (saysLast && isAll) || page >= MOST_PAGES;
  if (!isOver) return { rows, total, end: 'open' };
  return { rows, total, end: isAll && (!brings || saysLast || !isPaged) ? 'whole' : 'short' };
}
