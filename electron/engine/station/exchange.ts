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
      // while the answer was awaited, the job may have claimed again
      if (claims.get(jobId, run)?.claim !== claim) return;
      if (isOurs && now.state !== 'released') return claims.reported(jobId, run, text);
      claims.remove(jobId, run);
      if (!isOurs) history.note(jobId, 'another station has taken over the purchase');
    });
  }
  return success();
}

/**
 * Compares the station's claims with those in the database, which may have been restored from a backup: claims that are
 * missing there are recorded again, and open claims that are missing here are released.
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
    // a claim of another task was taken over, and what became of that task is not known yet
    return executions.length === 0 && taskId === task;
  });
  for (const { claim } of stale) {
    const released = await shared.report({ claim, state: 'released', executions: [] });
    if (!released.ok) return released;
  }
  return success();
}

/**
 * Records purchases that the station made without a claim: before it joined, or before the database was restored. Until
 * that is done, the station claims nothing.
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
