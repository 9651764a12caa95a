import type { AgentVersion, InfoList } from '#shared/agents/index.ts';
import { infoPage } from '#shared/limits.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import { failureProblem } from '../../adapters/service/failure-problem.ts';
import type { Service } from '../../adapters/service/types.ts';
import type { SavedListing } from './list-file.ts';
import { emptyListing, shortList, withPage } from './listing.ts';

/** Lists while they arrive page by page. */
export interface GrowingListing extends SavedListing {
  /** Monotonic ms at which its first page was requested. */
  readonly begunMono: number;
}

/** Returns lists without any page yet. */
export function newListing(clock: Pick<Clock, 'wall' | 'mono'>): GrowingListing {
  return { listing: emptyListing, begunAt: clock.wall(), begunMono: clock.mono() };
}

/**
 * Requests the next page from the service, and returns the extended lists. Problems: those of the
 * service.
 */
export async function nextPage(
  parts: {
    readonly service: Pick<Service, 'info'>;
    readonly agent: AgentVersion;
    readonly lists: readonly InfoList[];
    readonly stopping: AbortSignal;
  },
  list: GrowingListing,
): Promise<Outcome<GrowingListing>> {
  const { service, agent, lists, stopping } = parts;
  const isPaged = agent.info?.paged === true;
  const answer = await service.info(
    {
      agentName: agent.name,
      agentVersion: agent.version,
      ...(isPaged ? { page: list.listing.page, pageSize: infoPage.pageSizeMax } : {}),
      ...oneResource(agent, lists),
    },
    { signal: stopping },
  );
  if (!answer.ok) return failure(failureProblem(answer.failure));
  return success({ ...list, listing: withPage(list.listing, answer.value, lists, isPaged) });
}

/** Returns the parameters for requesting a single list, if the service allows that. */
function oneResource(
  { info }: AgentVersion,
  lists: readonly InfoList[],
): { readonly resourceType?: 'locations' | 'fashionModels' } {
  const [list] = lists;
  const isOne = info?.resourceType === true && lists.length === 1;
  return isOne && (list === 'locations' || list === 'fashionModels') ? { resourceType: list } : {};
}

/** Checks that a list is complete. Problem: templates-incomplete. */
export function checkWhole(agent: AgentVersion, { listing }: SavedListing): Outcome<void> {
  const short = shortList(listing);
  if (short === undefined) return success();
  return failure(
    'templates-incomplete.agent',
    { total: short.total, agent: agent.name, version: agent.version, returned: short.rows.length },
    { about: `${short.rows.length} / ${short.total}` },
  );
}
