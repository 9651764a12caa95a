import type { Failure, Problem } from '#shared/problem.ts';

/**
 * A problem on its way through code that hands on only what is thrown: a library, a commit, a callback. Who
 * called that code makes an outcome of it again.
 */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;

  constructor({ problem }: Failure) {
    super(problem.detail ?? problem.message);
    this.problem = problem;
  }
}
