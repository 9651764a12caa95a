import { failure, type Failure } from '#shared/problem.ts';

/** Says of something that its studio came to an end under it; `detail`: what that looked like. */
export function interrupted(detail: string): Failure {
  return failure(
    'interrupted',
    'The service was changed, or Darkslide closed, before this finished. Earlier changes are kept; check the state and do the rest again.',
    { detail },
  );
}
