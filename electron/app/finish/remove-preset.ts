import { unlink } from 'node:fs/promises';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { diskProblem } from '../../base/files.ts';
import { isShipped, presetFile, storedPresets } from '../../adapters/settings/finish-presets.ts';

/** Removes a preset of the user. Problems: finish-preset-unknown, those of the disk. */
export async function removePreset(dataFolder: string, name: string): Promise<Outcome<void>> {
  const { presets } = await storedPresets(dataFolder);
  if (isShipped(name) || !presets.some(({ preset }) => preset.name === name)) {
    return failure('finish-preset-unknown.own', { name }, { about: name });
  }
  const file = presetFile(dataFolder, name);
  try {
    await unlink(file);
    return success();
  } catch (error) {
    return failure(diskProblem(error, file));
  }
}
