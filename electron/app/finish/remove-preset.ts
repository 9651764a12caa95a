import { unlink } from 'node:fs/promises';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { diskProblem } from '../../base/files.ts';
import { presetFile, storedPresets } from '../../adapters/settings/finish-presets.ts';

/**
 * Removes a preset of the user, or a file that contains no valid preset. Problems: finish-preset-unknown, those of the
 * disk.
 */
export async function removePreset(dataFolder: string, name: string): Promise<Outcome<void>> {
  const { presets, invalid } = await storedPresets(dataFolder);
  const isOwn = presets.some(({ preset, shipped }) => shipped === null && preset.name === name);
  // only names of files that the folder lists, so that no other file is removed
  if (!isOwn && !invalid.has(name)) {
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
