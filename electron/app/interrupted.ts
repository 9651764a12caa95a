import { failure } from '#shared/failure.ts';
import type { Failure } from '#shared/problem.ts';

/** Returns the problem of an action whose studio has stopped; `detail`: the error that it caused. */
export function interrupted(detail: string): Failure {
  return failure('interrupted', {}, { detail });
}
