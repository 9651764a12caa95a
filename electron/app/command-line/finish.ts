import type { Outcome } from '#shared/problem.ts';
import { createImages } from '../../adapters/images/images.ts';
import { startNode } from '../../adapters/images/start-node.ts';
import { systemClock } from '../../base/clock.ts';
import { findPresets } from '../../adapters/settings/finish-presets.ts';
import { finishFiles, type FinishCounts, type FinishLine } from '../finish/finish-files.ts';
import type { CommandSetup } from './setup.ts';

interface FinishRequest {
  /** Absolute paths. */
  readonly photos: readonly string[];
  readonly presets: readonly string[];
  /** Absolute path. */
  readonly out: string;
}

/**
 * `finish`: writes the files of presets from photos; runs beside an open window, because it needs no
 * ledger. Problems: finish-preset-unknown, those of `finishFiles`.
 */
export async function finishCommand(
  { start, startHelper = startNode, interrupted }: CommandSetup,
  { photos, presets: names, out }: FinishRequest,
  onEach: (line: FinishLine) => void,
): Promise<Outcome<FinishCounts>> {
  const presets = await findPresets(start.dataFolder, names);
  if (!presets.ok) return presets;
  const images = createImages({ start: startHelper, clock: systemClock, processes: 1 });
  try {
    const parts = { access: start.access, images };
    return await finishFiles(parts, { photos, presets: presets.value, out }, interrupted, onEach);
  } finally {
    await images.close();
  }
}
