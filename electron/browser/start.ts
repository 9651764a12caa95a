import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { randomBytes } from 'node:crypto';
import type { Problem } from '#shared/problem.ts';
import { systemClock } from '../base/clock.ts';
import { listenForInterrupts } from '../base/interrupts.ts';
import { ownVersion } from '../base/version.ts';
import type { Environment } from '../settings/choices.ts';
import { systemPolicy, type PolicyPlace } from '../settings/policy-place.ts';
import { chooseStart } from '../settings/start.ts';
import { runDesktop } from './desktop-app.ts';
import { openAddress } from './opener.ts';
import { findScreens } from './screens-build.ts';
import type { Page } from './page.ts';
import { openStudioPage } from './studio-page.ts';
import { writeSignInFile } from './sign-in-file.ts';

interface Options {
  readonly browser?: true;
  readonly port?: number;
  readonly open: boolean;
  readonly data?: string;
  readonly service?: string;
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

/**
 * Opens the window: the desktop app where Electron is there or can be fetched, else the same on a page
 * in the browser, until an interrupt. Gives the exit status.
 */
export async function start(
  args: readonly string[],
  env: Environment,
  policy: PolicyPlace = systemPolicy(),
): Promise<number> {
  let options: Options;
  try {
    options = parse(args);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? exitStatus.done : exitStatus.wrongUse;
  }
  // a terminal that was closed ends nothing
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  const interrupts = listenForInterrupts(systemClock, exitStatus.unfinished);
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
    return await runBrowser(options, env, policy, interrupts.signal);
  } finally {
    interrupts.release();
  }
}

function parse(args: readonly string[]): Options {
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
    .exitOverride()
    .parse(args, { from: 'user' })
    .opts<Options>();
}

function port(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= 65_535) return number;
  throw new InvalidArgumentError('It is a whole number up to 65535.');
}

async function runBrowser(
  options: Options,
  env: Environment,
  policy: PolicyPlace,
  interrupted: AbortSignal,
): Promise<number> {
  const begun = chooseStart(options, env, policy);
  if (!begun.ok) return refuse(begun.problem);
  const screens = await findScreens(say);
  if (!screens.ok) return refuse(screens.problem);
  const opened = await openStudioPage({
    port: options.port ?? 0,
    screens: screens.value,
    ...begun.value,
    env,
    clock: systemClock,
    secret: randomBytes,
  });
  if (!opened.ok) return refuse(opened.problem);
  const { page, stop } = opened.value;
  say(`Darkslide is ready at ${nextAddress(page)}`);
  say('The address opens once; then the next one is shown. Press Ctrl-C to stop.');
  const removeFile = options.open ? await openOnce(page, begun.value.dataFolder, env) : null;
  if (!interrupted.aborted) {
    await new Promise((resolve) => interrupted.addEventListener('abort', resolve, { once: true }));
  }
  say('Stopping. Running work is brought to a safe end.');
  await removeFile?.();
  await stop();
  return exitStatus.done;
}

/** An address for the terminal. When it is used, the terminal shows the next one. */
function nextAddress(page: Page): string {
  return page.wayIn(() => say(`To open another page: ${nextAddress(page)}`)).address;
}

/**
 * Opens the page in the browser through a file that only this user can read. The file goes when it was
 * used or is too old, and with the function that is returned; null where it could not be written.
 */
async function openOnce(
  page: Page,
  dataFolder: string,
  env: Environment,
): Promise<(() => Promise<void>) | null> {
  const over = new AbortController();
  const way = page.wayIn(() => over.abort());
  const file = await writeSignInFile(dataFolder, way.address);
  if (!file.ok) {
    way.end();
    return null;
  }
  openAddress(file.value.url, env);
  const removed = systemClock.sleep(SIGN_IN_PATIENCE, over.signal).then(() => {
    way.end();
    return file.value.remove();
  });
  return () => {
    over.abort();
    return removed;
  };
}

function refuse({ code, message, detail }: Problem): number {
  const more =
    detail === undefined || (code !== 'internal' && code !== 'screens-unbuilt')
      ? ''
      : `\n${detail}`;
  process.stderr.write(`error ${code}: ${message}${more}\n`);
  return code === 'usage' || code === 'port-unavailable' ? exitStatus.wrongUse : exitStatus.refused;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
