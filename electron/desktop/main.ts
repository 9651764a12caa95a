import { app, dialog } from 'electron';
import { causeText } from '#shared/problem.ts';
import { systemClock } from '../base/clock.ts';
import { startDesktop } from './set-up.ts';

// the events of the app come after this module, so nothing here may be awaited
startDesktop({
  args: process.argv.slice(app.isPackaged ? 1 : 2),
  env: process.env,
  clock: systemClock,
  random: Math.random,
}).catch((error: unknown) => {
  dialog.showErrorBox('Darkslide', causeText(error));
  app.exit(1);
});
