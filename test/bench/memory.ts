import { spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { newFolder, openDemo } from './opening.ts';
import { makePhotos } from './photos.ts';
import { rowOf, type Row } from './row.ts';

const command = fileURLToPath(new URL('../../electron/hosts/cli/main.ts', import.meta.url));
const FIRST = 50;

/**
 * Measures how much the process of `darkslide run` grows from its 50th photo to the last one, with the demo
 * service in a separate process. Memory is read from /proc, so systems without /proc have no rows.
 */
export async function benchMemory(count: number): Promise<Row[]> {
  if (process.platform !== 'linux') return [];
  await using end = new AsyncDisposableStack();
  const folder = await newFolder(end, 'memory');
  const speed = { executionMs: 200, jitterMs: 0 };
  const demo = await openDemo(end, { folder: join(folder, 'demo'), speed });
  const photos = join(folder, 'photos');
  await makePhotos(photos, count);
  await mkdir(join(folder, 'out'));
  const sizes = await sizesOf([
    'run',
    photos,
    '--json',
    '--agent=removeBG',
    '--set=maskType=autoSubjectSegment',
    '--set=batchCount=1',
    `--service=${demo.url}`,
    `--out=${join(folder, 'out')}`,
    `--data=${join(folder, 'data')}`,
  ]);
  const floor = sizes[FIRST - 1] ?? Number.NaN;
  const product = Math.max(...sizes.slice(FIRST));
  const what = `memory: run of ${count} photos, largest against the size at ${FIRST}`;
  const goal = `≤ +150 MB (here ${(product - floor).toFixed(0)} MB)`;
  return [rowOf(what, product, floor, goal, 'MB')];
}

/** Returns the resident memory of the command, in MB, after each finished photo. */
async function sizesOf(args: readonly string[]): Promise<number[]> {
  const child = spawn(process.execPath, [command, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DARKSLIDE_API_KEY: 'demo' },
  });
  const sizes: number[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes('"summary"')) break;
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
    sizes.push(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024);
  }
  return sizes;
}
