import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { failure } from '#shared/failure.ts';
import { exportFinishPreset, parseFinishPreset, type FinishPreset } from '#shared/finish/preset.ts';
import type { Outcome } from '#shared/problem.ts';
import { diskProblem, writeWhole } from '../../base/files.ts';
import { isShipped, presetFile, presetFolder } from '../../adapters/settings/finish-presets.ts';

/**
 * Saves a preset of the user; replaces a preset with the same name only if `mayReplace`. Problems: those of
 * `parseFinishPreset`, finish-preset-taken, those of writing.
 */
export async function savePreset(
  dataFolder: string,
  json: unknown,
  mayReplace: boolean,
): Promise<Outcome<FinishPreset>> {
  const preset = parseFinishPreset(json);
  if (!preset.ok) return preset;
  const { name } = preset.value;
  const file = presetFile(dataFolder, name);
  const where = { about: name, parameter: 'name' };
  if (isShipped(name)) return failure('finish-preset-taken.shipped', { name }, where);
  if (!mayReplace && existsSync(file)) return failure('finish-preset-taken', { name }, where);
  try {
    await mkdir(presetFolder(dataFolder), { recursive: true });
  } catch (error) {
    return failure(diskProblem(error, presetFolder(dataFolder)));
  }
  const content = exportFinishPreset(preset.value);
  const written = await writeWhole(file, (handle) => handle.writeFile(content), Math.random);
  return written.ok ? preset : written;
}
