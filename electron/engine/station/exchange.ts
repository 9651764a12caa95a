import { success, type Outcome } from '#shared/problem.ts';
import type { ClaimedRun, RunFacts } from '../../adapters/ledger/claims.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { ClaimState, OwnClaim, SharedStudio } from '../../adapters/shared-studio/types.ts';
import { claimStateOf } from './claim-state.ts';
import type { Turns } from './turns.ts';

/** How the ledger notes that a user has to decide about a claim, as the shared studio was told. */
const PERSON = ' needs-person';

type ClaimLedger = Pick<Ledger, 'claims' | 'history' | 'transaction'>;

/**
 * Reports every claim whose state has changed. A claim that another station has taken over is removed here: the job
 * must claim again before it sends anything.
 * @param isHalted Whether this station sends no requests at the moment
 */
export async function reportClaims(
  shared: SharedStudio,
  ledger: ClaimLedger,
  turns: Turns,
  isHalted: boolean,
): Promise<Outcome<void>> {
  for (const listed of ledger.claims.unsettled()) {
    const report = () => reportClaim(shared, ledger, listed, isHalted);
    const reported = await turns.report(listed, report);
    if (!reported.ok) return reported;
  }
  return success();
}

async function reportClaim(
  shared: SharedStudio,
  { claims, history, transaction }: ClaimLedger,
  { jobId, run, claim, reported }: ClaimedRun,
  isHalted: boolean,
): Promise<Outcome<void>> {
  // only a new claim counts against the concurrency limit again
  const takesNone = isHalted || reported.startsWith('held ');
  const now = claimStateOf(claims.facts(jobId, run), takesNone);
  const person = now.needsPerson ? PERSON : '';
  const text = `${now.state} ${now.executions.join(' ')}${person}`;
  // while earlier claims were reported, the job may have claimed again
  if (text === reported || claims.get(jobId, run)?.claim !== claim) return success();
  const answer = await shared.report({ claim, ...now });
  if (!answer.ok) return answer;
  const isOurs = answer.value;
  transaction(() => {
    // the claim may have been given back while the report was being sent
    if (claims.get(jobId, run)?.claim !== claim) return;
    if (isOurs && now.state !== 'released') return claims.reported(jobId, run, text);
    claims.remove(jobId, run);
    if (!isOurs) history.note(jobId, 'another station has taken over the purchase');
  });
  return success();
}

/**
 * Compares the station's claims with those in the database, which may have been restored from a backup. Claims that
 * the database no longer has are removed from the ledger: the job claims again, or `recordHistory` records its
 * purchase. Claims that the database knows in an earlier state are reported again. Claims that the ledger does not have
 * are settled, see `settleUnknown`.
 */
export async function verifyClaims(
  shared: SharedStudio,
  ledger: Pick<Ledger, 'claims'>,
  turns: Turns,
): Promise<Outcome<boolean>> {
  const { claims } = ledger;
  const listed = await shared.mine();
  if (!listed.ok) return listed;
  const there = new Map(listed.value.map((one) => [one.claim, one]));
  for (const { jobId, run, claim, reported } of claims.all()) {
    const one = there.get(claim);
    if (one?.job !== jobId || one.jobRun !== run) claims.remove(jobId, run);
    else if (
      reported !== '' &&
      (!reported.startsWith(`${one.state} `) || reported.endsWith(PERSON))
    ) {
      claims.reported(jobId, run, '');
    }
  }
  return settleUnknown(shared, ledger, turns, listed.value);
}

/** Settles the claims that the station has although the answers to it were lost, see `settleUnknown`. */
export async function settleLost(
  shared: SharedStudio,
  ledger: Pick<Ledger, 'claims'>,
  turns: Turns,
): Promise<Outcome<boolean>> {
  const listed = await shared.mine();
  return listed.ok ? settleUnknown(shared, ledger, turns, listed.value) : listed;
}

/**
 * Settles those claims that the ledger does not have. A claim of which the ledger knows that nothing was sent is
 * released. A claim with a task other than the job's own was taken over, and the task may have been executed: the job
 * claims again and asks the service. If the job has ended instead, the purchase counts as bought; if it needs attention,
 * it does not count against the concurrency limit. Returns whether a claim still waits for its job.
 */
async function settleUnknown(
  shared: SharedStudio,
  { claims }: Pick<Ledger, 'claims'>,
  turns: Turns,
  listed: readonly OwnClaim[],
): Promise<Outcome<boolean>> {
  let isAwaited = false;
  const stateOf = ({ job, jobRun, task, state }: OwnClaim): ClaimState => {
    if (claims.get(job, jobRun) !== undefined) return state;
    const facts = claims.facts(job, jobRun);
    // what was sent without a claim is recorded by `recordHistory`
    if (!facts.executions.every((one) => unsent.has(one.state))) return state;
    if (facts.taskId === task) return state === 'open' || state === 'held' ? 'released' : state;
    const taken = takenOverState(facts, state);
    isAwaited ||= taken !== 'bought';
    return taken;
  };
  for (const one of listed) {
    if (one.images === 0 || one.state === 'bought') continue;
    const { claim, job: jobId, jobRun: run } = one;
    const settled = await turns.report({ jobId, run }, async () => {
      const state = stateOf(one);
      if (state === one.state) return success();
      const answer = await shared.report({ claim, state, executions: [] });
      return answer.ok ? success() : answer;
    });
    if (!settled.ok) return settled;
  }
  return success(isAwaited);
}

function takenOverState({ jobState, isLast }: RunFacts, state: ClaimState): ClaimState {
  const isOpen = jobState === 'waiting' || jobState === 'running';
  if (!isLast || !(isOpen || jobState === 'held')) return 'bought';
  return isOpen ? state : 'held';
}

/** States of an execution with which nothing was bought. */
const unsent: ReadonlySet<string> = new Set(['intent', 'rejected', 'void']);

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
