import type { OnceSignals } from '../once/send.ts';
import type { CustomModelContext } from './context.ts';
import { CreationWorker } from './creation-worker.ts';
import { PhotoUploads } from './photo-uploads.ts';

/** Time in ms after a bug before the work resumes. */
const RETRY_AFTER = 5000;

interface RunningCreation {
  readonly done: Promise<void>;
  readonly leave: AbortController;
}

/** Starts creations, each in its own worker, which runs until the creation has ended. */
export class CreationSupervisor {
  readonly #context: CustomModelContext;
  readonly #signals: OnceSignals;
  readonly #uploads: PhotoUploads;
  readonly #carried = new Map<number, RunningCreation>();

  constructor(context: CustomModelContext, signals: OnceSignals) {
    this.#context = context;
    this.#signals = signals;
    this.#uploads = new PhotoUploads(context);
  }

  /** Starts unfinished creations that have no worker. */
  fill(): void {
    if (this.#signals.signal.aborted) return;
    for (const { id } of this.#context.ledger.creations.open()) {
      if (this.#carried.has(id)) continue;
      const leave = new AbortController();
      this.#carried.set(id, { done: this.#carry(id, leave.signal), leave });
    }
  }

  /** Starts no further step of a dismissed creation. */
  letGo(id: number): void {
    this.#carried.get(id)?.leave.abort();
  }

  /** Returns the upload progress, see `CustomModels.sent`. */
  sent(id: number): readonly number[] {
    const creation = this.#context.ledger.creations.get(id);
    return creation === undefined ? [] : this.#uploads.sent(creation);
  }

  /** Resolves when no worker is running; abort the signal first. */
  async ended(): Promise<void> {
    await Promise.all([...this.#carried.values()].map(({ done }) => done));
  }

  async #carry(id: number, leave: AbortSignal): Promise<void> {
    const { signal, sent } = this.#signals;
    const end = AbortSignal.any([signal, leave]);
    // starts later, so that the worker is already in the list of running workers
    await Promise.resolve();
    try {
      await new CreationWorker(this.#context, this.#uploads, { signal: end, sent }).run(id);
    } catch (error) {
      this.#context.mistake(error);
      await this.#context.clock.sleep(RETRY_AFTER, signal);
    }
    this.#carried.delete(id);
    // starts a creation that was resumed while its worker was stopping
    this.fill();
  }
}
