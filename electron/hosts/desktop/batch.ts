import type { Status } from '#shared/views/status.ts';

/** The photos that are processed together: from the first one that starts until nothing is left to do. */
export interface Batch {
  /** Number of photos that were done, and number that had failed, before the batch. */
  readonly doneBefore: number;
  readonly failedBefore: number;
  readonly endedBefore: number;
  /** Whether the user was already notified that the batch waits for the user. */
  readonly hasCalled: boolean;
}

/** The content of a notification. */
export type BatchNotice =
  | {
      readonly kind: 'ended';
      readonly done: number;
      readonly failed: number;
      readonly needPerson: number;
    }
  | { readonly kind: 'needs-person' };

export interface Step {
  /** Null while there is nothing to do. */
  readonly batch: Batch | null;
  readonly notice: BatchNotice | null;
  /** Progress of the batch from 0 to 1; null if there is no batch. */
  readonly progress: number | null;
  readonly isBusy: boolean;
}

/**
 * Updates the batch from one status to the next. Returns one notice when the batch ends, and one when the batch waits
 * for the user, regardless of the number of photos.
 */
export function follow(before: Batch | null, status: Status): Step {
  const { counts } = status;
  const left = counts.running + counts.waiting;
  const ended = counts.total - left;
  if (left === 0) {
    return {
      batch: null,
      notice: before === null ? null : end(before, status),
      progress: null,
      isBusy: false,
    };
  }
  const batch = before ?? {
    doneBefore: counts.done,
    failedBefore: counts.failed,
    endedBefore: ended,
    hasCalled: false,
  };
  const calls = !batch.hasCalled && status.waitingFor.some(({ needsPerson }) => needsPerson);
  const since = Math.max(0, ended - batch.endedBefore);
  return {
    batch: calls ? { ...batch, hasCalled: true } : batch,
    notice: calls ? { kind: 'needs-person' } : null,
    progress: since / (since + left),
    isBusy: !status.isPaused && status.isMoving,
  };
}

/** Returns the notice at the end of a batch; null if the user only removed photos. */
function end(batch: Batch, { counts, needPerson }: Status): BatchNotice | null {
  const done = Math.max(0, counts.done - batch.doneBefore);
  const failed = Math.max(0, counts.failed - batch.failedBefore);
  return done + failed + needPerson === 0 ? null : { kind: 'ended', done, failed, needPerson };
}
