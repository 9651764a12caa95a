import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { randomBytes } from 'node:crypto';
import type { Writable } from 'node:stream';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import { systemClock } from '../../base/clock.ts';
import type { StartHelper } from '../../base/helper.ts';
import { listenForInterrupts, type Interrupts } from '../../base/interrupts.ts';
import { ownVersion } from '../../base/version.ts';
import type { Screens } from '../contract/screens.ts';
import type { Environment } from '../../base/environment.ts';
import { systemPolicy, type PolicyPlace } from '../../base/policy-place.ts';
import { chooseStart } from '../../app/start.ts';
import { runDesktop } from './desktop-app.ts';
import { openAddress } from './opener.ts';
import { findScreens } from './screens-build.ts';
import type { Page } from './page.ts';
import { writeSignInFile } from './sign-in-file.ts';

interface Options {
  readonly browser?: true;
  readonly port?: number;
  readonly open: boolean;
  readonly data?: string;
  readonly service?: string;
}

/** What starting Darkslide needs besides its arguments: taken from the process, or replaced in tests. */
export interface Surroundings {
  readonly env: Environment;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Listens for Ctrl-C and SIGTERM until `release` is called. */
  readonly listen: () => Interrupts;
  /** Where to find the administrator policy. */
  readonly policy: PolicyPlace;
  /** Opens a URL without secrets in the user's browser. */
  readonly openAddress: (address: string) => void;
  /** Returns the built screens; tells the user with `say` if they must be built first. */
  readonly findScreens: (say: (text: string) => void) => Promise<Outcome<Screens>>;
  /** Starts helper processes; by default as processes of plain Node. */
  readonly startHelper?: StartHelper;
}

/** The exit statuses of this program. */
const exitStatus = { done: 0, unfinished: 1, wrongUse: 2, refused: 3 } as const;

/** Time limit in ms for a browser to start and open the sign-in file. */
const SIGN_IN_PATIENCE = 120_000;

const HELP = `
The API key of a service is read from DARKSLIDE_API_KEY. Without --service, the window uses the service in its
settings, or the demo service.

Examples:
  npm start
  npm start -- --browser --port 8700 --no-open --data ~/darkslide`;

/** Returns the streams, environment and signals of this process, for a program that runs alone in it. */
export function thisProcess(env: Environment): Surroundings {
  return {
    env,
    stdout: process.stdout,
    stderr: process.stderr,
    listen: () => listenForInterrupts(systemClock, exitStatus.unfinished),
    policy: systemPolicy(),
    openAddress: (address) => openAddress(address, env),
    findScreens,
  };
}

/**
 * Opens the window and keeps it open until interrupted: as the desktop app if Electron is installed or can be
 * downloaded, otherwise as a page in the browser. Returns the exit status.
 */
export async function start(args: readonly string[], around: Surroundings): Promise<number> {
  const { env, stdout, stderr } = around;
  let options: Options;
  try {
    options = parse(args, around);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? exitStatus.done : exitStatus.wrongUse;
  }
  // Ignores write errors, because closing the terminal must not end the process.
  stdout.on('error', () => {});
  stderr.on('error', () => {});
  const say = (text: string) => void stdout.write(`${text}\n`);
  const interrupts = around.listen();
  try {
    if (options.browser !== true) {
      const { data, service } = options;
      const told = [
        ...(data === undefined ? [] : ['--data', data]),
        ...(service === undefined ? [] : ['--service', service]),
      ];
      const ran = await runDesktop({ args: told, env, clock: systemClock, say }, interrupts.signal);
      if (ran.kind === 'ended') return ran.status;
      say(`${ran.why} Darkslide opens in the browser instead.`);
    }
    const ran = await runBrowser(options, { ...around, say }, interrupts.signal);
    return ran.ok ? exitStatus.done : refuse(ran.problem, stderr);
  } finally {
    interrupts.release();
  }
}

function parse(args: readonly string[], { stdout, stderr }: Surroundings): Options {
  return new Command('npm start --')
    .description('Opens the window of Darkslide.')
    .version(ownVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .option('--browser', 'always open in the browser')
    .option('--port <n>', 'port of the page in the browser (default: any free port)', port)
    .option('--no-open', "show the page's URL without opening a browser")
    .option('--data <folder>', 'data folder with ledger and settings (DARKSLIDE_DATA)')
    .option('--service <url>', 'URL of the service (DARKSLIDE_SERVICE_URL)')
    .addHelpText('after', HELP)
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
    })
    .exitOverride()
    .parse(args, { from: 'user' })
    .opts<Options>();
}

function port(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= 65_535) return number;
  throw new InvalidArgumentError('Enter a whole number up to 65535.');
}

/** Serves the page until interrupted. Problems: those of `chooseStart` and `openStudioPage`, screens-unbuilt. */
async function runBrowser(
  options: Options,
  around: Surroundings & { readonly say: (text: string) => void },
  interrupted: AbortSignal,
): Promise<Outcome<void>> {
  const { env, say, startHelper } = around;
  const begun = chooseStart(options, env, around.policy);
  if (!begun.ok) return begun;
  const screens = await around.findScreens(say);
  if (!screens.ok) return screens;
  // Imported only here, because starting the desktop app does not need it.
  const { openStudioPage } = await import('./studio-page.ts');
  const opened = await openStudioPage({
    port: options.port ?? 0,
    screens: screens.value,
    ...begun.value,
    env,
    clock: systemClock,
    secret: randomBytes,
    ...(startHelper && { startHelper }),
  });
  if (!opened.ok) return opened;
  const { page, stop } = opened.value;
  say(`Darkslide is ready at ${nextAddress(page, say)}`);
  say('This URL works once; the next one is shown after you open it. Press Ctrl-C to stop.');
  const removeFile = options.open ? await openOnce(page, begun.value.dataFolder, around) : null;
  if (!interrupted.aborted) {
    await new Promise((resolve) => interrupted.addEventListener('abort', resolve, { once: true }));
  }
  say('Stopping; running steps are finished first.');
  await removeFile?.();
  await stop();
  return success();
}

/** Returns a URL for the terminal. When the URL has been used, prints the next one. */
function nextAddress(page: Page, say: (text: string) => void): string {
  return page.signInLink(() => say(`To open another page: ${nextAddress(page, say)}`)).address;
}

/**
 * Opens the page in the browser through a file that only this user can read. Removes the file when it has been used,
 * when it expires, or when the returned function is called. Returns null if the file could not be written.
 */
async function openOnce(
  page: Page,
  dataFolder: string,
  around: Pick<Surroundings, 'openAddress'>,
): Promise<(() => Promise<void>) | null> {
  const over = new AbortController();
  const link = page.signInLink(() => over.abort());
  const file = await writeSignInFile(dataFolder, link.address);
  if (!file.ok) {
    link.end();
    return null;
  }
  around.openAddress(file.value.url);
  const removed = systemClock.sleep(SIGN_IN_PATIENCE, over.signal).then(() => {
    link.end();
    return file.value.remove();
  });
  return () => {
    over.abort();
    return removed;
  };
}

function refuse({ code, message, detail }: Problem, stderr: Writable): number {
  const more =
    detail === undefined || (code !== 'internal' && code !== 'screens-unbuilt')
      ? ''
      : `\n${detail}`;
  stderr.write(`error ${code}: ${message}${more}\n`);
  return code === 'usage' || code === 'port-unavailable' ? exitStatus.wrongUse : exitStatus.refused;
}
