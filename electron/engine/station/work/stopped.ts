import type { SharedJob } from '../../../adapters/ledger/shared-work.ts';
import type { WorkParts } from './parts.ts';

/** What a station does not process at the moment. */
interface StoppedWork {
  /** Keys of the shared hot folders that are paused or at their limit. */
  readonly folders: string[];
  /** Jobs of these folders that this station has taken, to give back unless they have begun. */
  readonly left: SharedJob[];
  /** Number of the jobs that stay here: one of each folder at its limit, which shows when the limit has room again. */
  readonly kept: number;
}

/** Returns the hot folders that are paused or at their limit, and their taken jobs, which would keep out others. */
export function stoppedWork({ ledger, hands, folders }: WorkParts): StoppedWork {
  const { paused, parked } = hands.stopped();
  const inHand = ledger.sharedWork.inHand();
  const folderOf = (jobId: number) => {
    const job = ledger.jobs.load(jobId);
    return job.ok ? job.value.hotFolderId : null;
  };
  const atLimit = new Set(parked.map(folderOf));
  const isStopped = (folder: number | null) =>
    folder !== null && (paused.includes(folder) || atLimit.has(folder));
  const kept = new Map<number | null, number>();
  for (const jobId of parked) {
    const folder = folderOf(jobId);
    const isTaken = inHand.some((job) => job.jobId === jobId);
    if (isTaken && folder !== null && !paused.includes(folder)) kept.set(folder, jobId);
  }
  const stays = new Set(kept.values());
  return {
    folders: folders().flatMap(({ id, key }) => (isStopped(id) ? [key] : [])),
    left: inHand.filter(({ jobId }) => isStopped(folderOf(jobId)) && !stays.has(jobId)),
    kept: stays.size,
  };
}
