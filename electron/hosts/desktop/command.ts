import { app } from 'electron';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../base/environment.ts';
import { startUtility } from './helpers.ts';
import { weakeningSwitch } from './switches.ts';
import { textsIn } from './texts.ts';

/** What the command `darkslide` of an installed app says first. */
const COMMAND = '--cli';
/** Ends what Chromium reads for itself; on Windows Electron starts with no address before it. */
const NO_MORE_SWITCHES = '--';

/**
 * The arguments of `darkslide`, where the app was started as that command: `--cli -- …`, with at most
 * switches of Chromium before it. Null where it is to open its window.
 */
export function commandOf(args: readonly string[]): readonly string[] | null {
  const at = args.indexOf(COMMAND);
  if (at === -1 || !args.slice(0, at).every((arg) => /^--./.test(arg))) return null;
  const told = args.slice(at + 1);
  return told[0] === NO_MORE_SWITCHES ? told.slice(1) : told;
}

/**
 * Runs one command line in the main process, which is the only one an installed app can start as: a
 * program without a window, beside any other. The app ends with the command's status.
 */
export async function runCommand(args: readonly string[], env: Environment): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'darkslide-command-'));
  const end = (status: number) => {
    rmSync(folder, { recursive: true, force: true });
    app.exit(status);
  };
  // Electron would show a box, and whoever typed a command looks at the terminal
  const die = (error: unknown) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${text}\n`, () => end(1));
  };
  process.once('uncaughtException', die);
  process.once('unhandledRejection', die);
  // Electron takes a signal for the wish to quit, and would not wait for what is under way
  app.on('before-quit', (event) => {
    if (process.emit('SIGTERM', 'SIGTERM')) event.preventDefault();
  });
  // what Chromium writes down is the window's, and this runs beside it
  app.setPath('userData', folder);
  app.disableHardwareAcceleration();
  app.dock?.hide();
  giveStreamsBack();
  const found = app.isPackaged ? weakeningSwitch((name) => app.commandLine.hasSwitch(name)) : null;
  if (found !== null) {
    const { weakening } = textsIn('en', []);
    process.stderr.write(`${weakening(`--${found}`)}\n`, () => end(3));
    return;
  }
  const [{ runProgram, thisProcess }] = await Promise.all([
    import('../cli/program.ts'),
    app.whenReady(),
  ]);
  end(await runProgram(args, thisProcess(env, startUtility)));
}

/** On Windows Electron sends what is written to either stream to one place. */
function giveStreamsBack(): void {
  if (process.platform !== 'win32') return;
  Reflect.deleteProperty(process.stdout, 'write');
  Reflect.deleteProperty(process.stderr, 'write');
}
