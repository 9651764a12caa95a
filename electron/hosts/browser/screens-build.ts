import { spawn } from 'node:child_process';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { failure } from '#shared/failure.ts';
import { causeText, success, type Outcome } from '#shared/problem.ts';
import { errorCode } from '../../base/files.ts';
import { builtScreens, readScreens, type Screens } from '../contract/screens.ts';

/** Whether this is a checkout. A package runs JavaScript and already contains the built screens. */
const isCheckout = import.meta.url.endsWith('.ts');
const project = fileURLToPath(new URL('../../../', import.meta.url));

/** A build: its target folder, one of its files, and its sources. */
interface Build {
  readonly config: string;
  readonly target: string;
  readonly made: string;
  readonly sources: readonly string[];
}

const screens: Build = {
  config: 'renderer/vite.config.ts',
  target: builtScreens,
  made: 'index.html',
  sources: ['renderer', 'shared', 'package-lock.json'],
};
const preload: Build = {
  config: 'electron/hosts/desktop/preload-build.ts',
  target: join(project, 'dist', 'desktop'),
  made: 'preload.cjs',
  sources: ['electron/hosts/desktop/preload.ts', 'shared', 'package-lock.json'],
};

/**
 * Returns the built screens. In a checkout, first builds them if they are missing or older than a source, and tells the
 * user with `say`. Problem: screens-unbuilt.
 */
export async function findScreens(say: (text: string) => void): Promise<Outcome<Screens>> {
  const built = await buildWhereOutdated(screens, say);
  return built.ok ? success(await readScreens(builtScreens)) : built;
}

/** Builds the files that the window of the desktop app loads, if they are outdated. Problem: screens-unbuilt. */
export async function buildForDesktop(say: (text: string) => void): Promise<Outcome<null>> {
  const built = await buildWhereOutdated(screens, say);
  return built.ok ? buildWhereOutdated(preload, () => {}) : built;
}

async function buildWhereOutdated(
  build: Build,
  say: (text: string) => void,
): Promise<Outcome<null>> {
  try {
    if (isCheckout && (await isOutdated(build))) {
      say('Building the screens. This takes a few seconds…');
      await runBuild(build);
    }
    return success(null);
  } catch (error) {
    return failure(
      'screens-unbuilt',
      {},
      {
        detail: causeText(error),
      },
    );
  }
}

async function isOutdated({ target, made: name, sources }: Build): Promise<boolean> {
  const made = await stat(join(target, name)).catch(() => null);
  if (made === null) return true;
  const newest = await Promise.all(sources.map((source) => newestIn(join(project, source))));
  return Math.max(...newest) > made.mtimeMs;
}

/** Returns the modification time in ms of the newest file at or below `path`. */
async function newestIn(path: string): Promise<number> {
  const { mtimeMs } = await stat(path);
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(() => []);
  const times = entries
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).mtimeMs);
  return Math.max(mtimeMs, ...(await Promise.all(times)));
}

/** Builds into a temporary folder and renames the folder, so that a parallel start never reads an incomplete build. */
async function runBuild({ config, target }: Build): Promise<void> {
  const vite = createRequire(import.meta.url).resolve('vite/package.json');
  const beside = `${target}.${process.pid}`;
  const told = ['--config', join(project, config), '--outDir', beside, '--logLevel', 'error'];
  await runNode([join(dirname(vite), 'bin', 'vite.js'), 'build', ...told]);
  await rm(target, { recursive: true, force: true });
  try {
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { recursive: true, force: true });
    // A parallel start has already built the same sources.
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(errorCode(error) ?? '')) throw error;
  }
}

function runNode(args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: project,
      // a test that builds the screens must show the ones that users see
      env: { ...process.env, NODE_ENV: 'production' },
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
