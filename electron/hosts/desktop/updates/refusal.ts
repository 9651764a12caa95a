import { failure, type Problem, type ProblemCode } from '#shared/problem.ts';

/** A problem on its way through electron-updater, which knows no outcomes and hands on what is thrown. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

export function refuse(
  code: ProblemCode,
  message: string,
  more: Omit<Problem, 'code' | 'message'> = {},
): Refusal {
  return new Refusal(failure(code, message, more).problem);
}
