import { problemOf } from '#shared/failure.ts';
import { infoPage } from '#shared/limits.ts';
import { customModelAgent, customModelFacts, type CustomModelKind } from '#shared/custom-models.ts';
import type { Problem } from '#shared/problem.ts';
import { failureProblem } from '../../adapters/service/failure-problem.ts';
import type { Service } from '../../adapters/service/types.ts';
import { emptyListing, hasEnded, withPage, type TemplateList } from '../templates/listing.ts';
import type { Template } from '../templates/template.ts';

/** A list of the account's models or scenes, as the service returned it. */
export interface Listing {
  /** The account's own entries, without those that the service offers to all accounts. */
  readonly rows: readonly Template[];
  /**
   * Why the list may be incomplete; an entry that an incomplete list lacks may still exist.
   * Null for a complete list.
   */
  readonly problem: Problem | null;
  /**
   * Whether the service answered for every page; if it did and the list is still incomplete,
   * the list contradicts itself.
   */
  readonly isAnswered: boolean;
  /**
   * Whether the service reported a total; without a total, a list that looks complete may not be.
   */
  readonly isCounted: boolean;
  /** Time in ms that the service asked to wait before the next request. */
  readonly retryAfterMs?: number;
}

/** Maximum number of attempts to read a list that another program changes while its pages are being requested. */
const TRIES = 3;

/** Lists the account's custom models or scenes, page by page (interface: "Agent information"). */
export async function listAccount(
  service: Pick<Service, 'info'>,
  kind: CustomModelKind,
  signal: AbortSignal,
): Promise<Listing> {
  for (let tries = 1; ; tries += 1) {
    const { listing, hasMoved } = await listOnce(service, kind, signal);
    if (!hasMoved || tries === TRIES) return listing;
  }
}

async function listOnce(
  service: Pick<Service, 'info'>,
  kind: CustomModelKind,
  signal: AbortSignal,
): Promise<{ readonly listing: Listing; readonly hasMoved: boolean }> {
  const { list } = customModelFacts[kind];
  const totals = new Set<number | null>();
  let listing = emptyListing;
  let isTold = true;
  while (!hasEnded(listing)) {
    const { page } = listing;
    const answer = await service.info(
      { ...customModelAgent, resourceType: list, page, pageSize: infoPage.pageSizeMax },
      { signal },
    );
    if (!answer.ok) {
      const { retryAfterMs } = answer.failure;
      const problem = failureProblem(answer.failure);
      const rows = customModelsIn(listing.lists[list]);
      const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
      return {
        listing: { rows, problem, isAnswered: false, isCounted: false, ...wait },
        hasMoved: false,
      };
    }
    const total = answer.value.pagination?.[list]?.total ?? null;
    totals.add(total);
    isTold &&= answer.value[list] !== undefined || total === 0;
    listing = withPage(listing, answer.value, [list], true);
  }
  const gathered = listing.lists[list];
  // an entry that was added or removed in the meantime shifts the pages, so another entry may have
  // been skipped
  const hasMoved = totals.size > 1;
  // an answer without the list does not prove that the account has no entries
  const isWhole = gathered?.end === 'whole' && !hasMoved && isTold;
  const problem = isWhole ? null : notWhole(kind, gathered);
  const isCounted = !totals.has(null);
  return {
    listing: { rows: customModelsIn(gathered), problem, isAnswered: true, isCounted },
    hasMoved,
  };
}

function customModelsIn(gathered: TemplateList | undefined): readonly Template[] {
  return gathered?.rows.filter(({ owner }) => owner === 'Yours') ?? [];
}

function notWhole(kind: CustomModelKind, gathered: TemplateList | undefined): Problem {
  const { rows = [], total = 0 } = gathered ?? {};
  const of = { about: `${rows.length} / ${total}` };
  return total === 0
    ? problemOf('templates-incomplete.missing', { kind }, of)
    : problemOf('templates-incomplete', { kind, total, returned: rows.length }, of);
}
