import { failure, type Failure } from '#shared/problem.ts';

/** Returns the problem of work whose studio stopped; `detail`: the error that showed it. */
export function interrupted(detail: string): Failure {
  return failure(
    'interrupted',
    'The service was changed, or Darkslide closed, before this finished. Earlier changes are kept; check the state and do the rest again.',
    { detail },
  );
}
