import { failure } from '#shared/failure.ts';
import { causeText, type Problem } from '#shared/problem.ts';
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
  return new ProblemError(failure('update-unreachable', {}, { detail }));
}

export function missing(statusCode: number): ProblemError {
  return new ProblemError(
    failure('update-missing.channel', {}, { detail: `HTTP status ${statusCode}` }),
  );
}

export function leadsAway(at: URL): ProblemError {
  return new ProblemError(failure('update-redirected', {}, { about: at.origin }));
}

export function tooLong(url: URL): ProblemError {
  return new ProblemError(failure('update-too-long', {}, { about: nameOf(url) }));
}

export function cut(url: URL): ProblemError {
  return new ProblemError(failure('update-cut', {}, { about: nameOf(url) }));
}

export function damaged(url: URL): ProblemError {
  return new ProblemError(failure('update-damaged', {}, { about: nameOf(url) }));
}

function nameOf(url: URL): string {
  return decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
}
