import type { Status } from '#shared/views/status.ts';

/** The photos of a run of work, from the first that moved until nothing is left to do. */
export interface Batch {
  /** Photos done and failed before it began. */
  readonly doneBefore: number;
  readonly failedBefore: number;
  readonly endedBefore: number;
  /** Whether it was told already that a person is needed. */
  readonly hasCalled: boolean;
}

/** What one notification is about. */
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
  /** 0 to 1 of the batch; null while there is none. */
  readonly progress: number | null;
  readonly isBusy: boolean;
}

/**
 * Follows the batch from one status to the next: one notice when it ends, and one when it needs a
 * person, however many photos it has.
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

/** Nothing, when all that happened is that a person took photos out again. */
function end(batch: Batch, { counts, needPerson }: Status): BatchNotice | null {
  const done = Math.max(0, counts.done - batch.doneBefore);
  const failed = Math.max(0, counts.failed - batch.failedBefore);
  return done + failed + needPerson === 0 ? null : { kind: 'ended', done, failed, needPerson };
}
