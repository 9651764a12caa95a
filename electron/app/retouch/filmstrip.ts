import type { Input } from '#shared/ipc.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type {
  AddedPhotos,
  FilmstripPage,
  FilmstripPhoto,
  FoundPhotos,
} from '#shared/views/retouch.ts';
import type { StripCounts, StripPhoto } from '../../adapters/ledger/filmstrip.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { Studio } from '../../studio.ts';
import { needWholeFiles } from '../whole-paths.ts';
import { addPhotos, findPhotos } from './strip-photos.ts';

/** Returns a page of the filmstrip, with the job counts of each photo. */
export function filmstripPage(
  { filmstrip }: Pick<Ledger, 'filmstrip'>,
  { offset, limit }: Input<'retouch.filmstrip'>,
): FilmstripPage {
  const rows = filmstrip.page(offset, limit).map(filmstripPhoto);
  return { total: filmstrip.count(), offset, rows };
}

/** Returns a photo on the filmstrip in the form that the screen shows. */
export function filmstripPhoto(photo: StripPhoto & StripCounts): FilmstripPhoto {
  const { id, name, width, height, delivered, underWay, needPerson, failed } = photo;
  return { id, name, width, height, delivered, underWay, needPerson, failed };
}

/** Returns the photos among files and in folders, given by absolute paths. Problem: path-relative. */
export async function findForFilmstrip(
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Outcome<FoundPhotos>> {
  const whole = needWholeFiles(paths);
  return whole.ok ? success(await findPhotos(paths, signal)) : whole;
}

/**
 * Adds files, and the photos in folders, to the filmstrip, given by absolute paths. Problem:
 * path-relative.
 */
export async function addToFilmstrip(
  studio: Pick<Studio, 'ledger' | 'images'>,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Outcome<AddedPhotos>> {
  const whole = needWholeFiles(paths);
  return whole.ok ? success(await addPhotos(studio, paths, signal)) : whole;
}

/** Adds a result to the filmstrip. Problems: result-not-ready, and the reason for which the file is refused. */
export async function addResultToFilmstrip(
  studio: Pick<Studio, 'ledger' | 'images'>,
  resultId: number,
  signal: AbortSignal,
): Promise<Outcome<AddedPhotos>> {
  const delivered = studio.ledger.results.get(resultId)?.delivered ?? null;
  if (delivered === null) {
    return failure('result-not-ready.source');
  }
  const added = await addPhotos(studio, [delivered.file], signal);
  const [problem] = added.refused;
  return problem === undefined ? success(added) : failure(problem);
}

/** Removes photos from the filmstrip; returns their paths. */
export function removeFromFilmstrip(
  { filmstrip }: Pick<Ledger, 'filmstrip'>,
  ids: readonly number[],
): readonly string[] {
  const sources = ids.flatMap((id) => filmstrip.get(id)?.source ?? []);
  filmstrip.remove(ids);
  return sources;
}

export function notOnStrip(): Outcome<never> {
  return failure('photo-unknown');
}
