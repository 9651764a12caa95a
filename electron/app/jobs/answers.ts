import type { Problem } from '#shared/problem.ts';
import type { JobAnswer } from '#shared/views/queue.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { answersFor } from '../../engine/queue/answers-for.ts';

/** A job that needs the user's decision. */
export interface HeldJob {
  readonly id: number;
  /** Absolute path or address of the photo; null if the job cannot be read. */
  readonly photo: string | null;
  readonly problem: Problem | null;
  readonly answers: readonly JobAnswer[];
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
