import { success, type Outcome } from '#shared/problem.ts';
import { createAlarm, type Alarm } from '../../../base/alarm.ts';
import { keyOf } from '../../../adapters/shared-studio/shared-work.ts';
import { applyChange } from './changes.ts';
import { offerJobs, reviewOffers, withholdJobs } from './offers.ts';
import type { WorkParts } from './parts.ts';
import { Takes } from './takes.ts';
import { Watches } from './watches.ts';

/** Exchanges photos of shared hot folders: this station offers its photos to other stations and takes theirs. */
export interface WorkExchange {
  /** Returns whether this station may watch a hot folder; true for a folder that is not shared. */
  mayWatch(hotFolderId: number): boolean;
  /** Returns the name of the other station that watches a hot folder; null if none is known. */
  watcherOf(hotFolderId: number): string | null;
  /** Returns whether this station does not watch a shared hot folder because it cannot reach the folder. */
  isAway(hotFolderId: number): boolean;
  /**
   * Returns whether results of a job may be placed now. If another station may have taken over the photo, its results
   * wait until the database has been queried under the current lease. While the database is unreachable, they are
   * placed.
   */
  mayDeliver(jobId: number): boolean;
  /** Exchanges photos soon. */
  wake(): void;
  start(): void;
  /** Takes no more photos and gives back those that have not begun; finishes the others. */
  drain(): Promise<void>;
  /** Gives back the photos that have not begun, and lets other stations watch the folders. */
  stop(): Promise<void>;
}

/** Time in ms between two exchanges while nothing wakes the station. */
const EVERY = 2000;
/** Time in ms until the next attempt while the station has no lease. */
const SOON = 300;
const LEAST = 200;
/**
 * Time in ms by which queries for changes overlap. No change is missed, because the database ends statements that run
 * longer.
 */
const OVERLAP = 20_000;

export function createWorkExchange(parts: WorkParts): WorkExchange {
  return new ExchangeLoop(parts);
}

class ExchangeLoop implements WorkExchange {
  readonly #parts: WorkParts;
  readonly #watches: Watches;
  readonly #takes: Takes;
  readonly #stopping = new AbortController();
  readonly #alarm: Alarm;
  #running: Promise<void> = Promise.resolve();
  /**
   * Time of the database, less `OVERLAP`, up to which changes are known; null until the offered photos have been
   * reviewed under the current lease.
   */
  #since: Date | null = null;
  #fence = -1;
  /** Fence of the lease under which the photos of this station were last compared with the database. */
  #verified = -1;
  /** Monotonic ms of the next renewal of the watches. */
  #renewAt = 0;
  /** Time in ms until the next exchange if nothing wakes the station. */
  #restFor = SOON;

  constructor(parts: WorkParts) {
    this.#parts = parts;
    this.#watches = new Watches(parts);
    this.#takes = new Takes(parts);
    this.#alarm = createAlarm(parts.clock);
  }

  mayWatch(hotFolderId: number): boolean {
    return this.#watches.isOwn(hotFolderId);
  }

  watcherOf(hotFolderId: number): string | null {
    return this.#watches.watcherOf(hotFolderId);
  }

  isAway(hotFolderId: number): boolean {
    return this.#watches.isAway(hotFolderId);
  }

  mayDeliver(jobId: number): boolean {
    const { ledger, lease, isCutOff } = this.#parts;
    if (!ledger.sharedWork.inHand().some((job) => job.jobId === jobId)) return true;
    const fence = lease()?.fence;
    return fence === undefined ? isCutOff() : fence === this.#verified;
  }

  wake(): void {
    this.#alarm.ring();
  }

  start(): void {
    this.#running = this.#keep();
  }

  async drain(): Promise<void> {
    await this.#takes.drain();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await this.#takes.drain();
    await this.#watches.stop();
  }

  async #keep(): Promise<void> {
    const { clock, hands } = this.#parts;
    const { signal } = this.#stopping;
    const rest = this.#alarm.listen();
    while (!signal.aborted) {
      try {
        this.#watches.expire();
        await this.#exchange();
      } catch (error) {
        hands.mistake(error);
        await clock.sleep(EVERY, signal);
      }
      await clock.sleep(LEAST, signal);
      await rest(this.#restFor, signal);
    }
  }

  /**
   * Exchanges everything once. If the database is unreachable, nothing is lost, because all state is in the ledger.
   */
  async #exchange(): Promise<Outcome<void>> {
    const lease = this.#parts.lease();
    if (lease === null) {
      this.#restFor = SOON;
      return success();
    }
    this.#restFor = EVERY;
    const { folders, ledger } = this.#parts;
    if (folders().length === 0 && !ledger.sharedWork.hasAny()) {
      // nothing in the database concerns this station
      this.#since = null;
      return success();
    }
    if (lease.fence !== this.#fence) this.#since = null;
    this.#fence = lease.fence;
    const learned = await this.#learn();
    if (!learned.ok) return learned;
    if (lease.fence !== this.#verified) {
      const verified = await this.#takes.verify(lease);
      if (!verified.ok) return verified;
      this.#verified = lease.fence;
    }
    const reported = await this.#takes.report();
    if (!reported.ok) return reported;
    // without delay after a folder was paused, so that no station takes the photos that are offered below
    if (this.#parts.clock.mono() >= this.#renewAt || this.#watches.hasNews()) {
      const renewed = await this.#watches.renew(lease);
      if (!renewed.ok) return renewed;
      this.#renewAt = this.#parts.clock.mono() + renewed.value;
    }
    const withdrawn = await this.#withdraw();
    if (!withdrawn.ok) return withdrawn;
    const withheld = await withholdJobs(this.#parts, lease);
    if (!withheld.ok) return withheld;
    const offered = await offerJobs(this.#parts, lease);
    if (!offered.ok) return offered;
    return this.#takes.take(lease);
  }

  /** Applies the changes that other stations have made to offered photos. */
  async #learn(): Promise<Outcome<void>> {
    const lease = this.#parts.lease();
    const since = this.#since;
    if (lease === null) return success();
    const changed = await this.#parts.shared.changes(since);
    if (!changed.ok) return changed;
    if (since === null) {
      const reviewed = await reviewOffers(this.#parts, lease);
      if (!reviewed.ok) return reviewed;
    }
    for (const change of changed.value.changes) applyChange(this.#parts, change);
    this.#since = new Date(changed.value.at.getTime() - OVERLAP);
    return success();
  }

  /** Withdraws the photos that ended here, until no station can buy them. */
  async #withdraw(): Promise<Outcome<void>> {
    const { ledger, shared } = this.#parts;
    const jobs = ledger.sharedWork.toWithdraw();
    if (jobs.length === 0) return success();
    const keys = jobs.map((id) => ({ id, key: ledger.claims.identityOf(id) }));
    const rows = await shared.withdraw(keys.map(({ key }) => key));
    if (!rows.ok) return rows;
    const states = new Map(rows.value.map((row) => [keyOf(row), row.state]));
    ledger.transaction(() => {
      for (const { id, key } of keys) {
        const state = states.get(keyOf(key));
        // a photo that the database has lost is listed as withdrawn next
        if (state === undefined) ledger.sharedWork.remove(id);
        if (state === undefined || state === 'offered' || state === 'taken') continue;
        const job = ledger.jobs.load(id);
        ledger.sharedWork.ended(id, job.ok ? job.value.state : 'held', job.ok ? job.value.runs : 1);
      }
    });
    return success();
  }
}
