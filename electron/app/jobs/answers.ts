import type { Problem } from '#shared/problem.ts';
import type { JobAnswer } from '#shared/views/queue.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { answersTo, cameToNothing, mayTakeRecipe } from '../../engine/queue/answers.ts';

/** A job that needs the user's decision. */
export interface HeldJob {
  readonly id: number;
  /** Absolute path or address of the photo; null if the job cannot be read. */
  readonly photo: string | null;
  readonly problem: Problem | null;
  readonly answers: readonly JobAnswer[];
}

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

/** Returns at most `most` held jobs with the actions that the user can choose. */
export function heldJobs(ledger: Ledger, most: number): readonly HeldJob[] {
  return ledger.jobs.list(['held'], most).map((id) => {
    const loaded = ledger.jobs.load(id);
    return {
      id,
      photo: loaded.ok ? loaded.value.source : null,
      problem: loaded.ok ? loaded.value.problem : loaded.problem,
      answers: answersFor(ledger, id),
    };
  });
}
