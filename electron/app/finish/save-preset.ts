import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { failure } from '#shared/failure.ts';
import { exportFinishPreset, parseFinishPreset, type FinishPreset } from '#shared/finish/preset.ts';
import type { Outcome } from '#shared/problem.ts';
import { diskProblem, writeWhole } from '../../base/files.ts';
import {
  findPresets,
  isShipped,
  presetFile,
  presetFolder,
} from '../../adapters/settings/finish-presets.ts';

/**
 * Saves a preset of the user. `replaces` is the preset that the user edited, as it was then; null for a new preset.
 * Problems: those of `parseFinishPreset`, finish-preset-taken, edited-elsewhere, those of writing.
 */
export async function savePreset(
  dataFolder: string,
  json: unknown,
  replaces: unknown,
): Promise<Outcome<FinishPreset>> {
  const preset = parseFinishPreset(json);
  if (!preset.ok) return preset;
  const { name } = preset.value;
  const file = presetFile(dataFolder, name);
  const where = { about: name, parameter: 'name' };
  if (isShipped(name)) return failure('finish-preset-taken.shipped', { name }, where);
  if (replaces === null && existsSync(file)) return failure('finish-preset-taken', { name }, where);
  if (replaces !== null && !(await isStored(dataFolder, name, replaces))) {
    return failure('edited-elsewhere.preset', { name }, where);
  }
  try {
    await mkdir(presetFolder(dataFolder), { recursive: true });
  } catch (error) {
    return failure(diskProblem(error, presetFolder(dataFolder)));
  }
  const content = exportFinishPreset(preset.value);
  const written = await writeWhole(file, (handle) => handle.writeFile(content), Math.random);
  return written.ok ? preset : written;
}

/** Returns whether the stored preset with this name is still the one that the user edited. */
async function isStored(dataFolder: string, name: string, replaces: unknown): Promise<boolean> {
  const edited = parseFinishPreset(replaces);
  const stored = await findPresets(dataFolder, [name]);
  const [preset] = stored.ok ? stored.value : [];
  if (!edited.ok || preset === undefined) return false;
  return exportFinishPreset(preset) === exportFinishPreset(edited.value);
}
