import { build, Platform } from 'electron-builder';
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { packageApp } from '../../build-resources/package-app.ts';
import { startProgram } from '../browser/program.ts';
import { installWithoutDevelopment, makeElectron } from '../package/stand-in.ts';
import { newFolder } from './opening.ts';
import { rowOf, type Row } from './row.ts';
import { median } from './times.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const electron = join(project, 'node_modules/electron/dist');
const run = promisify(execFile);
/** Number of starts; their median is used. */
const STARTS = 9;

/**
 * Compares the size of the package with an empty app from the same packer. Also compares how long the packaged
 * programs and an empty program take to start: the command line until it prints its version, and the page host
 * until it serves its page. Without Electron's binary, the sizes don't include Electron.
 */
export async function benchPackage(): Promise<Row[]> {
  await using end = new AsyncDisposableStack();
  const folder = await newFolder(end, 'bench-package');
  const bare = join(folder, 'project');
  await run(process.execPath, [join(project, 'build-resources/build.ts'), join(bare, 'dist')]);
  await installWithoutDevelopment(project, bare);
  const dist = existsSync(electron) ? electron : join(folder, 'electron');
  if (dist !== electron) await makeElectron(dist);
  return [await size(folder, bare, dist), await version(folder, bare), await page(folder, bare)];
}

async function size(folder: string, bare: string, electronDist: string): Promise<Row> {
  const config = { electronDist, publish: null, npmRebuild: false };
  await packageApp({ project: bare, platform: 'linux', archs: [], asFolder: true, config });
  const empty = join(folder, 'empty');
  await mkdir(empty);
  const described = { name: 'empty', version: '1.0.0', description: 'Empty', main: 'main.js' };
  await writeFile(join(empty, 'package.json'), JSON.stringify(described));
  await writeFile(join(empty, 'main.js'), ';\n');
  await build({
    projectDir: empty,
    targets: Platform.LINUX.createTarget(['dir']),
    config: { ...config, electronVersion: '45.4.1', electronLanguages: ['en-US', 'zh-CN', 'de'] },
  });
  const what = `installed: MB ${electronDist === electron ? 'with' : 'without'} Electron`;
  return rowOf(what, await sizeOf(bare), await sizeOf(empty), '', 'MB');
}

/** Returns the total size of all packed files in MB. */
async function sizeOf(app: string): Promise<number> {
  const installed = join(app, 'release', 'linux-unpacked');
  const packed = existsSync(installed) ? installed : join(app, 'dist', 'linux-unpacked');
  const entries = await readdir(packed, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size);
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0) / 1e6;
}

async function version(folder: string, bare: string): Promise<Row> {
  const empty = join(folder, 'empty.mjs');
  await writeFile(empty, '');
  const command = join(bare, 'dist/electron/hosts/cli/main.js');
  const both = await medians(
    () => run(process.execPath, [command, '--version']),
    () => run(process.execPath, [empty]),
  );
  const what = 'start: darkslide --version, beside an empty program';
  return rowOf(what, ...both);
}

async function page(folder: string, bare: string): Promise<Row> {
  const main = join(bare, 'dist/electron/hosts/browser/main.js');
  const server = join(folder, 'server.mjs');
  await writeFile(
    server,
    `import { createServer } from 'node:http';
    const server = createServer((_, answer) => answer.end('<!doctype html>'));
    server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));`,
  );
  const both = await medians(
    () => openPage(['--data', join(folder, 'data')], main),
    () => openServer(server),
  );
  const what = 'start: the page host to its page, beside a bare server';
  return rowOf(what, ...both);
}

async function openPage(args: readonly string[], main: string): Promise<() => Promise<unknown>> {
  const program = startProgram(args, {}, main);
  await (await fetch(await program.ready())).text();
  return () => program.stop();
}

async function openServer(script: string): Promise<() => Promise<unknown>> {
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const address = await new Promise<string>((resolve) => {
    child.stdout.once('data', (said) => resolve(String(said).trim()));
  });
  await (await fetch(address)).text();
  return () => {
    child.kill();
    return ended;
  };
}

/**
 * Returns the median time in ms that each function takes. The functions are run alternately. If a
 * function returns another function, the returned function runs afterwards and is not measured.
 */
async function medians(...works: readonly (() => Promise<unknown>)[]): Promise<[number, number]> {
  const times = works.map((): number[] => []);
  for (let turn = 0; turn < STARTS; turn += 1) {
    for (const [index, work] of works.entries()) {
      const begun = performance.now();
      const after = await work();
      times[index]?.push(performance.now() - begun);
      if (typeof after === 'function') await after();
    }
  }
  const [product = NaN, floor = NaN] = times.map(median);
  return [product, floor];
}
