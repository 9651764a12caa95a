import { failure } from '#shared/failure.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import type { CreationRow } from '../../adapters/ledger/creations.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type {
  ClaimAnswer,
  ClaimRequest,
  Lease,
  SharedStudio,
} from '../../adapters/shared-studio/types.ts';
import { checkAccount, type StationAccount } from './account.ts';
import { ClockCheck } from './clock-check.ts';
import { CreationClaims, creationRequest } from './creations.ts';
import { recordHistory, reportClaims, verifyClaims } from './exchange.ts';
import { HeldLease } from './lease.ts';
import { Releases } from './releases.ts';
import { Turns } from './turns.ts';

export interface StationParts {
  readonly shared: SharedStudio;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly name: string;
  /** Null without a key, and for the demo service. */
  readonly account: StationAccount | null;
  readonly onTrouble: (problem: Problem | null) => void;
  /** Tells the user about a problem that does not keep the station from working. */
  readonly onNotice: (problem: Problem) => void;
  readonly onMistake: (error: unknown) => void;
}

/** The answer to a claim, with the lease under which it was given. */
export type StationAnswer = ClaimAnswer & { readonly fence: number };

/** This computer as a station of a shared studio: keeps its lease, claims purchases and reports their states. */
export interface Station {
  /** Claims a purchase. Problems: station-lease-lost, and those of `SharedStudio`, such as studio-unreachable. */
  claim(request: ClaimRequest): Promise<Outcome<StationAnswer>>;
  /**
   * Checks, without waiting, that the claim of a run may still be paid for. Call after the connection was opened and
   * before the first byte is sent. Problem: station-lease-lost.
   */
  mayPay(jobId: number, run: number): Outcome<void>;
  /**
   * Claims the creation of a custom model or scene, as `claim` does. The first byte may be sent only if `mayCreate`
   * returns no problem for the fence in the answer.
   */
  claimCreation(creation: CreationRow): Promise<Outcome<StationAnswer>>;
  /** Checks, without waiting, that the lease with this fence has not ended. Problem: station-lease-lost. */
  mayCreate(fence: number): Outcome<void>;
  /** Gives back a claim that led to no INTENT. */
  release(jobId: number, run: number): void;
  /** Returns the lease under which the station may write; null while it has none. */
  lease(): Lease | null;
  /**
   * Returns how many requests per second this station may send to the service: its part under its latest lease, even if
   * that has ended.
   */
  requestsPerSecond(): number;
  /** Returns whether the lease has ended and the last attempt to reach the database, a moment ago, failed. */
  isCutOff(): boolean;
  /**
   * Says whether the program can send no requests, for example because the service cannot be reached. The requests that
   * were not sent then do not count against the concurrency limit, until they are claimed again.
   */
  halt(isHalted: boolean): void;
  /** Reports changed claims soon. */
  wake(): void;
  start(): void;
  /** Ends the exchange of claims with one last report. */
  stop(): Promise<void>;
}

/**
 * Longest time in ms between two reports, while nothing wakes the station; and the shortest, while many jobs change.
 */
const REPORT_EVERY = 5000;
const REPORT_LEAST = 200;
/** Time in ms until the next attempt after the database could not be reached. */
const RETRY = 2000;
/** Time in ms for which a failed attempt to reach the database counts as proof that the database is unreachable. */
const AWAY = 15_000;

/** Requests per second of a station that does not know its part yet, because it has had no lease since it started. */
export const UNKNOWN_RATE = 1;

export function createStation(parts: StationParts): Station {
  return new StationLoop(parts);
}

class StationLoop implements Station {
  readonly #parts: StationParts;
  readonly #lease: HeldLease;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #rest = new AbortController();
  /** Whether, under the current lease, the history has been recorded and the claims verified. */
  #isReady = false;
  /**
   * The last failed attempt to reach the database, in ms of both clocks; null if the database has been reached since.
   */
  #failedAt: { readonly mono: number; readonly wall: number } | null = null;
  /** Why the station is not ready; null if it only has to wait for a lease. */
  #trouble: Problem | null = null;
  #isHalted = false;
  #requestsPerSecond = UNKNOWN_RATE;
  readonly #creations = new CreationClaims();
  readonly #turns = new Turns();
  readonly #releases = new Releases();
  readonly #clockCheck: ClockCheck;

  constructor(parts: StationParts) {
    this.#parts = parts;
    this.#lease = new HeldLease(parts.clock);
    const { shared, clock, onNotice: tell } = parts;
    this.#clockCheck = new ClockCheck({ shared, clock, tell });
  }

  claim(request: ClaimRequest): Promise<Outcome<StationAnswer>> {
    const { shared, ledger } = this.#parts;
    const { job: jobId, jobRun: run } = request;
    return this.#turns.claim({ jobId, run }, async () => {
      if (!this.#isReady) return this.#notReady(this.#trouble);
      // otherwise, a claim that is being given back could be granted again
      const released = await this.#releases.send(shared);
      if (!released.ok) return released;
      const answer = await this.#claim(request);
      if (!answer.ok && answer.problem.code !== 'station-lease-lost') {
        this.#releases.answerLost();
        ledger.claims.reported(jobId, run, '');
      }
      return answer;
    });
  }

  async #claim(request: ClaimRequest): Promise<Outcome<StationAnswer>> {
    const lease = this.#lease.valid;
    if (lease === null || !this.#isReady) return this.#notReady();
    const answer = await this.#parts.shared.claim(request, lease);
    if (!answer.ok) return answer;
    if (answer.value.kind === 'no-lease') {
      this.#lease.lose();
      this.wake();
      return failure('station-lease-lost');
    }
    return success({ ...answer.value, fence: lease.fence });
  }

  #notReady(why: Problem | null = null): Outcome<never> {
    this.wake();
    return why === null ? failure('station-lease-lost') : { ok: false, problem: why };
  }

  mayPay(jobId: number, run: number): Outcome<void> {
    const claim = this.#parts.ledger.claims.get(jobId, run);
    return claim === undefined ? failure('station-lease-lost') : this.mayCreate(claim.fence);
  }

  async claimCreation(creation: CreationRow): Promise<Outcome<StationAnswer>> {
    const answer = await this.#claim(creationRequest(creation));
    if (answer.ok && answer.value.kind === 'granted') {
      this.#creations.granted(answer.value.claim, creation.id);
    }
    return answer;
  }

  mayCreate(fence: number): Outcome<void> {
    return this.#lease.valid?.fence === fence ? success() : failure('station-lease-lost');
  }

  release(jobId: number, run: number): void {
    const { claims } = this.#parts.ledger;
    const claim = claims.get(jobId, run)?.claim;
    claims.remove(jobId, run);
    if (claim === undefined) return;
    // after a crash, the claim has no row here, and `verifyClaims` releases it
    this.#releases.add(claim);
    this.wake();
  }

  lease(): Lease | null {
    return this.#isReady ? this.#lease.valid : null;
  }

  requestsPerSecond(): number {
    return this.#requestsPerSecond;
  }

  isCutOff(): boolean {
    if (this.#failedAt === null || this.#lease.valid !== null) return false;
    const { clock } = this.#parts;
    const { mono, wall } = this.#failedAt;
    // if the program was suspended for longer, another station may have taken over the work
    return Math.max(clock.mono() - mono, clock.wall() - wall) < AWAY;
  }

  halt(isHalted: boolean): void {
    this.#isHalted = isHalted;
    this.wake();
  }

  wake(): void {
    this.#rest.abort();
  }

  start(): void {
    this.#running = this.#keep();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#rest.abort();
    await this.#running;
    const { shared } = this.#parts;
    this.#isHalted = true;
    await this.#report();
    await shared.close();
  }

  async #keep(): Promise<void> {
    const { clock, onTrouble, onMistake } = this.#parts;
    const { signal } = this.#stopping;
    // the loop also continues after a bug, so that the station can buy again once the cause is gone
    const failed = (error: unknown) => {
      onMistake(error);
      return failure('station-lease-lost');
    };
    while (!signal.aborted) {
      this.#rest = new AbortController();
      const kept = await this.#renew().catch(failed);
      this.#trouble = kept.ok ? null : kept.problem;
      this.#failedAt = kept.ok ? null : { mono: clock.mono(), wall: clock.wall() };
      onTrouble(kept.ok ? null : kept.problem);
      await clock.sleep(REPORT_LEAST, signal);
      const ms = kept.ok ? Math.min(REPORT_EVERY, (this.#lease.last?.ms ?? RETRY) / 3) : RETRY;
      await clock.sleep(ms, AbortSignal.any([signal, this.#rest.signal]));
    }
  }

  /** Renews the lease, or gets a new one, and exchanges claims. */
  async #renew(): Promise<Outcome<void>> {
    const { shared } = this.#parts;
    const { last } = this.#lease;
    const take = this.#take();
    const renewed = last === null ? success(null) : await shared.renew(last);
    if (!renewed.ok) return renewed;
    if (renewed.value === null) {
      const entered = await this.#enter();
      if (!entered.ok) return entered;
    } else take(renewed.value);
    if (!this.#isReady) {
      const ready = await this.#getReady();
      if (!ready.ok) return ready;
      this.#clockCheck.startOver();
    }
    await this.#clockCheck.run();
    return this.#report();
  }

  /** Call before requesting a lease. Returns a function that takes the lease in the answer. */
  #take(): (lease: Lease) => void {
    const take = this.#lease.request();
    return (lease) => {
      take(lease);
      this.#requestsPerSecond = lease.requestsPerSecond;
    };
  }

  async #report(): Promise<Outcome<void>> {
    const { shared, ledger } = this.#parts;
    const released = await this.#releases.sendAll(shared, ledger, this.#turns);
    if (!released.ok) return released;
    const isHalted = this.#isHalted || ledger.pauses.since() !== null;
    const reported = await reportClaims(shared, ledger, this.#turns, isHalted);
    return reported.ok ? this.#creations.report(shared, ledger) : reported;
  }

  async #enter(): Promise<Outcome<void>> {
    const { shared, name } = this.#parts;
    this.#lease.lose();
    this.#isReady = false;
    const version = await shared.check();
    if (!version.ok) return version;
    const take = this.#take();
    const entered = await shared.enter(name);
    if (!entered.ok) return entered;
    if ('refused' in entered.value) {
      return failure(`studio-station.${entered.value.refused}`, { name });
    }
    take(entered.value);
    return success();
  }

  async #getReady(): Promise<Outcome<void>> {
    const { shared, ledger, account } = this.#parts;
    const facts = await shared.about();
    if (!facts.ok) return facts;
    const known = await checkAccount(shared, facts.value, account);
    if (!known.ok) return known;
    const verified = await verifyClaims(shared, ledger, this.#turns);
    if (!verified.ok) return verified;
    const recorded = await recordHistory(shared, ledger);
    if (!recorded.ok) return recorded;
    this.#releases.startOver();
    const creations = await this.#creations.getReady(shared, ledger);
    if (!creations.ok) return creations;
    this.#isReady = true;
    return success();
  }
}
