import { failure } from '#shared/failure.ts';
import type { Outcome } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import type { HelperProcess } from '../../base/helper.ts';
import { Semaphore } from '../../base/semaphore.ts';
import { unlessAborted } from '../../base/unless-aborted.ts';
import { ImageProcess } from './image-process.ts';
import type { Work } from './protocol.ts';

/** Time in ms for which an aborted request may continue before its process is ended. */
const ABORT_GRACE = 1_000;
/**
 * Priority of requests for shop files, which can take seconds; lower than the priority of all other
 * requests.
 */
const SHOP_FILES = -1;
/** Time limit in ms for killed processes to exit. */
const EXIT_WITHIN = 3_000;

interface PoolParts {
  readonly start: () => HelperProcess;
  /** Maximum number of processes; each starts when it is needed. */
  readonly processes: number;
  /** Time in ms after which an idle process is ended; by default never. */
  readonly idle?: number;
  readonly clock: Clock;
}

/** The pool of image processes. */
export class ImagePool {
  readonly #parts: PoolParts;
  readonly #running: Semaphore;
  readonly #processes = new Set<ImageProcess>();
  readonly #closing = new AbortController();
  /** Aborted when the next request starts, so that idle processes stay. */
  #inUse = new AbortController();

  constructor(parts: PoolParts) {
    this.#parts = parts;
    this.#running = new Semaphore(parts.processes);
  }

  /** Runs `work` in the next free process, for at most `deadline` ms after the process begins. */
  async run(work: Work, deadline: number, signal?: AbortSignal): Promise<Outcome<unknown>> {
    const closing = this.#closing.signal;
    const end = signal === undefined ? closing : AbortSignal.any([signal, closing]);
    const request = {};
    const priority = work.kind === 'finish' ? SHOP_FILES : 0;
    if (!(await this.#running.enter(request, { priority, signal: end }))) return stopped();
    let process: ImageProcess;
    try {
      process = this.#freeProcess();
    } catch (error) {
      this.#running.leave(request);
      throw error;
    }
    const answer = process.run(work, deadline);
    void this.#leaveAfter(answer, process, request);
    const outcome = await unlessAborted(answer, end);
    if (outcome !== null) return outcome;
    if (work.kind === 'finish') {
      // the caller now removes unfinished files from the user's folder, so the process must have
      // exited and can write no more files
      process.end(stopped());
      await this.#exitOf([process]);
    } else {
      void process.endAfter(ABORT_GRACE, stopped());
    }
    return stopped();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#inUse.abort();
    const open = [...this.#processes];
    for (const process of open) process.end(stopped());
    await this.#exitOf(open);
  }

  /** Waits until killed processes have exited, for a limited time. */
  async #exitOf(processes: readonly ImageProcess[]): Promise<void> {
    const done = new AbortController();
    await Promise.race([
      Promise.all(processes.map((process) => process.exited)),
      this.#parts.clock.sleep(EXIT_WITHIN, done.signal),
    ]);
    done.abort();
  }

  /**
   * Releases the semaphore only when the process is free or has exited, even if the request was
   * aborted.
   */
  async #leaveAfter(answer: Promise<unknown>, process: ImageProcess, request: object) {
    await answer;
    if (process.isEnded) this.#processes.delete(process);
    this.#running.leave(request);
    const { idle } = this.#parts;
    if (idle !== undefined && !process.isEnded) void this.#endAfter(idle, process);
  }

  /** Ends a process unless a request starts within `ms`. */
  async #endAfter(ms: number, process: ImageProcess): Promise<void> {
    const { signal } = this.#inUse;
    await this.#parts.clock.sleep(ms, signal);
    if (!signal.aborted && process.isFree) process.end(stopped());
  }

  #freeProcess(): ImageProcess {
    this.#inUse.abort();
    this.#inUse = new AbortController();
    for (const process of this.#processes) {
      if (process.isFree) return process;
      // the process crashed between two requests
      if (process.isEnded) this.#processes.delete(process);
    }
    const { start, clock } = this.#parts;
    const process = new ImageProcess(start(), clock);
    this.#processes.add(process);
    return process;
  }
}

function stopped(): Outcome<never> {
  return failure('aborted.photo');
}
