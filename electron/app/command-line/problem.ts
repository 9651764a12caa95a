import { problemOf } from '#shared/failure.ts';
import type { Problem } from '#shared/problem.ts';
import { troubleOf } from '../../adapters/ledger/fault.ts';

/** Returns the problem that a command reports for a thrown error: a ledger problem, or a bug. */
export function thrownProblem(error: unknown): Problem {
  return (
    troubleOf(error) ??
    problemOf(
      'internal',
      {},
      { detail: error instanceof Error ? (error.stack ?? error.message) : String(error) },
    )
  );
}
