import { app, dialog } from 'electron';
import { mkdirSync } from 'node:fs';
import { guardContents } from './guards.ts';
import { registerSchemes } from './protocol.ts';
import { gatherStarts, isOnlyOne, type Starts } from './second-instance.ts';
import { weakeningSwitch } from './switches.ts';
import { textsIn } from './texts.ts';

/**
 * Does what must happen before the app is ready, and therefore awaits nothing. `folder`: absolute path for the window's
 * own files. Returns null if this process must not continue: a second start with the same data folder sends its
 * arguments to the first and quits.
 */
export function prepare(
  folder: string,
  args: readonly string[],
  workFolder: string,
): Starts | null {
  if (refusesSwitch()) return null;
  app.setName('Darkslide');
  if (process.platform === 'win32') app.setAppUserModelId('app.darkslide');
  // Only the user may read the folder, because it contains the ledger, copies of photos and keys.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Electron allows one instance for each `userData` folder.
  app.setPath('userData', folder);
  if (!isOnlyOne(args, workFolder)) {
    app.quit();
    return null;
  }
  const starts = gatherStarts();
  app.enableSandbox();
  registerSchemes();
  guardContents();
  return starts;
}

/**
 * Returns whether to refuse the start because of a switch that weakens security. A checkout allows such switches,
 * because tests need them.
 */
function refusesSwitch(): boolean {
  if (!app.isPackaged) return false;
  const found = weakeningSwitch((name) => app.commandLine.hasSwitch(name));
  if (found === null) return false;
  const texts = textsIn('system', app.getPreferredSystemLanguages());
  dialog.showErrorBox('Darkslide', texts('start.weakened', { option: `--${found}` }));
  app.exit(3);
  return true;
}
