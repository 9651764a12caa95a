import { success, type Outcome } from '#shared/problem.ts';

/** Returns no more than that it was done. */
export function done(outcome: Outcome<unknown>): Outcome<null> {
  return outcome.ok ? success(null) : outcome;
}

/** Answers that the work before it was done. */
export function finished(_done: void): Outcome<null> {
  return success(null);
}
