/**
 * Threads for image processing, so that image processing never blocks HTTP. Threads start with the
 * first job and end when they are idle, which frees their memory.
 */
import { endOfAll } from '#electron/base/closing.ts';
import { Worker } from 'node:worker_threads';
import { moduleBeside } from '../base/modules.ts';
import type { WorkerAnswer, WorkerJob } from './render/job.ts';

const threads = 2;
/** Time in ms without a job after which a thread ends. */
const idleFor = 3000;

interface Waiting {
  readonly job: () => Promise<WorkerJob | undefined>;
  readonly onAnswer: (answer: WorkerAnswer) => void;
}

export class Workers {
  readonly #queue: Waiting[] = [];
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  #busy = 0;
  #closed = false;

  /**
   * Queues a job. `job` is called only when a thread is free, and returns undefined if the work is
   * no longer needed. `onAnswer` receives each image, and finally `done` or `failed`.
   */
  add(job: Waiting['job'], onAnswer: Waiting['onAnswer']): void {
    this.#queue.push({ job, onAnswer });
    this.#next();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#queue.length = 0;
    await endOfAll([...this.#all].map((worker) => worker.terminate()));
  }

  #next(): void {
    if (this.#closed || this.#busy >= threads) return;
    const waiting = this.#queue.shift();
    if (waiting === undefined) return;
    this.#busy += 1;
    this.#turn(waiting)
      .catch((error: unknown) => {
        if (!this.#closed) waiting.onAnswer({ kind: 'failed', sentence: String(error) });
      })
      .finally(() => {
        this.#busy -= 1;
        this.#next();
      });
    this.#next();
  }

  async #turn({ job, onAnswer }: Waiting): Promise<void> {
    const work = await job();
    if (work === undefined || this.#closed) return;
    const worker = this.#idle.pop() ?? this.#start();
    await new Promise<void>((resolve) => {
      const end = (answer: WorkerAnswer) => {
        worker.removeAllListeners('message');
        worker.removeAllListeners('error');
        worker.removeAllListeners('exit');
        if (!this.#closed) onAnswer(answer);
        resolve();
      };
      const drop = (sentence: string) => {
        this.#all.delete(worker);
        end({ kind: 'failed', sentence });
      };
      worker.on('message', (answer: WorkerAnswer) => {
        if (answer.kind === 'made') return onAnswer(answer);
        end(answer);
        this.#rest(worker);
      });
      worker.on('error', (error) => drop(`The image could not be made: ${String(error)}.`));
      worker.on('exit', () => drop('The image could not be made: the worker stopped.'));
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(work);
    });
  }

  #start(): Worker {
    const worker = new Worker(moduleBeside('./worker/main', import.meta.url));
    worker.unref();
    this.#all.add(worker);
    return worker;
  }

  /** Keeps a thread ready for the next job, and ends the thread if no job arrives. */
  #rest(worker: Worker): void {
    this.#idle.push(worker);
    const timer = setTimeout(() => {
      const index = this.#idle.indexOf(worker);
      if (index === -1) return;
      this.#idle.splice(index, 1);
      this.#all.delete(worker);
      void worker.terminate();
    }, idleFor);
    timer.unref();
  }
}
