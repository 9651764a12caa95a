import { failure } from '#shared/failure.ts';
import { problemIn, success, type Outcome } from '#shared/problem.ts';
import { mostRuns, type PhotoFacts, type RetouchPhoto } from '#shared/views/retouch.ts';
import { readProblem } from '../../base/read-problem.ts';
import type { StripPhoto } from '../../adapters/ledger/filmstrip.ts';
import { lookAt } from '../../engine/intake/look.ts';
import type { Studio } from '../../studio.ts';
import { replacedPhoto } from '../run-photos.ts';
import { filmstripPhoto, notOnStrip } from './filmstrip.ts';
import { outFolderOf, type OutFolderSession } from './out-folder.ts';
import { runsOf } from './runs.ts';

/** Returns one photo with its results. Problem: photo-unknown. */
export async function photoDetail(
  session: OutFolderSession,
  id: number,
): Promise<Outcome<RetouchPhoto>> {
  const { ledger } = session.studio();
  const photo = ledger.filmstrip.get(id);
  if (photo === undefined) return notOnStrip();
  const { source, bytes, photoId } = photo;
  return success({
    photo: filmstripPhoto({ ...photo, ...ledger.filmstrip.counts(photoId) }),
    source,
    bytes,
    problem: problemIn(await checkThere(photo)),
    runs: runsOf(ledger, ledger.filmstrip.jobsOf(photoId), mostRuns),
    outFolder: await outFolderOf(session, photo),
  });
}

/** Returns the camera data of a photo. Problems: photo-unknown, those of reading the file. */
export async function photoFacts(
  { ledger, factsOf }: Pick<Studio, 'ledger' | 'factsOf'>,
  id: number,
): Promise<Outcome<PhotoFacts>> {
  const photo = ledger.filmstrip.get(id);
  return photo === undefined ? notOnStrip() : factsOf(photo.source);
}

/**
 * Checks that a photo's file exists with the size that the filmstrip recorded; its content is read only when the photo
 * runs.
 */
async function checkThere({ source, name, bytes }: StripPhoto): Promise<Outcome<void>> {
  try {
    const look = await lookAt(source);
    return look.bytes === bytes ? success() : replacedPhoto(name);
  } catch (error) {
    return failure(readProblem(error, source));
  }
}
