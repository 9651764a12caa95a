import type { Failure, Problem } from '#shared/problem.ts';

/**
 * Carries a problem through code that only passes on thrown errors: a library, a commit, a callback. The
 * caller of that code turns it back into an outcome.
 */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;

  constructor({ problem }: Failure) {
    super(problem.detail ?? problem.message);
    this.problem = problem;
  }
}
