import type { Rest } from '../../base/alarm.ts';
import { troubleOf } from '../../adapters/ledger/fault.ts';
import type { CreationRow } from '../../adapters/ledger/creations.ts';
import { gapBefore } from '../once/doubt.ts';
import type { OnceSignals } from '../once/send.ts';
import type { CustomModelContext } from './context.ts';
import { createOnce } from './create.ts';
import { resolveDoubt } from './doubt.ts';
import { pauseBefore } from './pause.ts';
import type { PhotoUploads } from './photo-uploads.ts';
import { cutOffProblem } from './problems.ts';
import { advanced, type CreationReport } from './report.ts';

/**
 * Monotonic time in ms for which an uploaded photo's address counts as valid; the service does not
 * say how long it keeps a photo.
 */
const ADDRESS_VALID_FOR = 60 * 60_000;

/**
 * Takes one creation through its steps, starting from its row in the ledger, until the creation has
 * ended.
 */
export class CreationWorker {
  readonly #context: CustomModelContext;
  readonly #uploads: PhotoUploads;
  readonly #signals: OnceSignals;
  /** Monotonic ms of each upload, by photo; the age of uploads from an earlier run is unknown. */
  readonly #uploadedAt = new Map<number, number>();
  /** Waits, but ends early when the user wants waiting work to be retried now. */
  readonly #rest: Rest;
  /** Number of lists of the account so far that contradicted themselves. */
  #incompleteLists = 0;

  constructor(context: CustomModelContext, uploads: PhotoUploads, signals: OnceSignals) {
    this.#context = context;
    this.#uploads = uploads;
    this.#signals = signals;
    this.#rest = context.person.listen();
  }

  /** Resolves when the creation has ended or the signal has aborted. */
  async run(id: number): Promise<void> {
    const { copies, tell } = this.#context;
    const { creations } = this.#context.ledger;
    const { signal } = this.#signals;
    let tries = 0;
    while (!signal.aborted) {
      const creation = creations.get(id);
      if (creation === undefined || !isOpen(creation)) break;
      const report = await this.#attempt(creation);
      tries = report.kind === 'waits' ? tries + 1 : 0;
      if (isIncompleteList(report)) this.#incompleteLists += 1;
      this.#writeDown(id, report);
      tell();
      if (report.kind === 'waits')
        await this.#rest(pauseBefore(tries, report.retryAfterMs), signal);
    }
    this.#uploads.forget(id);
    const ended = creations.get(id);
    if (ended !== undefined && !isOpen(ended)) await copies.release(ended);
  }

  /** Runs one step. Never throws: an unexpected error is reported, and the step is tried again. */
  async #attempt(creation: CreationRow): Promise<CreationReport> {
    try {
      const report = await this.#step(creation);
      return report.kind === 'waits' && this.#signals.signal.aborted ? advanced : report;
    } catch (error) {
      return { kind: 'waits', problem: troubleOf(error) ?? this.#context.mistake(error) };
    }
  }

  async #step(creation: CreationRow): Promise<CreationReport> {
    const { signal } = this.#signals;
    const { id, state } = creation;
    switch (state) {
      case 'preparing': {
        const at = this.#nextUpload(creation);
        if (at >= 0) return this.#upload(creation, at);
        return createOnce(this.#context, creation, this.#signals, this.#incompleteLists);
      }
      case 'sending':
        // the ledger could not be written when the request ended, so the answer is lost
        this.#context.ledger.creations.doubt(id, cutOffProblem());
        return advanced;
      case 'doubt':
        await this.#rest(gapBefore(creation), signal);
        return signal.aborted ? advanced : resolveDoubt(this.#context, creation, signal);
      case 'created':
      case 'stopped':
      case 'away':
        throw new Error(`Creation ${id} has ended and cannot be processed.`);
    }
  }

  /** Returns the next photo to upload; -1 when the service has every photo. */
  #nextUpload({ uploads }: CreationRow): number {
    const old = this.#context.clock.mono() - ADDRESS_VALID_FOR;
    return uploads.findIndex(
      (address, photo) => address === null || (this.#uploadedAt.get(photo) ?? -Infinity) < old,
    );
  }

  async #upload(creation: CreationRow, at: number): Promise<CreationReport> {
    const report = await this.#uploads.upload(creation, at, this.#signals.signal);
    if (report.kind === 'advanced') this.#uploadedAt.set(at, this.#context.clock.mono());
    return report;
  }

  /** Records a report; if the ledger accepts no commit now, the step is repeated. */
  #writeDown(id: number, report: CreationReport): void {
    const { creations } = this.#context.ledger;
    try {
      if (report.kind === 'waits') creations.waits(id, report.problem);
      if (report.kind === 'stopped') creations.stopped(id, report.problem);
    } catch (error) {
      if (troubleOf(error) === null) throw error;
    }
  }
}

function isIncompleteList(report: CreationReport): boolean {
  return report.kind === 'waits' && report.problem.code === 'templates-incomplete';
}

function isOpen({ state }: CreationRow): boolean {
  return state === 'preparing' || state === 'sending' || state === 'doubt';
}
