import { spawn } from 'node:child_process';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { causeText, failure, success, type Outcome } from '#shared/problem.ts';
import { readScreens, type Screens } from '../handlers/screens.ts';

/** In the built package the screens lie beside the main side, in a checkout among what is made. */
const isCheckout = import.meta.url.endsWith('.ts');
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const project = here('../../');
const built = isCheckout ? join(project, 'dist', 'renderer') : join(project, 'renderer');

/** What the screens are made from. */
const sources = ['renderer', 'shared', 'package-lock.json'];

/**
 * The built screens. In a checkout they are made first where there are none or a source is newer, which
 * `say` is told of. Problems: internal (they cannot be built).
 */
export async function findScreens(say: (text: string) => void): Promise<Outcome<Screens>> {
  try {
    if (isCheckout && (await isOutdated())) {
      say('Building the screens, a few seconds…');
      await buildScreens();
    }
    return success(await readScreens(built));
  } catch (error) {
    return failure('internal', 'The screens could not be built, so there is nothing to show.', {
      detail: causeText(error),
    });
  }
}

async function isOutdated(): Promise<boolean> {
  const made = await stat(join(built, 'index.html')).catch(() => null);
  if (made === null) return true;
  const newest = await Promise.all(sources.map((source) => newestIn(join(project, source))));
  return Math.max(...newest) > made.mtimeMs;
}

/** When the newest file at or below `path` was written, ms. */
async function newestIn(path: string): Promise<number> {
  const { mtimeMs } = await stat(path);
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(() => []);
  const times = entries
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).mtimeMs);
  return Math.max(mtimeMs, ...(await Promise.all(times)));
}

/** Made beside and put in place whole, so that a start at the same time never reads half of them. */
async function buildScreens(): Promise<void> {
  const vite = createRequire(import.meta.url).resolve('vite/package.json');
  const beside = `${built}.${process.pid}`;
  await runNode([
    join(dirname(vite), 'bin', 'vite.js'),
    'build',
    '--config',
    join(project, 'renderer', 'vite.config.ts'),
    '--outDir',
    beside,
    '--logLevel',
    'error',
  ]);
  await rm(built, { recursive: true, force: true });
  await rename(beside, built);
}

function runNode(args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: project,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += String(chunk);
    });
    child.once('error', reject);
    child.once('close', (status) => {
      if (status === 0) resolve();
      else reject(new Error(said.trim() || `vite ended with ${status}`));
    });
  });
}
