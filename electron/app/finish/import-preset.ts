import type { FinishPreset } from '#shared/finish/preset.ts';
import type { Outcome } from '#shared/problem.ts';
import { parsePresetText } from '../../adapters/settings/finish-presets.ts';
import { savePreset } from './save-preset.ts';

/**
 * Adds a preset to the user's presets, from the text of a file with the name `fileName`. Problems: those of
 * `parsePresetText`, finish-preset-taken, those of writing.
 */
export async function importPreset(
  dataFolder: string,
  text: string,
  fileName: string,
): Promise<Outcome<FinishPreset>> {
  const preset = parsePresetText(text, fileName);
  return preset.ok ? savePreset(dataFolder, preset.value, null) : preset;
}
