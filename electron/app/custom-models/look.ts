import { isWebAddress } from '#shared/agents/index.ts';
import type { Input } from '#shared/ipc.ts';
import type { CustomModelKind } from '#shared/custom-models.ts';
import { failures, success, type Outcome, type Problem } from '#shared/problem.ts';
import type { CustomModelPhoto } from '#shared/views/custom-models.ts';
import type { LookedPhoto } from '../../engine/models/prepared-photos.ts';
import type { Studio } from '../../studio.ts';
import type { Session } from '../session/session.ts';
import { needWholePaths } from '../whole-paths.ts';

/**
 * Checks one photo for a window, given by its absolute path or web address. If the service would not accept the photo,
 * the result contains the reason. Problems: path-relative, those of `look` of `CustomModels`.
 */
export async function lookAtPhoto(
  { studio, further }: Pick<Session, 'studio' | 'further'>,
  { kind, path }: Input<'custom-models.look'>,
  signal: AbortSignal,
): Promise<Outcome<CustomModelPhoto>> {
  const whole = needWholePaths([path]);
  if (!whole.ok) return whole;
  const looked = await studio().customModels.look(kind, path, signal);
  if (!looked.ok) return looked;
  const { path: source, sha256, bytes } = looked.value;
  // There is no local picture of a photo that only the service downloads.
  const pictureId = isWebAddress(path) ? null : further.know({ source, sha256, bytes });
  return success({ ...looked.value, pictureId });
}

/** Receives each photo when its check begins and ends, because checking takes a while. */
export interface LookProgress {
  looking(path: string): void;
  looked(photo: LookedPhoto): void;
}

/**
 * Checks the photos for a custom model or scene, given by absolute paths or web addresses. All of them must be usable;
 * otherwise the problem of each is reported. After an abort, skips the remaining photos and returns the problem
 * aborted. Problems: those of `look` of `CustomModels` and those found in a photo.
 */
export async function lookAtPhotos(
  { customModels }: Pick<Studio, 'customModels'>,
  kind: CustomModelKind,
  paths: readonly string[],
  progress: LookProgress,
  signal: AbortSignal,
): Promise<Outcome<readonly LookedPhoto[]>> {
  const photos: LookedPhoto[] = [];
  const problems: Problem[] = [];
  for (const path of paths) {
    progress.looking(path);
    const looked = await customModels.look(kind, path, signal);
    if (!looked.ok) {
      problems.push(looked.problem);
      if (looked.problem.code === 'aborted') break;
      continue;
    }
    progress.looked(looked.value);
    if (looked.value.problem === null) photos.push(looked.value);
    else problems.push(looked.value.problem);
  }
  return problems.length === 0 ? success(photos) : failures(problems);
}
