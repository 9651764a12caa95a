import { basename } from 'node:path';
import type { FinishPreset } from '#shared/finish/preset.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { OutputFolder } from '../../base/permitted.ts';
import type { Studio } from '../../studio.ts';
import { nameValuesOf } from '../../adapters/delivery/place.ts';
import { finishFiles } from '../finish/finish-files.ts';
import type { PhotoToFinish } from '../finish/finish-photo.ts';
import { pictureOf, type Picture } from './write.ts';

interface ShopExport {
  readonly ids: readonly number[];
  readonly presets: readonly FinishPreset[];
  readonly folder: OutputFolder;
  /** The user's pattern for {sku}; null for the default pattern. */
  readonly skuPattern: string | null;
}

/**
 * Writes the shop files of results, and reports the outcome and the notes of each file. Ends early if the signal is
 * aborted, or at a problem that affects all files, as `finishFiles` does.
 */
export async function exportForShops(
  { ledger, images, access }: Pick<Studio, 'ledger' | 'images' | 'access'>,
  { ids, presets, folder, skuPattern }: ShopExport,
  signal: AbortSignal,
  onEach: (outcome: Outcome<unknown>, notes: readonly Problem[]) => void,
): Promise<Outcome<void>> {
  const photos: PhotoToFinish[] = [];
  for (const id of ids) {
    const picture = pictureOf(ledger, id);
    if (picture.ok) photos.push(shopPhotoOf(picture.value, skuPattern));
    else for (let at = 0; at < filesPerResult(presets); at += 1) onEach(picture, []);
  }
  const hotFolders = ledger.hotFolders.paths();
  const finished = await finishFiles(
    { access, images, hotFolders },
    { photos, presets, out: folder },
    signal,
    (line) => onEach(line.finished, line.notes),
  );
  return finished.ok || signal.aborted ? success() : finished;
}

/** Names the files as a hot folder names its shop files. */
function shopPhotoOf({ file, context, index }: Picture, skuPattern: string | null): PhotoToFinish {
  const values = nameValuesOf(context, index, skuPattern);
  return { photo: file, values: { ...values, resultName: basename(file) } };
}

/** Returns the number of files that these presets make from one result. */
export function filesPerResult(presets: readonly FinishPreset[]): number {
  return presets.reduce((sum, { outputs }) => sum + outputs.length, 0);
}
