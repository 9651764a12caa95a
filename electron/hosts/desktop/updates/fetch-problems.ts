import { causeText, failure, type Problem } from '#shared/problem.ts';
import { ProblemError } from '../../../base/problem-error.ts';

/** The disk's own words have a number of the system; everything else that can be thrown here is the network's. */
export function isNetworkTrouble(error: unknown): boolean {
  return !(error instanceof ProblemError) && !isDisk(error);
}

function isDisk(error: unknown): boolean {
  return (
    error instanceof Error &&
    'syscall' in error &&
    ['write', 'open', 'ftruncate', 'fsync'].includes(String(error.syscall))
  );
}

/** Returns the problem of anything thrown by the network; what the disk says stays. */
export function notReached(error: unknown): unknown {
  if (error instanceof ProblemError || isDisk(error)) return error;
  const problem = (error as { problem?: Problem }).problem;
  // offline, and proxies: these say what a person can do about it
  if (problem !== undefined && /^(offline|proxy-)/u.test(problem.code))
    return new ProblemError(failure(problem));
  return unreached(causeText(error));
}

export function unreached(detail: string): ProblemError {
  return new ProblemError(
    failure(
      'update-unreachable',
      'The place where new versions are offered cannot be reached. Darkslide stays as it is and looks again later.',
      { detail },
    ),
  );
}

export function missing(statusCode: number): ProblemError {
  return new ProblemError(
    failure(
      'update-missing',
      'There is nothing of this channel where new versions are offered. Darkslide stays as it is and looks again later.',
      { detail: `HTTP status ${statusCode}` },
    ),
  );
}

export function leadsAway(at: URL): ProblemError {
  return new ProblemError(
    failure(
      'update-redirected',
      'The place where new versions are offered led to one that is not safe, and was not followed. Nothing was fetched; tell whoever offers the updates.',
      { about: at.origin },
    ),
  );
}

export function tooLong(url: URL): ProblemError {
  return new ProblemError(
    failure(
      'update-too-long',
      'More was sent than a new version can be. It was cut off and thrown away; Darkslide stays as it is.',
      { about: nameOf(url) },
    ),
  );
}

export function cut(url: URL): ProblemError {
  return new ProblemError(
    failure(
      'update-cut',
      'The new version did not come whole, several times in a row. It was thrown away and is fetched again later.',
      { about: nameOf(url) },
    ),
  );
}

export function damaged(url: URL): ProblemError {
  return new ProblemError(
    failure(
      'update-damaged',
      'The new version that came is not what was announced. It was thrown away and nothing was installed.',
      { about: nameOf(url) },
    ),
  );
}

function nameOf(url: URL): string {
  return decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
}
