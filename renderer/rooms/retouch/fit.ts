import { checkPhoto, type AgentVersion } from '#shared/agents/index.ts';
import type { Problem } from '#shared/problem.ts';
import { uploadSize, type UploadWish } from '#shared/upload-size.ts';
import type { FilmstripPhoto } from '#shared/views/retouch.ts';

/** A photo that the settings do not suit. */
export interface Misfit {
  readonly photo: FilmstripPhoto;
  readonly problems: readonly Problem[];
}

/** Photos of a run by whether the settings suit the size that each is uploaded with. */
export interface Fit {
  readonly suited: readonly FilmstripPhoto[];
  readonly misfits: readonly Misfit[];
}

/** A photo that is too long and not to be padded is refused for that, and not here. */
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
