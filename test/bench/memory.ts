import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startDemo } from '#electron/demo/demo.ts';
import { makePhotos } from './photos.ts';
import type { Row } from './row.ts';

const command = fileURLToPath(new URL('../../electron/cli/main.ts', import.meta.url));
const FIRST = 50;

/**
 * How much the process of `darkslide run` grows from its 50th photo to its last one, with the demo
 * service in a process of its own. Memory is read from /proc, so there are no rows elsewhere.
 */
export async function benchMemory(count: number): Promise<Row[]> {
  if (process.platform !== 'linux') return [];
  const folder = await mkdtemp(join(tmpdir(), 'darkslide-memory-'));
  const demo = await startDemo({
    folder: join(folder, 'demo'),
    render: 'quick',
    speed: { executionMs: 200, jitterMs: 0 },
  });
  try {
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
    return [
      {
        what: `memory: run of ${count} photos, largest against the size at ${FIRST}`,
        product,
        floor,
        ratio: product / floor,
        goal: `≤ +150 MB (here ${(product - floor).toFixed(0)} MB)`,
        unit: 'MB',
      },
    ];
  } finally {
    await demo.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Resident MB of the command each time it has finished another photo. */
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
