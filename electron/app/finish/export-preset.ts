import { exportFinishPreset } from '#shared/finish/preset.ts';
import { mapOutcome, type Outcome } from '#shared/problem.ts';
import { findPresets } from '../../adapters/settings/finish-presets.ts';

/** Returns the text of a preset's file, which the user can edit and import. Problem: finish-preset-unknown. */
export async function exportPreset(dataFolder: string, name: string): Promise<Outcome<string>> {
  const found = await findPresets(dataFolder, [name]);
  return mapOutcome(found, (presets) => presets.map(exportFinishPreset).join(''));
}
