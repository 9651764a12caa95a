import type { Estimate } from '#shared/views/status.ts';
import type { Clock } from '../../base/clock.ts';
import { estimate, noPace, observe } from './pace.ts';

/**
 * The current activity of the queue's jobs: which jobs are waiting, which have been sent to the service, and how fast
 * they end.
 */
export class Activity {
  readonly #clock: Pick<Clock, 'mono'>;
  /** Jobs that wait for a slot at the service, a gate, a limit or another attempt. */
  readonly #resting = new Set<number>();
  /** Jobs that the service is processing. */
  readonly #atService = new Set<number>();
  #pace = noPace;

  constructor(clock: Pick<Clock, 'mono'>) {
    this.#clock = clock;
  }

  rests(id: number): void {
    this.#resting.add(id);
  }

  resumes(id: number): void {
    this.#resting.delete(id);
  }

  resting(): number {
    return this.#resting.size;
  }

  /** Records that a job has been sent to the service. */
  sent(id: number): void {
    this.#atService.add(id);
    this.#observe();
  }

  /** Records that a job has left the service; `ended` is 1 if the job has ended, otherwise 0. */
  left(id: number, ended = 0): void {
    if (this.#atService.delete(id)) this.#observe(ended);
  }

  /** Returns when `left` more photos will have ended; see `estimate` in pace.ts. */
  estimate(left: number): Estimate | null {
    return estimate(this.#pace, this.#clock.mono(), left);
  }

  #observe(ended = 0): void {
    this.#pace = observe(this.#pace, this.#clock.mono(), this.#atService.size, ended);
  }
}
