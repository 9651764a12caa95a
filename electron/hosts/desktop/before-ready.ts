import { app, dialog } from 'electron';
import { mkdirSync } from 'node:fs';
import { guardContents } from './guards.ts';
import { registerSchemes } from './protocol.ts';
import { gatherStarts, isOnlyOne, type Starts } from './second-instance.ts';
import { weakeningSwitch } from './switches.ts';
import { textsIn } from './texts.ts';

/**
 * What must be done before the app is ready, so nothing here is waited for. `folder`: absolute, for what the
 * window keeps. Null when this start ends here: of a second start with the same data, the first one hears.
 */
export function prepare(
  folder: string,
  args: readonly string[],
  workFolder: string,
): Starts | null {
  if (refusesSwitch()) return null;
  app.setName('Darkslide');
  if (process.platform === 'win32') app.setAppUserModelId('app.darkslide');
  // what it makes is the person's alone: the ledger, copies of photos and keys lie in there
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // one window for each data folder
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

/** An installed app does not start with its guards switched off; in a checkout that is how tests look in. */
function refusesSwitch(): boolean {
  if (!app.isPackaged) return false;
  const found = weakeningSwitch((name) => app.commandLine.hasSwitch(name));
  if (found === null) return false;
  const { weakening } = textsIn('system', app.getPreferredSystemLanguages());
  dialog.showErrorBox('Darkslide', weakening(`--${found}`));
  app.exit(3);
  return true;
}
