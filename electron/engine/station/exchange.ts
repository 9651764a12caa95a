import { success, type Outcome } from '#shared/problem.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { SharedStudio } from '../../adapters/shared-studio/types.ts';
import { claimStateOf } from './claim-state.ts';

type ClaimLedger = Pick<Ledger, 'claims' | 'history' | 'transaction'>;

/**
 * Reports every claim whose state has changed. A claim that another station has taken over is removed here: the job
 * must claim again before it sends anything.
 */
export async function reportClaims(
  shared: SharedStudio,
  { claims, history, transaction }: ClaimLedger,
): Promise<Outcome<void>> {
  for (const { jobId, run, claim, reported } of claims.unsettled()) {
    const now = claimStateOf(claims.facts(jobId, run));
    const text = `${now.state} ${now.executions.join(' ')}`;
    if (text === reported) continue;
    const answer = await shared.report({ claim, ...now });
    if (!answer.ok) return answer;
    const isOurs = answer.value;
    transaction(() => {
      // the job may have claimed again while the report was being sent
      if (claims.get(jobId, run)?.claim !== claim) return;
      if (isOurs && now.state !== 'released') return claims.reported(jobId, run, text);
      claims.remove(jobId, run);
      if (!isOurs) history.note(jobId, 'another station has taken over the purchase');
    });
  }
  return success();
}

/**
 * Compares the station's claims with those in the database, which may have been restored from a backup. Claims that
 * the database no longer has are removed from the ledger: the job claims again, or `recordHistory` records its
 * purchase. Open claims that the ledger does not have are released.
 */
export async function verifyClaims(
  shared: SharedStudio,
  { claims }: Pick<Ledger, 'claims'>,
): Promise<Outcome<void>> {
  const listed = await shared.mine();
  if (!listed.ok) return listed;
  const runs = listed.value.filter(({ images }) => images > 0);
  const there = new Map(runs.map((one) => [one.claim, one]));
  for (const { jobId, run, claim } of claims.all()) {
    const one = there.get(claim);
    if (one?.job !== jobId || one.jobRun !== run) claims.remove(jobId, run);
  }
  const stale = runs.filter(({ job, jobRun, state, task }) => {
    if (state !== 'open' || claims.get(job, jobRun) !== undefined) return false;
    const { taskId, executions } = claims.facts(job, jobRun);
    // a claim with a task other than the job's own was taken over, and the outcome of that task is not known yet
    return executions.length === 0 && taskId === task;
  });
  for (const { claim } of stale) {
    const released = await shared.report({ claim, state: 'released', executions: [] });
    if (!released.ok) return released;
  }
  return success();
}

/**
 * Records purchases that have no claim, because the station made them before it joined, or because the database was
 * restored from a backup. Until all are recorded, the station claims nothing. Returns the number of these purchases.
 */
export async function recordHistory(
  shared: SharedStudio,
  { claims, sharedDocuments }: Pick<Ledger, 'claims' | 'sharedDocuments'>,
): Promise<Outcome<number>> {
  const runs = claims.unclaimed();
  for (const { jobId, run, hotFolderId, ...identity } of runs) {
    const now = claimStateOf(claims.facts(jobId, run));
    const recorded = await shared.record({
      job: jobId,
      jobRun: run,
      ...identity,
      folder:
        hotFolderId === null ? null : (sharedDocuments.keyOf('hot-folder', hotFolderId) ?? null),
      ...now,
    });
    if (!recorded.ok) return recorded;
    if (recorded.value === null) continue;
    const { claim, fence } = recorded.value;
    claims.set({ jobId, run, claim, fence });
  }
  return success(runs.length);
}
