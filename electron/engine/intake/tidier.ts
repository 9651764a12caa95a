import type { PhotoMover } from './types.ts';

/** Moves the photos of ended jobs to their folders, in the background. */
export interface Tidier {
  tidy(jobId: number): void;
  isTidying(): boolean;
  /** Resolves when all moves have finished. */
  ended(): Promise<void>;
}

/** @param mistake the only report of a failure, because the job has already ended */
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
