import type { Failure, Problem } from '#shared/problem.ts';
import type { Context } from './context.ts';
import { statusOf, type ExitStatus } from './exit.ts';

/** Prints why a command ends before it did anything; the status that says so. */
export function refuse(
  { out }: Pick<Context, 'out'>,
  first: Problem,
  ...others: readonly Problem[]
): ExitStatus {
  for (const problem of [first, ...others]) out.problem(problem);
  return statusOf(first);
}

/** The same for all that a check tells at once. */
export function refuseAll(
  context: Pick<Context, 'out'>,
  { problem, others = [] }: Failure,
): ExitStatus {
  return refuse(context, problem, ...others);
}
