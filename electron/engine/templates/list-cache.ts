import type { AgentVersion, InfoList } from '#shared/agents/index.ts';
import { problemIn, type Problem } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import { createNews } from '../../base/news.ts';
import { unlessAborted } from '../../base/unless-aborted.ts';
import type { Service } from '../../adapters/service/types.ts';
import { readListFile, writeListFile, type SavedListing } from './list-file.ts';
import { hasEnded, isPreparing, rowsIn, shortList, type TemplateList } from './listing.ts';
import { newListing, nextPage, checkWhole, type GrowingListing } from './pages.ts';

export interface ListCacheParts {
  readonly service: Pick<Service, 'info'>;
  /** Origin of the service's address. */
  readonly origin: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly agent: AgentVersion;
  /** The lists that one request returns. */
  readonly lists: readonly InfoList[];
  /** Absolute path of the cache file. */
  readonly file: string;
  /** Aborted when all work must end. */
  readonly stopping: AbortSignal;
  /** Whether to skip background refreshes, because the network is metered or offline. */
  readonly isSpared: () => boolean;
  /** Called when the cached lists may have changed. */
  readonly changed: () => void;
  /** Turns a thrown error into a problem. */
  readonly mistake: (error: unknown) => Problem;
}

/** The current state of a list. */
export interface ListState {
  /** Undefined if no list is cached, until the first page arrives. */
  readonly list: TemplateList | undefined;
  /** Wall-clock ms at which the first page of the list was requested; null if there is no list. */
  readonly begunAt: number | null;
  readonly isRefreshing: boolean;
  /** Why the list is incomplete or outdated; null if it is neither. */
  readonly problem: Problem | null;
}

/** Time in ms after which a list is refreshed; lists of templates change about once a week. */
const REFRESH_AFTER = 10 * 60_000;
/** Interval in ms between two refreshes while a custom model or scene is being prepared. */
const POLL = 15_000;
/** Time in ms after a failure during which the service is queried again only when the user asks. */
const FAILURE_REST = 30_000;
/** Interval in ms between two writes while a long list is fetched for the first time. */
const SAVE_EVERY = 3_000;

/** The lists that one request to the service returns: cached on disk and refreshed in the background. */
export class ListCache {
  readonly #parts: ListCacheParts;
  /** The list that callers receive. */
  #shown: SavedListing | null = null;
  /**
   * The pages that a refresh has collected so far. After a failure, the refresh continues with them
   * while they are recent.
   */
  #incoming: GrowingListing | null = null;
  #problem: Problem | null = null;
  #loaded: Promise<void> | null = null;
  #refreshing: Promise<void> | null = null;
  readonly #news = createNews();
  /** Monotonic ms of the last refresh; null until there has been one in this run of the program. */
  #refreshedAt: number | null = null;
  #failedAt: number | null = null;
  #askedAt = 0;
  #isPolling = false;

  constructor(parts: ListCacheParts) {
    this.#parts = parts;
  }

  /**
   * Returns the cached list immediately, and refreshes it if it is old. With an empty cache, waits
   * for the first page, for the failure to get it, or for `signal`.
   */
  async read(list: InfoList, signal: AbortSignal): Promise<ListState> {
    const { clock, stopping } = this.#parts;
    this.#askedAt = clock.mono();
    await (this.#loaded ??= this.#load());
    if (!stopping.aborted && this.#isDue()) void this.refresh();
    if (this.#shown === null && this.#refreshing !== null) {
      await unlessAborted(this.#news.next(), AbortSignal.any([signal, stopping]));
    }
    return {
      list: this.#shown?.listing.lists[list],
      begunAt: this.#shown?.begunAt ?? null,
      isRefreshing: this.#refreshing !== null,
      problem: this.#problem,
    };
  }

  /** Queries the service now; resolves when the query has succeeded or failed. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
      this.#tell();
      void this.#poll();
    });
    return this.#refreshing;
  }

  /** Resolves when the refresh has ended; abort `stopping` first. */
  async close(): Promise<void> {
    await this.#refreshing;
  }

  async #refresh(): Promise<void> {
    try {
      await (this.#loaded ??= this.#load());
      await this.#gather();
      await this.#save();
    } catch (error) {
      this.#problem = this.#parts.mistake(error);
      this.#failedAt = this.#parts.clock.mono();
    }
  }

  async #load(): Promise<void> {
    const { file, origin } = this.#parts;
    this.#shown = await readListFile(file, origin);
  }

  #isDue(): boolean {
    const now = this.#parts.clock.mono();
    if (this.#failedAt !== null && now - this.#failedAt < FAILURE_REST) return false;
    if (this.#parts.isSpared() && this.#shown !== null) return false;
    if (this.#refreshedAt === null || this.#shown === null) return true;
    return now - this.#refreshedAt >= (isPreparing(this.#shown.listing) ? POLL : REFRESH_AFTER);
  }

  #tell(): void {
    this.#news.tell();
    this.#parts.changed();
  }

  async #gather(): Promise<void> {
    const { clock, stopping, agent } = this.#parts;
    let savedAt = clock.mono();
    const isYoung =
      this.#incoming !== null && clock.mono() - this.#incoming.begunMono < REFRESH_AFTER;
    let next = this.#incoming !== null && isYoung ? this.#incoming : newListing(clock);
    while (!hasEnded(next.listing)) {
      const page = await nextPage(this.#parts, next);
      if (stopping.aborted) return;
      if (!page.ok) {
        this.#problem = page.problem;
        this.#failedAt = clock.mono();
        return;
      }
      next = page.value;
      this.#incoming = next;
      this.#show(next);
      if (hasEnded(next.listing)) break;
      this.#tell();
      if (this.#shown?.listing === next.listing && clock.mono() - savedAt >= SAVE_EVERY) {
        await this.#save();
        savedAt = clock.mono();
      }
    }
    this.#incoming = null;
    this.#failedAt = null;
    this.#refreshedAt = clock.mono();
    this.#problem = problemIn(checkWhole(agent, next));
  }

  /**
   * Replaces the returned list with the refreshed one, unless the refreshed one has fewer entries.
   */
  #show(next: SavedListing): void {
    const shown = this.#shown;
    const isBetter =
      shown === null ||
      (hasEnded(next.listing) && shortList(next.listing) === undefined) ||
      ((!hasEnded(shown.listing) || hasEnded(next.listing)) &&
        rowsIn(next.listing) >= rowsIn(shown.listing));
    if (isBetter) this.#shown = next;
  }

  async #save(): Promise<void> {
    const { file, origin, random } = this.#parts;
    if (this.#shown === null) return;
    const written = await writeListFile(file, this.#shown, origin, random);
    if (!written.ok) this.#problem ??= written.problem;
  }

  /** Refreshes again while a custom model is being prepared and a screen still reads the list. */
  async #poll(): Promise<void> {
    const { clock, stopping, isSpared } = this.#parts;
    if (this.#isPolling || stopping.aborted) return;
    if (this.#shown === null || !isPreparing(this.#shown.listing)) return;
    this.#isPolling = true;
    const toldAt = clock.mono();
    await clock.sleep(POLL, stopping);
    this.#isPolling = false;
    if (!stopping.aborted && this.#askedAt >= toldAt && !isSpared()) await this.refresh();
  }
}
