import type { AgentVersion, InfoList } from '#shared/agents/index.ts';
import { infoPage } from '#shared/limits.ts';
import { failure, type Problem } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import { failureProblem } from '../../adapters/service/failure-problem.ts';
import type { Service } from '../../adapters/service/types.ts';
import { readKept, writeKept, type Kept } from './cache.ts';
import {
  emptyEdition,
  hasEnded,
  isPreparing,
  rowsIn,
  shortList,
  withPage,
  type Gathered,
} from './edition.ts';

export interface ShelfParts {
  readonly service: Pick<Service, 'info'>;
  /** Origin of the service's address. */
  readonly origin: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly agent: AgentVersion;
  /** Lists that one request brings. */
  readonly lists: readonly InfoList[];
  /** Absolute path of the file they are kept in. */
  readonly file: string;
  /** Ends all work. */
  readonly stopping: AbortSignal;
  /** Whether nothing is to be asked for that nobody has asked for. */
  readonly isSpared: () => boolean;
  /** What the shelf answers may be another now. */
  readonly changed: () => void;
  /** The problem of a bug of ours. */
  readonly mistake: (error: unknown) => Problem;
}

/** What is there of a list now. */
export interface Standing {
  /** Undefined before the first page and without anything kept. */
  readonly list: Gathered | undefined;
  /** Wall-clock ms its first page was asked for; null where there is none. */
  readonly begunAt: number | null;
  readonly isRefreshing: boolean;
  /** Why it is not whole or not of now; null when nothing is wrong. */
  readonly problem: Problem | null;
}

/** The lists of an agent's version that come together: kept on disk, and refreshed behind what is shown. */
export interface Shelf {
  /**
   * Answers at once from what is kept, and refreshes it when it is old. With nothing kept it waits for
   * the first page, for the failure to get it, or for `signal`.
   */
  stand(list: InfoList, signal: AbortSignal): Promise<Standing>;
  /** Asks the service now; resolves when that has ended, whichever way. */
  refresh(): Promise<void>;
  /** Resolves when nothing is under way any more; `stopping` is aborted before. */
  close(): Promise<void>;
}

/** ms after which what is shown is asked for anew; lists of templates change by the week. */
const AGE = 10 * 60_000;
/** ms between two looks at something of a person's own that is being prepared. */
const POLL = 15_000;
/** ms after a failure in which the service is not asked again unless a person says so. */
const REST = 30_000;
/** ms between two writes while a long list comes for the first time. */
const SAVE_EVERY = 3_000;

export function createShelf(parts: ShelfParts): Shelf {
  const { clock, stopping, changed } = parts;
  /** What is answered. */
  let shown: Kept | null = null;
  /** What is gathered behind it, gone on with after a failure while it is young; monotonic ms. */
  let growing: (Kept & { readonly begunMono: number }) | null = null;
  let problem: Problem | null = null;
  let isLoaded: Promise<void> | null = null;
  let flight: Promise<void> | null = null;
  let news = Promise.withResolvers<void>();
  /** Monotonic ms; null until it happens in this run of the program. */
  let refreshedAt: number | null = null;
  let failedAt: number | null = null;
  let askedAt = 0;
  let isPolling = false;

  const load = async (): Promise<void> => {
    shown = await readKept(parts.file, parts.origin);
  };

  const isDue = (): boolean => {
    const now = clock.mono();
    if (failedAt !== null && now - failedAt < REST) return false;
    if (parts.isSpared() && shown !== null) return false;
    if (refreshedAt === null || shown === null) return true;
    return now - refreshedAt >= (isPreparing(shown.edition) ? POLL : AGE);
  };

  const tell = (): void => {
    news.resolve();
    news = Promise.withResolvers();
    changed();
  };

  /** What was gathered takes the place of what is shown, unless that would show less. */
  const show = (next: Kept): void => {
    const isBetter =
      shown === null ||
      (hasEnded(next.edition) && shortList(next.edition) === undefined) ||
      ((!hasEnded(shown.edition) || hasEnded(next.edition)) &&
        rowsIn(next.edition) >= rowsIn(shown.edition));
    if (isBetter) shown = next;
  };

  const save = async (): Promise<void> => {
    if (shown === null) return;
    const written = await writeKept(parts.file, shown, parts.origin, parts.random);
    if (!written.ok) problem ??= written.problem;
  };

  const gather = async (): Promise<void> => {
    const { agent, lists, service } = parts;
    const isPaged = agent.info?.paged === true;
    let savedAt = clock.mono();
    const isYoung = growing !== null && clock.mono() - growing.begunMono < AGE;
    let next =
      growing !== null && isYoung
        ? growing
        : { edition: emptyEdition, begunAt: clock.wall(), begunMono: clock.mono() };
    while (!hasEnded(next.edition)) {
      const answer = await service.info(
        {
          agentName: agent.name,
          agentVersion: agent.version,
          ...(isPaged ? { page: next.edition.page, pageSize: infoPage.pageSizeMax } : {}),
          ...oneResource(agent, lists),
        },
        { signal: stopping },
      );
      if (stopping.aborted) return;
      if (!answer.ok) {
        problem = failureProblem(answer.failure);
        failedAt = clock.mono();
        return;
      }
      next = { ...next, edition: withPage(next.edition, answer.value, lists, isPaged) };
      growing = next;
      show(next);
      if (hasEnded(next.edition)) break;
      tell();
      if (shown?.edition === next.edition && clock.mono() - savedAt >= SAVE_EVERY) {
        await save();
        savedAt = clock.mono();
      }
    }
    growing = null;
    failedAt = null;
    refreshedAt = clock.mono();
    problem = shortProblem(agent, next);
  };

  const refresh = (): Promise<void> => {
    flight ??= (async () => {
      await (isLoaded ??= load());
      await gather();
      await save();
    })()
      .catch((error: unknown) => {
        problem = parts.mistake(error);
        failedAt = clock.mono();
      })
      .finally(() => {
        flight = null;
        tell();
        void poll();
      });
    return flight;
  };

  /** Looks again while something is being prepared and a screen still asks after each change. */
  const poll = async (): Promise<void> => {
    if (isPolling || stopping.aborted || shown === null || !isPreparing(shown.edition)) return;
    isPolling = true;
    const toldAt = clock.mono();
    await clock.sleep(POLL, stopping);
    isPolling = false;
    if (!stopping.aborted && askedAt >= toldAt && !parts.isSpared()) await refresh();
  };

  return {
    async stand(list, signal) {
      askedAt = clock.mono();
      await (isLoaded ??= load());
      if (!stopping.aborted && isDue()) void refresh();
      if (shown === null && flight !== null) await firstOf(news.promise, [signal, stopping]);
      return {
        list: shown?.edition.lists[list],
        begunAt: shown?.begunAt ?? null,
        isRefreshing: flight !== null,
        problem,
      };
    },
    refresh,
    close: () => flight ?? Promise.resolve(),
  };
}

/** One list alone is asked for where the service can be. */
function oneResource(
  { info }: AgentVersion,
  lists: readonly InfoList[],
): { readonly resourceType?: 'locations' | 'fashionModels' } {
  const [list] = lists;
  const isOne = info?.resourceType === true && lists.length === 1;
  return isOne && (list === 'locations' || list === 'fashionModels') ? { resourceType: list } : {};
}

function shortProblem(agent: AgentVersion, { edition }: Kept): Problem | null {
  const short = shortList(edition);
  if (short === undefined) return null;
  return failure(
    'templates-incomplete',
    `The service tells of ${short.total} entries for ${agent.name} ${agent.version} and gave ${short.rows.length}. What it gave is here; what is missing can be had by its id.`,
    { about: `${short.rows.length} / ${short.total}` },
  ).problem;
}

async function firstOf(news: Promise<void>, signals: readonly AbortSignal[]): Promise<void> {
  const either = AbortSignal.any([...signals]);
  if (either.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const leave = () => resolve();
  either.addEventListener('abort', leave, { once: true });
  try {
    await Promise.race([news, promise]);
  } finally {
    either.removeEventListener('abort', leave);
  }
}
