import { failure } from '#shared/failure.ts';
import { causeText, type Problem } from '#shared/problem.ts';
import { ProblemError } from '../../../base/problem-error.ts';

/**
 * Returns whether the network failed: file system errors have a `syscall`, and every other error here is from the
 * network.
 */
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

/** Turns a network error into a problem; returns problems and file system errors unchanged. */
export function notReached(error: unknown): unknown {
  if (error instanceof ProblemError || isDisk(error)) return error;
  const problem = (error as { problem?: Problem }).problem;
  // Returned unchanged, because problems of being offline and of proxies already tell the user what to do.
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
