import { problemOf } from '#shared/failure.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { keyOf, type WorkKey } from '../../adapters/shared-studio/shared-work.ts';

/**
 * Removes everything about the shared studio from the ledger. The hot folders that the station shared are paused,
 * because other stations process them now; returns their number. `withdrawn`: the photos that no other station
 * processes; null if the database cannot be asked. The others are cancelled here.
 */
export function forgetStudio(ledger: Ledger, withdrawn: readonly WorkKey[] | null): number {
  const { sharedWork, jobs, claims, hotFolders } = ledger;
  const kept = withdrawn === null ? null : new Set(withdrawn.map(keyOf));
  return ledger.transaction(() => {
    for (const { jobId, station } of sharedWork.open()) {
      const job = jobs.load(jobId);
      if (!job.ok || job.value.state !== 'waiting') continue;
      if (claims.get(jobId, job.value.runs) !== undefined) continue;
      const isElsewhere =
        kept === null ? station !== null : !kept.has(keyOf(claims.identityOf(jobId)));
      if (isElsewhere) jobs.end(jobId, 'cancelled', problemOf('work-given-back'));
    }
    const paused = hotFolders.saved().filter(({ isShared, armed }) => isShared && armed);
    for (const { id } of paused) hotFolders.arm(id, false);
    ledger.membership.leave();
    claims.removeAll();
    sharedWork.removeAll();
    ledger.sharedDocuments.removeAll();
    ledger.sharedCards.removeAll();
    ledger.sharedConflicts.removeAll();
    ledger.studioRuns.leave();
    ledger.sharedMarks.removeAll();
    ledger.sharedHeld.removeAll();
    return paused.length;
  });
}
