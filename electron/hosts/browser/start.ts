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

/** What the start meets besides its arguments: that of the process, or what stands in for it. */
export interface Surroundings {
  readonly env: Environment;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Listens for Ctrl-C and SIGTERM until it is released. */
  readonly listen: () => Interrupts;
  /** Where the policy of this computer lies. */
  readonly policy: PolicyPlace;
  /** Opens an address, which holds no secret, in the person's browser. */
  readonly openAddress: (address: string) => void;
  /** The built screens; `say` is told when they have to be made first. */
  readonly findScreens: (say: (text: string) => void) => Promise<Outcome<Screens>>;
  /** How processes beside this one are started, where it is not plain Node. */
  readonly startHelper?: StartHelper;
}

/** What the start says to the shell when it ends. */
const exitStatus = { done: 0, unfinished: 1, wrongUse: 2, refused: 3 } as const;

/** ms for a browser to start and use its file. */
const SIGN_IN_PATIENCE = 120_000;

const HELP = `
The key of a service is read from DARKSLIDE_API_KEY. Without --service the window works with the demo
service, or with what is chosen in its settings.

Examples:
  npm start
  npm start -- --browser --port 8700 --no-open --data ~/darkslide`;

/** The surroundings of a start that has this process to itself. */
export function thisProcess(env: Environment, policy = systemPolicy()): Surroundings {
  return {
    env,
    stdout: process.stdout,
    stderr: process.stderr,
    listen: () => listenForInterrupts(systemClock, exitStatus.unfinished),
    policy,
    openAddress: (address) => openAddress(address, env),
    findScreens,
  };
}

/**
 * Opens the window: the desktop app where Electron is there or can be fetched, else the same on a page
 * in the browser, until an interrupt. Gives the exit status.
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
  // a terminal that was closed ends nothing
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
    .helpOption('-h, --help', 'explain the options')
    .option('--browser', 'in the browser, also where the desktop app could be opened')
    .option('--port <n>', 'port of the page in the browser (default: any that is free)', port)
    .option('--no-open', 'show the address of the page and open no browser')
    .option('--data <folder>', 'folder of ledger and settings (DARKSLIDE_DATA)')
    .option('--service <url>', 'address of the service (DARKSLIDE_SERVICE_URL)')
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
  throw new InvalidArgumentError('It is a whole number up to 65535.');
}

/** Shows the page until it is interrupted. Problems: those of `chooseStart` and `openStudioPage`, screens-unbuilt. */
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
  // not loaded by a start that only opens the desktop app, or is refused
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
  say('The address opens once; then the next one is shown. Press Ctrl-C to stop.');
  const removeFile = options.open ? await openOnce(page, begun.value.dataFolder, around) : null;
  if (!interrupted.aborted) {
    await new Promise((resolve) => interrupted.addEventListener('abort', resolve, { once: true }));
  }
  say('Stopping. Running work is brought to a safe end.');
  await removeFile?.();
  await stop();
  return success();
}

/** An address for the terminal. When it is used, the terminal shows the next one. */
function nextAddress(page: Page, say: (text: string) => void): string {
  return page.signInLink(() => say(`To open another page: ${nextAddress(page, say)}`)).address;
}

/**
 * Opens the page in the browser through a file that only this user can read. The file goes when it was
 * used or is too old, and with the function that is returned; null where it could not be written.
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
