import { failure } from '#shared/failure.ts';
import { causeText, type Outcome, type Problem } from '#shared/problem.ts';
import { diskProblem, errorCode } from '../../../base/files.ts';
import { ProblemError } from '../../../base/problem-error.ts';

/** Returns the problem for any error that a check or a download throws. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (errorCode(error) !== undefined) {
    return diskProblem(error, (error as { path?: string }).path ?? '/updates');
  }
  if ((error as { code?: unknown }).code === 'ERR_UPDATER_INVALID_SIGNATURE') {
    return failure('update-foreign', {}, { detail: causeText(error).slice(0, 500) }).problem;
  }
  return failure('update-failed', {}, { detail: causeText(error).slice(0, 500) }).problem;
}

export function olderOffered(version: string, newest: string): ProblemError {
  return new ProblemError(failure('update-older', { version, newest }, { about: version }));
}

export function turnedOff(): Outcome<never> {
  return failure('updates-off');
}

export function notReady(): Outcome<never> {
  return failure('update-not-ready');
}

export function jobsRun(): Outcome<never> {
  return failure('update-jobs-running');
}
