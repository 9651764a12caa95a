import type { RunFacts } from '../../adapters/ledger/claims.ts';
import type { ClaimState } from '../../adapters/shared-studio/types.ts';

/** What this station reports to the shared studio about a claim. */
export interface ClaimReport {
  readonly state: ClaimState;
  readonly executions: readonly string[];
  /** Whether the purchase continues only once a user has decided about its job. */
  readonly needsPerson: boolean;
}

/** States of an execution whose outcome is open after its request was sent. */
const sent = new Set(['sending', 'doubt', 'started']);

/**
 * Returns what to report about the claim of a run, judging by the ledger. A run keeps its claim while its job may still
 * execute, even after a request was refused or given up. The claim counts against the concurrency limit only from
 * the intent to buy until the execution ends, so that waiting jobs do not block each other. The claim of a job that
 * needs attention does not count either. A purchase that a user has given up counts as bought, because the service may
 * have executed it.
 * @param takesNone Whether an unsent request does not count, because this station sends none at the moment
 */
export function claimStateOf(facts: Omit<RunFacts, 'taskId'>, takesNone = false): ClaimReport {
  const now = stateOf(facts, takesNone);
  const isOpen = now.state !== 'bought' && now.state !== 'released';
  return { ...now, needsPerson: isOpen && facts.jobState === 'held' };
}

function stateOf(
  { jobState, isLast, executions }: Omit<RunFacts, 'taskId'>,
  takesNone: boolean,
): Omit<ClaimReport, 'needsPerson'> {
  const ids = executions.flatMap(({ executionId }) => executionId ?? []);
  const has = (state: string) => executions.some((one) => one.state === state);
  const isSent = executions.some(({ state }) => sent.has(state));
  const hasEnded = jobState === 'cancelled' || jobState === 'failed' || jobState === 'done';
  if (isSent && hasEnded) return { state: 'bought', executions: ids };
  if (isSent || (has('intent') && !hasEnded)) {
    if (jobState === 'held' || (takesNone && !isSent)) return { state: 'held', executions: ids };
    return { state: has('started') ? 'started' : 'open', executions: ids };
  }
  if (has('finished'))
    return { state: hasEnded || !isLast ? 'bought' : 'finished', executions: ids };
  const isReleased = hasEnded || !isLast || (jobState === 'held' && executions.length > 0);
  return { state: isReleased ? 'released' : 'held', executions: [] };
}
