import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const project = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

it('D the packed npm package states the Node version that its command needs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'darkslide-npm-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const packed = await run(
    'npm',
    ['pack', '--ignore-scripts', '--json', '--pack-destination', folder],
    {
      cwd: project,
    },
  );
  const [{ filename = '' } = {}] = JSON.parse(packed.stdout) as { filename?: string }[];
  await run('tar', ['-xzf', join(folder, filename), '-C', folder, 'package/package.json']);
  const stated = JSON.parse(await readFile(join(folder, 'package/package.json'), 'utf8')) as {
    engines: { node: string };
  };
  const main = await readFile(join(project, 'electron/hosts/cli/main.ts'), 'utf8');
  const [, needed] = /const needed = (\d+);/.exec(main) ?? [];
  expect(stated.engines.node).toBe(`>=${needed}`);
});
