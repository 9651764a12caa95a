import { causeText, failure, type Outcome, type Problem } from '#shared/problem.ts';
import { diskProblem, errorCode } from '../../../base/files.ts';
import { ProblemError } from '../../../base/problem-error.ts';

/** Returns what is wrong, of anything that a check or a download throws. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (errorCode(error) !== undefined) {
    return diskProblem(error, (error as { path?: string }).path ?? '/updates');
  }
  if ((error as { code?: unknown }).code === 'ERR_UPDATER_INVALID_SIGNATURE') {
    return failure(
      'update-foreign',
      'The update was not signed by the makers of Darkslide and was deleted. Nothing was installed; tell whoever provides your updates.',
      { detail: causeText(error).slice(0, 500) },
    ).problem;
  }
  return failure(
    'update-failed',
    'The new version could not be downloaded. Darkslide stays unchanged and tries again later.',
    { detail: causeText(error).slice(0, 500) },
  ).problem;
}

export function olderOffered(version: string, newest: string): ProblemError {
  return new ProblemError(
    failure(
      'update-older',
      `Version ${version} was offered, but ${newest} was seen before. Darkslide never installs an older version.`,
      { about: version },
    ),
  );
}

export function turnedOff(): Outcome<never> {
  return failure('updates-off', 'Update checks are turned off. Turn them on in Settings, Updates.');
}

export function notReady(): Outcome<never> {
  return failure(
    'update-not-ready',
    'No new version is ready to install. Check for updates first.',
  );
}

export function jobsRun(): Outcome<never> {
  return failure(
    'update-jobs-running',
    'Photos are being processed, so nothing was installed. You can restart anyway: paid work is completed, and the rest continues afterwards.',
  );
}
