import type { AgentVersion, InfoList } from '#shared/agents/index.ts';
import { infoPage } from '#shared/limits.ts';
import type { AgentInfo, PageOf } from '#shared/service.ts';
import { templatesIn, type Template } from './template.ts';

/** What was gathered of one list. */
export interface Gathered {
  readonly rows: readonly Template[];
  /** Entries of the whole list, as the service told last. */
  readonly total: number;
  /**
   * `open`: more is to be asked for; `whole`: all of it is here; `short`: the service gives no more,
   * though it tells of more.
   */
  readonly end: 'open' | 'whole' | 'short';
}

/** Lists that are asked for together, gathered page by page. */
export interface Edition {
  readonly lists: Readonly<Partial<Record<InfoList, Gathered>>>;
  /** The page to ask for next, from 1. */
  readonly page: number;
}

/** Pages of one edition; a service that never says it was the last page is not asked for ever. */
const MOST_PAGES = 200;
/** Entries of one list that are kept. */
const MOST_ROWS = MOST_PAGES * infoPage.pageSizeMax;

export const emptyEdition: Edition = { lists: {}, page: 1 };

/**
 * The lists that one request brings, "Agent information": where the service can be asked for one list
 * alone, that one, so that nothing is fetched twice; else all of the agent's.
 */
export function listsTogether({ info }: AgentVersion, list: InfoList): readonly InfoList[] {
  if (info === null || !info.lists.includes(list)) return [];
  return info.resourceType ? [list] : info.lists;
}

/**
 * An edition with one more answer in it. Entries that are here already are taken in their new form and
 * counted once, so that a page that is repeated, or that shifted while it was asked for, does no harm.
 * What the service says of its last page is believed only where it agrees with the number it tells.
 */
export function withPage(
  { lists, page }: Edition,
  info: AgentInfo,
  together: readonly InfoList[],
  isPaged: boolean,
): Edition {
  const next = together.map((list): [InfoList, Gathered] => {
    const before = lists[list];
    if (before !== undefined && before.end !== 'open') return [list, before];
    const isTold = isPaged && (list === 'locations' || list === 'fashionModels');
    const told = isTold ? info.pagination?.[list] : undefined;
    return [list, gather(before?.rows ?? [], templatesIn(info, list), told, isPaged, page)];
  });
  return { lists: Object.fromEntries(next), page: page + 1 };
}

/** Whether nothing is left to ask for. */
export function hasEnded(edition: Edition): boolean {
  const all = Object.values(edition.lists);
  return all.length > 0 && all.every(({ end }) => end !== 'open');
}

/** The first list that the service gives less of than it tells of. */
export function shortList(edition: Edition): Gathered | undefined {
  return Object.values(edition.lists).find(({ end }) => end === 'short');
}

/** Entries over all lists. */
export function rowsIn(edition: Edition): number {
  return Object.values(edition.lists).reduce((sum, { rows }) => sum + rows.length, 0);
}

/** Whether something of a person's own is being prepared, so that it will soon be another one. */
export function isPreparing(edition: Edition): boolean {
  return Object.values(edition.lists).some(({ rows }) =>
    rows.some(({ status }) => status === 'prepare'),
  );
}

function gather(
  before: readonly Template[],
  come: readonly Template[],
  told: PageOf | undefined,
  isPaged: boolean,
  page: number,
): Gathered {
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
