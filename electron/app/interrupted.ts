import { failure } from '#shared/failure.ts';
import type { Failure } from '#shared/problem.ts';

/** Returns the problem for an action whose studio has stopped; `detail`: the error that revealed this. */
export function interrupted(detail: string): Failure {
  return failure('interrupted', {}, { detail });
}
