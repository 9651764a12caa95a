import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { failure } from '#shared/failure.ts';
import { exportFinishPreset, type FinishPreset } from '#shared/finish/preset.ts';
import type { Outcome } from '#shared/problem.ts';
import { success } from '#shared/problem.ts';
import { diskProblem, writeWhole } from '../../base/files.ts';
import {
  isShipped,
  parsePresetText,
  presetFile,
  presetFolder,
} from '../../adapters/settings/finish-presets.ts';

/**
 * Adds a preset from the text of a file called `fileName` to the user's presets. Problems: those of
 * `parsePresetText`, finish-preset-taken, those of writing.
 */
export async function importPreset(
  dataFolder: string,
  text: string,
  fileName: string,
): Promise<Outcome<FinishPreset>> {
  const preset = parsePresetText(text, fileName);
  if (!preset.ok) return preset;
  const { name } = preset.value;
  const file = presetFile(dataFolder, name);
  if (isShipped(name) || existsSync(file)) {
    return failure('finish-preset-taken', { name }, { about: name, parameter: 'name' });
  }
  try {
    await mkdir(presetFolder(dataFolder), { recursive: true });
  } catch (error) {
    return failure(diskProblem(error, presetFolder(dataFolder)));
  }
  const content = exportFinishPreset(preset.value);
  const written = await writeWhole(file, (handle) => handle.writeFile(content), Math.random);
  return written.ok ? success(preset.value) : written;
}
