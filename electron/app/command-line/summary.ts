import { noJobs, type JobState } from '#shared/job.ts';
import type { JobLine, RunCounts } from '#shared/views/command-line.ts';

/** Counts the lines of a command without storing them. */
export interface Summary {
  add(line: JobLine): void;
  /** Returns the totals. `waiting`: number of admitted photos that have not ended. */
  counts(waiting: number): RunCounts;
}

/** Creates a summary; `now` returns a monotonic time in ms. */
export function createSummary(now: () => number): Summary {
  const begun = now();
  const ended: Record<JobState, number> = { ...noJobs };
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
  };
}

/** Adds the totals of two parts of one command. The duration is that of `before`, which already includes both parts. */
export function addCounts(before: RunCounts, after: RunCounts): RunCounts {
  return {
    photos: before.photos + after.photos,
    done: before.done + after.done,
    failed: before.failed + after.failed,
    held: before.held + after.held,
    cancelled: before.cancelled + after.cancelled,
    images: before.images + after.images,
    seconds: before.seconds,
  };
}
