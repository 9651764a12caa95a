import { app } from 'electron';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageTag } from '#shared/language.ts';
import type { Environment } from '../../base/environment.ts';
import { startUtility } from './helpers.ts';
import { weakeningSwitch } from './switches.ts';
import { textsIn } from './texts.ts';

/** The first argument that the `darkslide` command passes to the installed app. */
const COMMAND = '--cli';
/** Marks the end of Chromium's own switches; on Windows, Electron refuses a URL before it. */
const NO_MORE_SWITCHES = '--';

/**
 * Returns the arguments of `darkslide` if the app was started as that command: `--cli -- …`, with only Chromium's
 * switches before it. Null if the app should open its window.
 */
export function commandOf(args: readonly string[]): readonly string[] | null {
  const at = args.indexOf(COMMAND);
  if (at === -1 || !args.slice(0, at).every((arg) => /^--./.test(arg))) return null;
  const told = args.slice(at + 1);
  return told[0] === NO_MORE_SWITCHES ? told.slice(1) : told;
}

/**
 * Runs a command in the main process without a window, because an installed app can only start as its main process.
 * Other instances may run at the same time. The app exits with the command's status.
 */
export async function runCommand(args: readonly string[], env: Environment): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'darkslide-command-'));
  const end = (status: number) => {
    rmSync(folder, { recursive: true, force: true });
    app.exit(status);
  };
  // Electron would show a dialog, but the user of a command expects the error in the terminal.
  const die = (error: unknown) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${text}\n`, () => end(1));
  };
  process.once('uncaughtException', die);
  process.once('unhandledRejection', die);
  // Without this, Electron would quit on a signal without waiting for running work.
  app.on('before-quit', (event) => {
    if (process.emit('SIGTERM', 'SIGTERM')) event.preventDefault();
  });
  // A separate folder for Chromium's files, because the window may be open at the same time.
  app.setPath('userData', folder);
  app.disableHardwareAcceleration();
  app.dock?.hide();
  giveStreamsBack();
  const found = app.isPackaged ? weakeningSwitch((name) => app.commandLine.hasSwitch(name)) : null;
  if (found !== null) {
    const text = textsIn('system', [messageTag(env)])('start.weakened', { option: `--${found}` });
    process.stderr.write(`${text}\n`, () => end(3));
    return;
  }
  const [{ runProgram, thisProcess }] = await Promise.all([
    import('../cli/program.ts'),
    app.whenReady(),
  ]);
  end(await runProgram(args, thisProcess(env, startUtility)));
}

/** Separates stdout and stderr again on Windows, where Electron writes both to the same place. */
function giveStreamsBack(): void {
  if (process.platform !== 'win32') return;
  Reflect.deleteProperty(process.stdout, 'write');
  Reflect.deleteProperty(process.stderr, 'write');
}
