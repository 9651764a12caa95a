import { mkdirSync, watch } from 'node:fs';
import { presetFolder } from '../../adapters/settings/finish-presets.ts';
import { errorCode } from '../../base/files.ts';

/**
 * Calls `onChange` when the user's presets change on disk, for example because a command imports a preset; returns a
 * function that ends this. If the system cannot watch their folder, such a change is shown the next time that the list
 * is opened.
 */
export function watchPresets(dataFolder: string, onChange: () => void): () => void {
  const folder = presetFolder(dataFolder);
  try {
    mkdirSync(folder, { recursive: true });
    const watcher = watch(folder, { persistent: false }, () => onChange());
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return () => {};
  }
}
