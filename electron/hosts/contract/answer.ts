import { success, type Outcome } from '#shared/problem.ts';

/** Returns the outcome without its value. */
export function done(outcome: Outcome<unknown>): Outcome<null> {
  return outcome.ok ? success(null) : outcome;
}

/** Returns a success for work that has no result. */
export function finished(_done: void): Outcome<null> {
  return success(null);
}
