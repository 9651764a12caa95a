import type { Problem } from '#shared/problem.ts';
import { troubleOf } from '../../adapters/ledger/fault.ts';

/**
 * Returns the problem that a command reports for a thrown error: trouble with the ledger, or a bug.
 */
export function thrownProblem(error: unknown): Problem {
  return (
    troubleOf(error) ?? {
      code: 'internal',
      message:
        'Something went wrong in Darkslide; nothing recorded in the ledger is lost. Please report it with the output of --verbose.',
      detail: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }
  );
}
