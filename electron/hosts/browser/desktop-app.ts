import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../../base/clock.ts';
import { moduleBeside } from '../../base/modules.ts';
import type { Environment } from '../../base/environment.ts';
import { hasDisplay } from './opener.ts';
import { buildForDesktop } from './screens-build.ts';

interface Surroundings {
  /** Arguments of the desktop app. */
  readonly args: readonly string[];
  readonly env: Environment;
  readonly clock: Clock;
  readonly say: (text: string) => void;
}

type Ran =
  | { readonly kind: 'ended'; readonly status: number }
  /** `why`: a sentence that tells the user why the desktop app cannot run. */
  | { readonly kind: 'not-possible'; readonly why: string };

/** Time limit in ms for the server of Electron's downloads to answer. */
const ANSWER_PATIENCE = 5000;
/** Time limit in ms for the download of Electron, about 100 MB. */
const FETCH_PATIENCE = 15 * 60_000;

const RELEASES = 'https://github.com/electron/electron/releases/download/';

/**
 * Runs the desktop app until it ends, if Electron is installed or can be downloaded; otherwise returns why not. Never
 * loads the package `electron` itself, because outside of Electron it tries to download Electron and throws.
 */
export async function runDesktop(around: Surroundings, interrupted: AbortSignal): Promise<Ran> {
  const { args, env, say } = around;
  const main = mainScript();
  if (main === null) return not('This Darkslide does not include the desktop app.');
  if (!hasDisplay(env)) return not('The desktop app needs a display.');
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    return not('The desktop app does not run as root.');
  }
  const folder = electronFolder();
  if (folder === null) return not('Electron is not installed.');
  const binary = findElectron(env) ?? (await fetched(folder, around, interrupted));
  if (binary === null) return not('Electron is missing and cannot be downloaded.');
  const built = await buildForDesktop(say);
  if (!built.ok) return not(built.problem.message);
  return new Promise((resolve) => {
    const child = spawn(binary, [main, ...args], { stdio: 'inherit' });
    const stop = () => child.kill('SIGTERM');
    interrupted.addEventListener('abort', stop, { once: true });
    child.once('error', () => resolve(not('Electron does not start on this computer.')));
    child.once('close', (status) => {
      interrupted.removeEventListener('abort', stop);
      const isOurs = status !== null && status < NOT_OURS;
      resolve(
        isOurs || interrupted.aborted
          ? ended(status)
          : not('Electron does not start on this computer.'),
      );
    });
  });
}

/** Exit statuses from 100 mean that the program could not be loaded or that the system ended it; our own are lower. */
const NOT_OURS = 100;

function ended(status: number | null): Ran {
  return { kind: 'ended', status: status ?? 0 };
}

function not(why: string): Ran {
  return { kind: 'not-possible', why };
}

/** Returns the main script; null in a package without the desktop app. */
function mainScript(): string | null {
  const script = fileURLToPath(moduleBeside('../desktop/main', import.meta.url));
  return existsSync(script) ? script : null;
}

/** Returns the folder of the package that downloads Electron on first use; null if it is not installed. */
function electronFolder(): string | null {
  try {
    return dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  } catch {
    return null;
  }
}

/** Returns the path of the downloaded Electron, found as the package `electron` finds it; null if there is none. */
export function findElectron(env: Environment): string | null {
  const folder = electronFolder();
  if (folder === null) return null;
  try {
    const name = readFileSync(join(folder, 'path.txt'), 'utf8');
    const binary = join(env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist'), name);
    return existsSync(binary) ? binary : null;
  } catch {
    return null;
  }
}

/** Downloads Electron through its package, if the server answers in time; otherwise returns null. */
async function fetched(
  folder: string,
  { env, clock, say }: Surroundings,
  interrupted: AbortSignal,
): Promise<string | null> {
  const place = env['ELECTRON_MIRROR'] ?? env['npm_config_electron_mirror'] ?? RELEASES;
  if (!(await answers(place, interrupted))) return null;
  say('Downloading Electron (about 100 MB, only once)…');
  const child = spawn(process.execPath, [join(folder, 'install.js')], { stdio: 'ignore' });
  const ended = new Promise((resolve) => {
    child.once('error', resolve);
    child.once('close', resolve);
  });
  const late = new AbortController();
  const giveUp = clock.sleep(FETCH_PATIENCE, AbortSignal.any([late.signal, interrupted]));
  await Promise.race([ended, giveUp]);
  late.abort();
  child.kill('SIGKILL');
  return findElectron(env);
}

async function answers(place: string, interrupted: AbortSignal): Promise<boolean> {
  try {
    const soon = AbortSignal.timeout(ANSWER_PATIENCE);
    const signal = AbortSignal.any([soon, interrupted]);
    const { status } = await fetch(place, { method: 'HEAD', redirect: 'manual', signal });
    return status < 500;
  } catch {
    return false;
  }
}
