import type { Problem } from '#shared/problem.ts';
import { troubleOf } from '../../adapters/ledger/fault.ts';

/** Returns what a command says of what was thrown: trouble with the ledger, or a bug. */
export function thrownProblem(error: unknown): Problem {
  return (
    troubleOf(error) ?? {
      code: 'internal',
      message:
        'Darkslide made a mistake; what the ledger holds is kept. Please report it with what --verbose shows.',
      detail: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }
  );
}
