import { dirname, join } from 'node:path';
import { isInside } from '../../base/paths.ts';
import type { StripPhoto } from '../../adapters/ledger/filmstrip.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { demoFolder } from '../../adapters/settings/choices.ts';
import type { Session } from '../session/session.ts';
import { givenFolder } from './given-photos.ts';

export type OutFolderSession = Pick<Session, 'studio' | 'preferences' | 'dataFolder'>;

/** Returns where the results of a photo of the filmstrip go; absolute. */
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
 * Where the results of a photo go that no folder was chosen for: beside it, or where its drop folder
 * delivers, which would take them for new photos (F69).
 */
async function usualOutFolder({ hotFolders }: Ledger, source: string): Promise<string> {
  for (const { path, outFolder } of hotFolders.all()) {
    // a share that is away holds no photo that can be read now
    if (await isInside(source, path).catch(() => false)) return outFolder;
  }
  return join(dirname(source), 'Darkslide');
}
