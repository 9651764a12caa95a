import { basename } from 'node:path';
import * as v from 'valibot';
import { failure } from '#shared/failure.ts';
import type { Outcome } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import type { HelperProcess } from '../../base/helper.ts';
import { answerSchema } from './protocol.ts';
import type { Work } from './protocol.ts';

/** Number of requests after which a process is replaced. */
const REQUESTS_PER_PROCESS = 250;
/**
 * Memory in bytes above which a process is replaced after a request, because glibc and wasm never
 * return memory to the system.
 */
const RSS_PER_PROCESS = 700_000_000;

interface Request {
  readonly id: number;
  readonly work: Work;
  readonly answer: (outcome: Outcome<unknown>) => void;
  /** Aborted when the answer has arrived. */
  readonly answered: AbortController;
}

/**
 * One image process, which handles one request at a time. Ending the process therefore loses only
 * that request.
 */
export class ImageProcess {
  /** Resolves when the process has exited. */
  readonly exited: Promise<void>;
  readonly #helper: HelperProcess;
  readonly #clock: Clock;
  #request: Request | null = null;
  #served = 0;
  #isEnded = false;

  constructor(helper: HelperProcess, clock: Clock) {
    this.#helper = helper;
    this.#clock = clock;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.exited = promise;
    helper.onExit((code) => {
      resolve();
      this.end(crashed(this.#request?.work ?? null, code));
    });
    helper.onMessage((message) => this.#receive(message));
  }

  /** Whether the process accepts no further requests. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  get isFree(): boolean {
    return !this.#isEnded && this.#request === null;
  }

  /** Runs `work`; ends the process if there is no answer within `deadline` ms. */
  run(work: Work, deadline: number): Promise<Outcome<unknown>> {
    const { promise, resolve } = Promise.withResolvers<Outcome<unknown>>();
    const id = this.#served;
    this.#request = { id, work, answer: resolve, answered: new AbortController() };
    this.#helper.send({ id, work });
    void this.endAfter(deadline, timedOut(work, deadline));
    return promise;
  }

  /** Ends the process with `outcome` as the answer, unless the current request is answered within `ms`. */
  async endAfter(ms: number, outcome: Outcome<never>): Promise<void> {
    if (this.#request === null) return;
    const { signal } = this.#request.answered;
    await this.#clock.sleep(ms, signal);
    if (!signal.aborted) this.end(outcome);
  }

  /** Ends the process; `outcome` answers the current request. */
  end(outcome: Outcome<never>): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#helper.kill();
    this.#answer(outcome);
  }

  #receive(message: unknown): void {
    const read = v.safeParse(answerSchema, message);
    if (!read.success || read.output.id !== this.#request?.id) return;
    this.#served += 1;
    if (this.#served >= REQUESTS_PER_PROCESS || read.output.rss > RSS_PER_PROCESS) {
      this.#isEnded = true;
      this.#helper.kill();
    }
    this.#answer(read.output.outcome as Outcome<unknown>);
  }

  #answer(outcome: Outcome<unknown>): void {
    const request = this.#request;
    this.#request = null;
    request?.answered.abort();
    request?.answer(outcome);
  }
}

function timedOut(work: Work, deadline: number): Outcome<never> {
  const seconds = Math.round(deadline / 1_000);
  return failure('photo-timeout', { name: nameOf(work), seconds }, { about: nameOf(work) });
}

function crashed(work: Work | null, code: number | null): Outcome<never> {
  const detail = code === null ? 'ended by a signal' : `exit code ${code}`;
  if (work === null) return failure('image-process-crashed.unknown', {}, { detail });
  return failure('image-process-crashed', { name: nameOf(work) }, { about: nameOf(work), detail });
}

function nameOf(work: Work): string {
  return basename(work.request.source);
}
