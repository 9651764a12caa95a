import { checkPhoto, type AgentVersion } from '#shared/agents/index.ts';
import type { Problem } from '#shared/problem.ts';
import { canvasSize } from '#shared/upload-size.ts';
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

/** `mayPad`: a photo that is too long is padded; one that is not is refused for that, and not here. */
export function fitOf(
  agent: AgentVersion,
  values: Readonly<Record<string, unknown>>,
  mayPad: boolean,
  photos: readonly FilmstripPhoto[],
): Fit {
  const known = new Map<string, readonly Problem[]>();
  const problemsOf = ({ width, height }: FilmstripPhoto) => {
    const key = `${width} ${height}`;
    const canvas = canvasSize({ width, height }, mayPad);
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
