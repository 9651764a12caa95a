import { troubleOf } from '../../adapters/ledger/fault.ts';
import type { CustomModelContext } from './context.ts';
import type { CreationSupervisor } from './creation-supervisor.ts';
import { describeAll } from './describe.ts';
import { follow } from './follow.ts';
import { cutOffProblem } from './problems.ts';
import { removeAll } from './remove.ts';
import type { Sync } from './sync.ts';

/** Interval in ms between two syncs of the account while a window is open. */
const SYNC_EVERY = 30 * 60_000;
/** Time in ms before a failed commit is tried again. */
const RETRY_AFTER = 5000;

/** The background work between start and stop. */
export class Background {
  readonly #context: CustomModelContext;
  readonly #signal: AbortSignal;
  readonly #running: Promise<void>[] = [];
  #isReady = false;

  constructor(context: CustomModelContext, signal: AbortSignal) {
    this.#context = context;
    this.#signal = signal;
  }

  /** Whether creations may run, because the state that an earlier run left has been recovered. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Starts the work. `sync` is null if the account is not synced automatically. */
  start(creations: CreationSupervisor, sync: Sync | null): void {
    this.#keepAt(() => this.#takeUp(creations));
    this.#keepAt(() => follow(this.#context, this.#signal));
    this.#keepAt(() => removeAll(this.#context, this.#signal));
    if (sync === null) return;
    this.#keepAt(() => this.#syncNowAndThen(sync));
    this.#keepAt(() => describeAll(this.#context, this.#signal));
  }

  running(): readonly Promise<void>[] {
    return this.#running;
  }

  #keepAt(work: () => Promise<void>): void {
    this.#running.push(this.#untilDone(work));
  }

  /**
   * Repeats the work after trouble with the ledger, or after a bug, until the work is done or
   * stopped.
   */
  async #untilDone(work: () => Promise<void>): Promise<void> {
    while (!this.#signal.aborted) {
      try {
        return await work();
      } catch (error) {
        if (troubleOf(error) === null) this.#context.mistake(error);
        await this.#context.clock.sleep(RETRY_AFTER, this.#signal);
      }
    }
  }

  async #takeUp(creations: CreationSupervisor): Promise<void> {
    this.#context.ledger.creations.recover(cutOffProblem());
    this.#isReady = true;
    creations.fill();
    await this.#context.copies.tidy();
  }

  async #syncNowAndThen(sync: Sync): Promise<void> {
    while (!this.#signal.aborted) {
      // with restricted network use, the account is synced only when the user asks
      if (this.#context.network.mode() === 'normal') await sync.refresh();
      await this.#context.clock.sleep(SYNC_EVERY, this.#signal);
    }
  }
}
