import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startProgram } from '../browser/program.ts';
import { visit } from '../browser/visit.ts';
import { photograph } from '../fixtures/photographs.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** The package as it would be installed: built files and dependencies, no sources. */
let folder: string;
let command: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'darkslide-package-'));
  const dist = join(folder, 'dist');
  await run(process.execPath, [join(project, 'build-resources/build.ts'), dist]);
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'));
  command = join(dist, 'electron/cli/main.js');
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the built package', () => {
  it('opens its window in the browser, with the screens it was built with', async () => {
    const main = join(folder, 'dist/electron/browser/main.js');
    const program = startProgram(['--data', join(folder, 'window')], {}, main);
    onTestFinished(async () => {
      await program.stop('SIGKILL');
    });
    const visitor = await visit(await program.ready());
    const page = await visitor.askAsPage({ path: '/' });
    expect(page.text).toContain('<div id="app">');
    expect(await program.stop()).toMatchObject({ status: 0, stderr: '' });
  }, 60_000);

  it('holds no TypeScript and no test', async () => {
    const files = await readdir(join(folder, 'dist'), { recursive: true });
    expect(files.filter((file) => /\.ts$|\.test\.|^test\//.test(file))).toEqual([]);
  });

  it('runs a photo to a file through the demo service, all processes included', async () => {
    const out = join(folder, 'out');
    const { stdout } = await run(process.execPath, [
      command,
      'run',
      photograph('lipstick-rouge.jpg'),
      '--json',
      '--psd',
      '--agent=removeBG',
      '--set=maskType=autoSubjectSegment',
      '--set=batchCount=1',
      `--out=${out}`,
      `--data=${join(folder, 'data')}`,
    ]);
    const [job, summary] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(job).toMatchObject({ state: 'done', results: [{ width: 1500, height: 1200 }] });
    expect(summary).toMatchObject({ summary: { photos: 1, done: 1 } });
    expect((await readdir(out)).sort()).toEqual([
      'lipstick-rouge_removeBG_1.png',
      'lipstick-rouge_removeBG_1.psd',
    ]);
  }, 60_000);
});
