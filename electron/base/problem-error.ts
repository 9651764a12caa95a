import type { Failure, Problem } from '#shared/problem.ts';

/**
 * An error that contains a problem, for code that only passes on thrown errors: a library, a
 * commit, a callback. The caller of that code converts the error back into an outcome.
 */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;

  constructor({ problem }: Failure) {
    super(problem.detail ?? problem.message);
    this.problem = problem;
  }
}
