import { createAlarm, type Alarm, type Rest } from '../../base/alarm.ts';
import type { Clock } from '../../base/clock.ts';
import type { Admission } from './admission.ts';
import { SET_BACK, type Complain } from './recovery.ts';

/** A job that the queue is processing. */
export interface JobInHand {
  readonly id: number;
  /** Aborted when no further step may begin. */
  readonly signal: AbortSignal;
  /** Waits, but ends early when the job is woken. */
  readonly rest: Rest;
}

export interface SupervisorParts {
  readonly clock: Clock;
  readonly admission: Admission;
  /** Processes a job until it ends or its signal aborts; never throws. */
  readonly carry: (job: JobInHand, supervisor: Supervisor) => Promise<void>;
  /** Called when a job has entered or left the queue. */
  readonly onInHand: (jobId: number) => void;
  readonly complain: Complain;
  /** Aborted when no more jobs may start. */
  readonly stopping: AbortSignal;
}

interface RunningJob {
  readonly done: Promise<void>;
  readonly end: AbortController;
  readonly alarm: Alarm;
}

/** Starts jobs, each in its own worker, and stops them when they are to be changed and when Darkslide stops. */
export class Supervisor {
  readonly #parts: SupervisorParts;
  readonly #carried = new Map<number, RunningJob>();
  /** Jobs that must not start, each with the number of pending changes to it. */
  readonly #changing = new Map<number, number>();
  #isBegun = false;
  #retry: Promise<void> | null = null;

  constructor(parts: SupervisorParts) {
    this.#parts = parts;
  }

  /** Allows jobs to start. */
  begin(): void {
    this.#isBegun = true;
    this.fill();
  }

  /** Starts as many jobs as there is room for. */
  fill(): void {
    if (!this.#isBegun || this.#retry !== null || this.#parts.stopping.aborted) return;
    try {
      this.#takeUp();
    } catch (error) {
      this.#parts.complain(error, 'the list of jobs');
      this.#retry = this.#fillLater();
    }
  }

  ids(): number[] {
    return [...this.#carried.keys()];
  }

  has(id: number): boolean {
    return this.#carried.has(id);
  }

  /** Wakes a sleeping job; without an id, all of them. */
  wake(id?: number): void {
    if (id === undefined) for (const { alarm } of this.#carried.values()) alarm.ring();
    else this.#carried.get(id)?.alarm.ring();
  }

  /** See `Runner.change`. */
  async change<T>(jobIds: readonly number[], make: () => T | Promise<T>): Promise<T> {
    for (const id of jobIds) this.#changing.set(id, (this.#changing.get(id) ?? 0) + 1);
    await letGo(jobIds.flatMap((id) => this.#carried.get(id) ?? []));
    try {
      return await make();
    } finally {
      for (const id of jobIds) this.#changed(id);
      this.fill();
    }
  }

  /** Resolves when every job has come to a safe end; abort `stopping` first. */
  async stop(): Promise<void> {
    await Promise.all([this.#retry, letGo([...this.#carried.values()])]);
  }

  #takeUp(): void {
    const { admission, clock, onInHand } = this.#parts;
    for (const id of admission.take(new Set([...this.ids(), ...this.#changing.keys()]))) {
      const end = new AbortController();
      const alarm = createAlarm(clock);
      const job: JobInHand = { id, signal: end.signal, rest: alarm.listen() };
      this.#carried.set(id, { done: this.#carry(job), end, alarm });
      onInHand(id);
    }
  }

  async #carry(job: JobInHand): Promise<void> {
    // starts later, so that the job is already in the list of running jobs when its first event arrives
    await Promise.resolve();
    await this.#parts.carry(job, this);
    this.#carried.delete(job.id);
    this.#parts.onInHand(job.id);
    this.fill();
  }

  async #fillLater(): Promise<void> {
    await this.#parts.clock.sleep(SET_BACK, this.#parts.stopping);
    this.#retry = null;
    this.fill();
  }

  #changed(id: number): void {
    const others = (this.#changing.get(id) ?? 1) - 1;
    if (others > 0) this.#changing.set(id, others);
    else this.#changing.delete(id);
  }
}

/**
 * Makes these jobs begin no new step; resolves when their running steps have come to a safe end.
 */
async function letGo(jobs: readonly RunningJob[]): Promise<void> {
  for (const { end } of jobs) end.abort();
  await Promise.all(jobs.map(({ done }) => done));
}
