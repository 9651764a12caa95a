import { troubleOf } from '../../adapters/ledger/fault.ts';
import type { CustomModelContext } from './context.ts';
import type { CreationSupervisor } from './creation-supervisor.ts';
import { describeAll } from './describe.ts';
import { follow } from './follow.ts';
import { cutOffProblem } from './problems.ts';
import { removeAll } from './remove.ts';
import type { Sync } from './sync.ts';

/** ms between two looks through the account while a window is open. */
const SYNC_EVERY = 30 * 60_000;
/** ms before what the ledger could not take is tried again. */
const SET_BACK = 5000;

/** What goes on by itself from the start to the stop. */
export class Background {
  readonly #context: CustomModelContext;
  readonly #signal: AbortSignal;
  readonly #running: Promise<void>[] = [];
  #isReady = false;

  constructor(context: CustomModelContext, signal: AbortSignal) {
    this.#context = context;
    this.#signal = signal;
  }

  /** Creations may be carried: what an earlier run left is in order. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** `sync` is null where the account is not looked through by itself. */
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

  /** Goes on with it after trouble of the ledger, or a mistake of ours, until the end. */
  async #untilDone(work: () => Promise<void>): Promise<void> {
    while (!this.#signal.aborted) {
      try {
        return await work();
      } catch (error) {
        if (troubleOf(error) === null) this.#context.mistake(error);
        await this.#context.clock.sleep(SET_BACK, this.#signal);
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
      // where the network is to be spared, it is looked through when a person asks
      if (this.#context.network.mode() === 'normal') await sync.refresh();
      await this.#context.clock.sleep(SYNC_EVERY, this.#signal);
    }
  }
}
