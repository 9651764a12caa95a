import type { PhotoMover } from './types.ts';

/** Takes the photos of jobs that have ended where they belong, behind what goes on. */
export interface Tidier {
  tidy(jobId: number): void;
  isTidying(): boolean;
  /** Resolves when nothing is under way any more. */
  ended(): Promise<void>;
}

/** @param mistake whatever comes of it, the job has ended: this is all that is told of a failure. */
export function createTidier(
  mover: PhotoMover,
  mistake: (error: unknown, jobId: number) => void,
  signal: AbortSignal,
): Tidier {
  const underWay = new Set<Promise<void>>();
  return {
    tidy(jobId) {
      const done = mover
        .afterJob(jobId, signal)
        .catch((error: unknown) => mistake(error, jobId))
        .finally(() => underWay.delete(done));
      underWay.add(done);
    },
    isTidying: () => underWay.size > 0,
    async ended() {
      await Promise.allSettled(underWay);
    },
  };
}
