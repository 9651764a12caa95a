import { dirname, join } from 'node:path';
import { isInside } from '../../base/paths.ts';
import type { StripPhoto } from '../../adapters/ledger/filmstrip.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { demoFolder } from '../../adapters/settings/choices.ts';
import type { Session } from '../session/session.ts';
import { givenFolder } from './given-photos.ts';

export type OutFolderSession = Pick<Session, 'studio' | 'preferences' | 'dataFolder'>;

/** Returns the absolute output folder of a photo on the filmstrip. */
export async function outFolderOf(session: OutFolderSession, photo: StripPhoto): Promise<string> {
  const { outFolder } = session.preferences.read();
  if (outFolder !== null) return outFolder;
  const { isDemo, ledger } = session.studio();
  if (isDemo) return join(demoFolder(session.dataFolder), 'Results');
  const isGiven = await isInside(photo.source, givenFolder(session)).catch(() => false);
  if (isGiven) return join(session.dataFolder, 'Results');
  return usualOutFolder(ledger, photo.source);
}

/**
 * Returns the default output folder of a photo: the photo's folder or, if the photo is in a hot folder, the hot
 * folder's output folder, because the hot folder would otherwise process the results as new photos (F69).
 */
async function usualOutFolder({ hotFolders }: Ledger, source: string): Promise<string> {
  for (const { path, outFolder } of hotFolders.all()) {
    // A hot folder on a share that cannot be reached contains no photo that can be read now.
    if (await isInside(source, path).catch(() => false)) return outFolder;
  }
  return join(dirname(source), 'Darkslide');
}
