import type { Failure, Problem } from '#shared/problem.ts';
import type { Context } from './context.ts';
import { statusOf, type ExitStatus } from './exit.ts';

/** Prints why a command could not start and returns its exit status. */
export function refuse(
  { out }: Pick<Context, 'out'>,
  first: Problem,
  ...others: readonly Problem[]
): ExitStatus {
  for (const problem of [first, ...others]) out.problem(problem);
  return statusOf(first);
}

/** Prints all problems of a check and returns the exit status. */
export function refuseAll(
  context: Pick<Context, 'out'>,
  { problem, others = [] }: Failure,
): ExitStatus {
  return refuse(context, problem, ...others);
}
