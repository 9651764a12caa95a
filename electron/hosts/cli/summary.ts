import type { JobState } from '#shared/job.ts';
import { exitStatus, type ExitStatus } from './exit.ts';
import type { JobLine } from './job-line.ts';

export interface Counts {
  readonly photos: number;
  readonly done: number;
  readonly failed: number;
  readonly held: number;
  readonly cancelled: number;
  /** Delivered by this command; what was there already does not count. */
  readonly images: number;
  readonly seconds: number;
}

/** Adds up the lines of a command without keeping them. */
export interface Summary {
  add(line: JobLine): void;
  /** `waiting`: photos that were taken in and have not ended. */
  counts(waiting: number): Counts;
  status(waiting: number): ExitStatus;
}

/** `now` is monotonic ms. */
export function createSummary(now: () => number): Summary {
  const begun = now();
  const ended: Record<JobState, number> = {
    waiting: 0,
    running: 0,
    done: 0,
    failed: 0,
    held: 0,
    cancelled: 0,
  };
  let images = 0;
  const printed = () => ended.done + ended.failed + ended.held + ended.cancelled;
  return {
    add(line) {
      ended[line.state] += 1;
      if (line.already !== true) images += line.results.length;
    },
    counts: (waiting) => ({
      photos: printed() + waiting,
      done: ended.done,
      failed: ended.failed,
      held: ended.held,
      cancelled: ended.cancelled,
      images,
      seconds: Math.round((now() - begun) / 100) / 10,
    }),
    status: (waiting) =>
      ended.done === printed() && waiting === 0 ? exitStatus.done : exitStatus.unfinished,
  };
}

/** The summary for a person. */
export function summaryText(counts: Counts, waiting: number): string {
  const { photos, done, failed, held, cancelled, images, seconds } = counts;
  const parts = [
    `${done} done`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(held > 0 ? [`${held} held (see darkslide held)`] : []),
    ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
    ...(waiting > 0 ? [`${waiting} still waiting (darkslide resume goes on with them)`] : []),
  ];
  const photoWord = photos === 1 ? 'photo' : 'photos';
  const imageWord = images === 1 ? 'image' : 'images';
  return `${photos} ${photoWord}: ${parts.join(', ')}; ${images} new ${imageWord} in ${seconds} s`;
}
