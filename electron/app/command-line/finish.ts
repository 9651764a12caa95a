import { basename, dirname } from 'node:path';
import type { Outcome } from '#shared/problem.ts';
import { createImages } from '../../adapters/images/images.ts';
import { startNode } from '../../adapters/images/start-node.ts';
import { findPresets } from '../../adapters/settings/finish-presets.ts';
import { systemClock } from '../../base/clock.ts';
import { finishFiles, type FinishCounts } from '../finish/finish-files.ts';
import type { FinishLine, PhotoToFinish } from '../finish/finish-photo.ts';
import { hotFoldersInEach } from './each-ledger.ts';
import { preferencesIn, type CommandSetup } from './setup.ts';

interface FinishRequest {
  /** Absolute paths. */
  readonly photos: readonly string[];
  readonly presets: readonly string[];
  /** Absolute path of the output folder. */
  readonly out: string;
}

/**
 * `finish`: creates files from photos with presets of Finish. Can run while a window is open, because it only reads the
 * ledger. Problems: finish-preset-unknown, those of reading the ledger, those of `finishFiles`.
 */
export async function finishCommand(
  setup: CommandSetup,
  { photos, presets: names, out }: FinishRequest,
  onEach: (line: FinishLine) => void,
): Promise<Outcome<FinishCounts>> {
  const { start, startHelper = startNode, interrupted } = setup;
  const presets = await findPresets(start.dataFolder, names);
  if (!presets.ok) return presets;
  const hotFolders = await hotFoldersInEach(start.dataFolder);
  if (!hotFolders.ok) return hotFolders;
  const images = createImages({ start: startHelper, clock: systemClock });
  try {
    const parts = { access: start.access, images, hotFolders: hotFolders.value };
    const { skuPattern } = preferencesIn(setup);
    const named = photos.map((photo, at) => ({
      photo,
      values: valuesOf(photo, at + 1, skuPattern),
    }));
    return await finishFiles(
      parts,
      { photos: named, presets: presets.value, out },
      interrupted,
      onEach,
    );
  } finally {
    await images.close();
  }
}

/** Returns the values for naming the files of a photo that need not come from a job. */
function valuesOf(photo: string, seq: number, skuPattern: string | null): PhotoToFinish['values'] {
  const ofJob = { resultName: null, agent: '', version: '', model: '', scene: '', index: 1 };
  const [photoName, folder] = [basename(photo), basename(dirname(photo))];
  return { ...ofJob, photoName, folder, seq, at: systemClock.wall(), skuPattern };
}
