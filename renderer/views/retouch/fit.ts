import { checkPhoto, type AgentVersion } from '#shared/agents/index.ts';
import type { Problem } from '#shared/problem.ts';
import { uploadSize, type UploadWish } from '#shared/upload-size.ts';
import type { FilmstripPhoto } from '#shared/views/retouch.ts';

/** A photo that can't run with the settings because of its upload size. */
export interface Misfit {
  readonly photo: FilmstripPhoto;
  readonly problems: readonly Problem[];
}

/** The photos in a run: those that can run with the settings (`suited`), and those that can't because of their size. */
export interface Fit {
  readonly suited: readonly FilmstripPhoto[];
  readonly misfits: readonly Misfit[];
}

/**
 * Divides photos by whether they can run with the settings. Does not check whether an aspect ratio is too extreme,
 * because other code rejects such photos.
 */
export function fitOf(
  agent: AgentVersion,
  values: Readonly<Record<string, unknown>>,
  wish: UploadWish,
  photos: readonly FilmstripPhoto[],
): Fit {
  const known = new Map<string, readonly Problem[]>();
  const problemsOf = ({ width, height }: FilmstripPhoto) => {
    const key = `${width} ${height}`;
    const canvas = uploadSize({ width, height }, wish);
    const problems = known.get(key) ?? (canvas === null ? [] : checkPhoto(agent, values, canvas));
    known.set(key, problems);
    return problems;
  };
  const judged = photos.map((photo) => ({ photo, problems: problemsOf(photo) }));
  return {
    suited: judged.filter(({ problems }) => problems.length === 0).map(({ photo }) => photo),
    misfits: judged.filter(({ problems }) => problems.length > 0),
  };
}
