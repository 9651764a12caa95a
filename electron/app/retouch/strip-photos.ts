import { basename, resolve } from 'node:path';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { AddedPhotos, FoundPhotos } from '#shared/views/retouch.ts';
import { identifyPhoto } from '../../engine/intake/admit.ts';
import { listPhotos } from '../../engine/intake/list-photos.ts';
import type { Studio } from '../../studio.ts';

/** Maximum number of reasons reported for refused files. */
const REASONS = 20;

type Parts = Pick<Studio, 'ledger' | 'images'>;

/** Finds the photos among files and in folders, and returns the problems of those that cannot be read. */
export async function findPhotos(
  paths: readonly string[],
  signal: AbortSignal,
): Promise<FoundPhotos> {
  const { photos, problems } = await listPhotos(paths, signal);
  const given = new Set(paths.map((path) => resolve(path)));
  const found = photos.map(({ path, top }) => ({ path, from: given.has(top) ? top : null }));
  return { photos: found, ...toldOf(problems) };
}

/**
 * Adds files, and the photos in folders, to the filmstrip. Each photo appears as soon as it has been checked. Skips the
 * remaining photos after an abort.
 */
export async function addPhotos(
  studio: Parts,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<AddedPhotos> {
  const { photos, problems } = await listPhotos(paths, signal);
  const refused: Problem[] = [...problems];
  const ids: number[] = [];
  for (const { path } of photos) {
    if (signal.aborted) break;
    const added = await addPhoto(studio, path, signal);
    if (added.ok) ids.push(added.value);
    else refused.push(added.problem);
  }
  return { ids, ...toldOf(refused) };
}

function toldOf(refused: readonly Problem[]): Pick<AddedPhotos, 'refused' | 'refusals'> {
  return { refused: refused.slice(0, REASONS), refusals: refused.length };
}

/** Adds one photo; returns its id. Problems: those of `Images.probe` and of `identifyPhoto`. */
async function addPhoto(
  { ledger, images }: Parts,
  path: string,
  signal: AbortSignal,
): Promise<Outcome<number>> {
  const probed = await images.probe(path, signal);
  if (!probed.ok) return probed;
  const identified = await identifyPhoto(path, signal);
  if (!identified.ok) return identified;
  const { width, height } = probed.value;
  return success(
    ledger.transaction(() => {
      const photoId = ledger.photos.know(identified.value.photo);
      const name = basename(path);
      return ledger.filmstrip.add({ photoId, source: path, name, width, height }).id;
    }),
  );
}
