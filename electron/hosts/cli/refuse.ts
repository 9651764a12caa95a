import type { Problem } from '#shared/problem.ts';
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

/** The same for all that is wrong at once; there must be something. */
export function refuseAll(context: Pick<Context, 'out'>, problems: readonly Problem[]): ExitStatus {
  const [first, ...others] = problems;
  if (first === undefined) throw new Error('There is no reason to refuse.');
  return refuse(context, first, ...others);
}
