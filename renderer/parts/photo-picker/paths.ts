import { success, type Outcome } from '#shared/problem.ts';
import type { Studio } from '../../data/studio.svelte.ts';
import type { KnownPhoto } from './picks.ts';

/**
 * Returns the paths of photos in order, without duplicates. If photos no longer exist, returns the problem of
 * the first of them.
 */
export async function pathsOf(
  studio: Studio,
  photos: readonly KnownPhoto[],
): Promise<Outcome<readonly string[]>> {
  const answers = await Promise.all(photos.map((photo) => pathOf(studio, photo)));
  const paths: string[] = [];
  for (const answer of answers) {
    if (!answer.ok) return answer;
    paths.push(answer.value);
  }
  return success([...new Set(paths)]);
}

async function pathOf(studio: Studio, { kind, id }: KnownPhoto): Promise<Outcome<string>> {
  if (kind === 'result') return studio.ask('library.path', { id });
  const answer = await studio.ask('retouch.photo', { id });
  if (!answer.ok) return answer;
  const { source, problem } = answer.value;
  return problem === null ? success(source) : { ok: false, problem };
}
