import { app, dialog } from 'electron';
import { causeText } from '#shared/problem.ts';
import { systemClock } from '../../base/clock.ts';
import { ownUpdateKeys } from '../../base/version.ts';
import { systemPolicy } from '../../base/policy-place.ts';
import { commandOf, runCommand } from './command.ts';

const args = process.argv.slice(app.isPackaged ? 1 : 2);
const command = commandOf(args);

if (command === null) {
  // Not awaited, because Electron becomes ready only after this module has loaded.
  const { startDesktop } = await import('./set-up.ts');
  startDesktop({
    args,
    workFolder: process.cwd(),
    env: process.env,
    policy: systemPolicy(),
    updateKeys: ownUpdateKeys(),
    clock: systemClock,
    random: Math.random,
  }).catch((error: unknown) => {
    dialog.showErrorBox('Darkslide', causeText(error));
    app.exit(1);
  });
} else {
  void runCommand(command, process.env);
}
