import { failure } from '#shared/failure.ts';
import type { Failure } from '#shared/problem.ts';

/** Returns the problem of work whose studio stopped; `detail`: the error that showed it. */
export function interrupted(detail: string): Failure {
  return failure('interrupted', {}, { detail });
}
