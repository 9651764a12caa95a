import type { JobAnswer } from '#shared/views/queue.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { answersTo, cameToNothing, mayTakeRecipe } from './answers.ts';

/**
 * Returns the actions that the user can choose for a job in its current state, the safest first; empty if the job
 * cannot be read.
 */
export function answersFor(ledger: Ledger, jobId: number): readonly JobAnswer[] {
  const loaded = ledger.jobs.load(jobId);
  if (!loaded.ok) return [];
  const { state, problem, runs } = loaded.value;
  const executions = ledger.executions.ofJob(jobId);
  const [counted] = ledger.queue.jobCounts([jobId]);
  return answersTo({
    state,
    code: problem?.code,
    executions,
    isRecipeChanged: mayTakeRecipe(counted),
    cameToNothing: cameToNothing(runs, executions, ledger.results.ofJob(jobId)),
  });
}
