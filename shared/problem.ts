import type { Said } from './said.ts';
import type { ProblemCode } from './problem-codes.ts';

/**
 * A problem that Darkslide reports to the user. Expected failures are returned as values (`Outcome`), not thrown; only
 * bugs throw. A problem has a code that never changes, and one or two sentences that say what happened, what is safe
 * and what to do.
 */
export interface Problem extends Said {
  /** Stable code in kebab case, listed in `problemCodes`. */
  readonly code: ProblemCode;
  /**
   * The subject of the problem, which does not depend on the language: a path, a file name, a URL, a number with its
   * unit, allowed values, or words quoted from the service. Never a sentence of Darkslide.
   */
  readonly about?: string;
  /** The agent parameter or recipe field that caused the problem. */
  readonly parameter?: string;
  /** Technical detail, shown with --verbose and under Details on screen. Secrets are removed, as in the log. */
  readonly detail?: string;
}

export type Outcome<T> = { readonly ok: true; readonly value: T } | Failure;

export interface Failure {
  readonly ok: false;
  readonly problem: Problem;
  /** Further problems, if a check has found several. */
  readonly others?: readonly Problem[];
}

export function success(): Outcome<void>;
export function success<T>(value: T): Outcome<T>;
export function success<T>(value?: T): Outcome<T | undefined> {
  return { ok: true, value };
}

/** Returns the failure of a check with all problems that it found; `problems` must not be empty. */
export function failures(problems: readonly Problem[]): Failure {
  const [problem, ...others] = problems;
  if (problem === undefined) throw new Error('failures() needs at least one problem.');
  return { ok: false, problem, ...(others.length > 0 && { others }) };
}

/** Returns all problems of an outcome; empty for a success. */
export function problemsIn(outcome: Outcome<unknown>): readonly Problem[] {
  return outcome.ok ? [] : [outcome.problem, ...(outcome.others ?? [])];
}

/** Returns the problem of an outcome, for display; null for a success. */
export function problemIn(outcome: Outcome<unknown>): Problem | null {
  return outcome.ok ? null : outcome.problem;
}

/** Returns the outcome with its value converted by `to`; a failure is returned unchanged. */
export function mapOutcome<T, U>(outcome: Outcome<T>, to: (value: T) => U): Outcome<U> {
  return outcome.ok ? success(to(outcome.value)) : outcome;
}

/** Returns the text of a thrown value, without its stack. */
export function causeText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as { code?: unknown }).code;
  const own =
    typeof code === 'string' && !error.message.includes(code)
      ? `${code}: ${error.message}`
      : error.message;
  return error.cause === undefined ? own : `${own} (${causeText(error.cause)})`;
}

export type { ProblemCode };
