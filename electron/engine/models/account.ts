import { infoPage } from '#shared/limits.ts';
import { customModelAgent, customModelFacts, type CustomModelKind } from '#shared/custom-models.ts';
import { failure, type Problem } from '#shared/problem.ts';
import { failureProblem } from '../../adapters/service/failure-problem.ts';
import type { Service } from '../../adapters/service/types.ts';
import { emptyListing, hasEnded, withPage, type TemplateList } from '../templates/listing.ts';
import type { Template } from '../templates/template.ts';

/** What the account was seen to hold of one kind. */
export interface Listing {
  /** The account's own, without the service's. */
  readonly rows: readonly Template[];
  /** Why that may not be all; such a list is no evidence of what is missing. Null when it is whole. */
  readonly problem: Problem | null;
  /** Whether the service answered for every page; a list that is not whole then contradicts itself. */
  readonly isAnswered: boolean;
  /** Whether the service said how many there are: without that, a whole list is only what it gave. */
  readonly isCounted: boolean;
  /** ms that the service asked to wait before the next request. */
  readonly retryAfterMs?: number;
}

/** Tries at a list that another hand changes while its pages are asked for. */
const TRIES = 3;

/** Lists the account's custom models or scenes, "Agent information": all pages, of which each tells a total. */
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
  // one that came or went meanwhile shifts the pages, and another may have slipped between two of them
  const hasMoved = totals.size > 1;
  // an answer without the list says nothing of what is not in it
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
  const gave =
    total === 0 ? `gave no list of ${kind}s` : `tells of ${total} ${kind}s and gave ${rows.length}`;
  return failure(
    'templates-incomplete',
    `The service ${gave}, so the list may be incomplete. Darkslide shows what it got and asks again.`,
    { about: `${rows.length} / ${total}` },
  ).problem;
}
