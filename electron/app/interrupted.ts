import { failure, type Failure } from '#shared/problem.ts';

/** Says of something that its studio came to an end under it; `detail`: what that looked like. */
export function interrupted(detail: string): Failure {
  return failure(
    'interrupted',
    'The service was changed, or Darkslide closed, while this was done. What was written down before stays; see how it stands, and do it again where it is missing.',
    { detail },
  );
}
