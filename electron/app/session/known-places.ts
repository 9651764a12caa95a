import { isAbsolute, resolve } from 'node:path';
import { imagePaths, textsIn } from '../recipes/image-paths.ts';
import type { Session } from './session.ts';

export type PlacesSession = Pick<Session, 'dataFolder' | 'ready'> & {
  readonly preferences: Pick<Session['preferences'], 'read'>;
};

/** Folders and files that Darkslide uses, as absolute paths. */
export interface KnownPlaces {
  readonly folders: readonly string[];
  readonly files: ReadonlySet<string>;
}

/** Returns the folders and files that the ledger and the settings already name. */
export async function knownPlaces({
  dataFolder,
  ready,
  preferences,
}: PlacesSession): Promise<KnownPlaces> {
  const { outFolder, export: exporting, network } = preferences.read();
  const folders = [dataFolder, outFolder ?? '', exporting.folder];
  const files = [network.extraCertificates ?? ''];
  const studio = await ready();
  if (studio.ok) {
    const { hotFolders, savedRecipes, panels } = studio.value.ledger;
    folders.push(...hotFolders.saved().flatMap(({ path, outFolder: out }) => [path, out]));
    files.push(...savedRecipes.all().flatMap(({ recipe }) => imagePaths(recipe)));
    files.push(...panels.all().flatMap(({ settings }) => textsIn(settings)));
  }
  return {
    folders: folders.filter((path) => isAbsolute(path)),
    files: new Set(files.filter((path) => isAbsolute(path)).map((path) => resolve(path))),
  };
}
