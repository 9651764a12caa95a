import { extractAll, getRawHeader } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { packageApp } from '../../build-resources/package-app.ts';
import { startProgram } from '../browser/program.ts';
import { visit } from '../browser/visit.ts';
import { openReader } from '../fixtures/exiftool.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { installWithoutDevelopment, makeElectron } from './stand-in.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const asElectron = new URL('as-electron.ts', import.meta.url).href;
const buildWithScreens = fileURLToPath(new URL('build-with-screens.ts', import.meta.url));
const run = promisify(execFile);
/**
 * Whether the tests must be skipped, because this system is not Linux: the fake of Electron is for Linux, and npm
 * installs native files only for the system on which it runs.
 */
const elsewhere = process.platform !== 'linux';

/** A file in the archive. `isGuarded`: whether Electron verifies the file's hash. */
interface Entry {
  readonly path: string;
  readonly size: number;
  readonly isUnpacked: boolean;
  readonly isGuarded: boolean;
}

/** The npm packages that are shipped as folders in node_modules; all others are bundled. */
const packages = [
  '@6over3/zeroperl-ts',
  '@img/colour',
  `@img/sharp-libvips-linux-${process.arch}`,
  `@img/sharp-linux-${process.arch}`,
  '@photostructure/tz-lookup',
  'batch-cluster',
  'detect-libc',
  'exiftool-vendored',
  'exiftool-vendored.pl',
  'he',
  'luxon',
  'semver',
  'sharp',
];

let folder: string;
/** Path of the installed app. */
let installed: string;
let entries: readonly Entry[];
/** Path of the unpacked archive, which Node can run. */
let app: string;

beforeAll(async () => {
  if (elsewhere) return;
  folder = await mkdtemp(join(tmpdir(), 'darkslide-package-'));
  const [bare, electron] = [join(folder, 'project'), join(folder, 'electron')];
  await run(process.execPath, [buildWithScreens, join(bare, 'dist')]);
  await installWithoutDevelopment(project, bare);
  await makeElectron(electron);
  await packageApp({
    project: bare,
    platform: 'linux',
    archs: [],
    asFolder: true,
    config: { electronDist: electron, publish: null },
  });
  installed = join(bare, 'release', 'linux-unpacked');
  const archive = join(installed, 'resources', 'app.asar');
  entries = [...entriesOf(getRawHeader(archive).header as unknown as Node, '')];
  app = join(folder, 'app');
  extractAll(archive, app);
  // copies the unpacked files from beside the archive, which have their permissions
  await cp(`${archive}.unpacked`, app, { recursive: true });
});
afterAll(() => (elsewhere ? undefined : rm(folder, { recursive: true, force: true })));

interface Node {
  readonly files?: Readonly<Record<string, Node>>;
  readonly size?: number;
  readonly unpacked?: true;
  readonly integrity?: object;
}

function* entriesOf({ files = {} }: Node, below: string): Generator<Entry> {
  for (const [name, node] of Object.entries(files)) {
    const path = `${below}${name}`;
    if (node.files !== undefined) yield* entriesOf(node, `${path}/`);
    else {
      const [isUnpacked, isGuarded] = [node.unpacked === true, node.integrity !== undefined];
      yield { path, size: node.size ?? 0, isUnpacked, isGuarded };
    }
  }
}

describe.skipIf(elsewhere)('the package', () => {
  it('contains the files that the app needs to run, and no others', () => {
    const own =
      /^(package\.json|dist\/(package\.json|third-party-licences\.txt|desktop\/preload\.cjs|electron\/.*\.js|renderer\/(index\.html|assets\/[^/]+\.(js|css|svg))|build-resources\/((icons|photos)\/[^/]+\.(png|jpg|tif|json|md)|models\/[^/]+\.(onnx|mjs|gz|md|txt))))$/;
    const paths = entries.map(({ path }) => path);
    const foreign = paths.filter((path) => !path.startsWith('node_modules/'));
    expect(foreign.filter((path) => !own.test(path))).toEqual([]);
    const names = paths.map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
    expect([...new Set(names)].filter((name) => name !== undefined).sort()).toEqual(packages);
    expect(
      paths.filter((path) => /\.(ts|map|svelte|h|cc)$|\.test\.|\.v8-cache/.test(path)),
    ).toEqual([]);
  });

  it('contains every module that is started by name', async () => {
    const sources = await readdir(join(project, 'electron'), { recursive: true });
    const started = sources
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .flatMap((name) => {
        const text = readFileSync(join(project, 'electron', name), 'utf8');
        const named = [...text.matchAll(/moduleBeside\(\s*'([^']+)'/g)];
        return named.map(([, path = '']) => posix.join('dist/electron', name, '..', `${path}.js`));
      });
    expect(started.length).toBeGreaterThan(3);
    expect(entries.map(({ path }) => path)).toEqual(expect.arrayContaining(started));
  });

  it('has outside the archive only files that the system must load', () => {
    const unpacked = /^node_modules\/(sharp|@img\/[^/]+|exiftool-vendored\.pl)\//;
    for (const { path, isUnpacked } of entries) {
      expect([path, isUnpacked]).toEqual([path, unpacked.test(path)]);
    }
    const natives = entries.filter(({ path }) => /\.(node|so[.\d]*|dylib|dll)$/.test(path));
    expect(natives).toHaveLength(2);
  });

  it('is small: under 60 MB in the archive', async () => {
    const { size } = await stat(join(installed, 'resources', 'app.asar'));
    expect(size).toBeLessThan(60_000_000);
  });

  it('contains the notices of the bundled libraries', async () => {
    const text = await readFile(join(app, 'dist/third-party-licences.txt'), 'utf8');
    for (const name of ['ag-psd', 'chokidar', 'undici', 'libheif-js']) expect(text).toContain(name);
    const models = join(app, 'dist/build-resources/models');
    const copied = await readFile(join(models, 'LICENSE-onnxruntime.txt'), 'utf8');
    expect(copied).toContain('Copyright (c) Microsoft Corporation');
    const others = await readFile(join(models, 'NOTICES-onnxruntime.txt'), 'utf8');
    for (const name of ['protobuf', 'Eigen', 'FlatBuffers', 'abseil']) {
      expect(others.toLowerCase()).toContain(name.toLowerCase());
    }
  });

  it('F77, F78: loads one checked archive, and can’t be used as Node (E19)', async () => {
    const fuses = await getCurrentFuseWire(join(installed, 'darkslide'));
    const on = (fuse: FuseV1Options) => fuses[fuse] === FuseState.ENABLE;
    expect(on(FuseV1Options.OnlyLoadAppFromAsar)).toBe(true);
    expect(on(FuseV1Options.EnableEmbeddedAsarIntegrityValidation)).toBe(true);
    expect(on(FuseV1Options.EnableCookieEncryption)).toBe(true);
    expect(on(FuseV1Options.RunAsNode)).toBe(false);
    expect(on(FuseV1Options.EnableNodeOptionsEnvironmentVariable)).toBe(false);
    expect(on(FuseV1Options.EnableNodeCliInspectArguments)).toBe(false);
    expect(on(FuseV1Options.GrantFileProtocolExtraPrivileges)).toBe(false);
    expect(entries.filter(({ isGuarded }) => !isGuarded)).toEqual([]);
    // without this setting, an AppImage would start without Chromium's sandbox
    const told = await readFile(join(project, 'electron-builder.yml'), 'utf8');
    expect(told).toContain('\n  executableArgs: []\n');
  });
});

describe.skipIf(elsewhere)('the packaged app', () => {
  it('E delivers a photo with its metadata on a system without Perl, in all processes', async () => {
    const [out, empty] = [join(folder, 'out'), join(folder, 'no-programs')];
    await mkdir(empty);
    const { stdout } = await run(
      process.execPath,
      [
        join(app, 'dist/electron/hosts/cli/main.js'),
        'run',
        lightPhotograph('lipstick-rouge.jpg'),
        '--json',
        '--psd',
        '--agent=removeBG',
        '--set=maskType=autoSubjectSegment',
        '--set=batchCount=1',
        `--out=${out}`,
        `--data=${join(folder, 'data')}`,
      ],
      { env: { ...process.env, PATH: empty } },
    );
    const [job, summary] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(job).toMatchObject({ state: 'done', results: [{ width: 700, height: 560 }] });
    expect(summary).toMatchObject({ summary: { photos: 1, done: 1 } });
    const names = (await readdir(out)).sort();
    expect(names).toEqual(['lipstick-rouge_removeBG_1.png', 'lipstick-rouge_removeBG_1.psd']);
    const reader = await openReader();
    onTestFinished(() => reader.end());
    for (const name of names) {
      const tags = await reader.readRaw(join(out, name), { readArgs: ['-XMP-xmp:all'] });
      expect(tags).toMatchObject({ CreatorTool: 'Darkslide' });
    }
  });

  it('opens its window in the browser, with the built screens', async () => {
    const main = join(app, 'dist/electron/hosts/browser/main.js');
    const program = startProgram(['--data', join(folder, 'window')], {}, main);
    onTestFinished(async () => {
      await program.stop('SIGKILL');
    });
    const visitor = await visit(await program.ready());
    const page = await visitor.askAsPage({ path: '/' });
    expect(page.text).toContain('<div id="app">');
    expect(await program.stop()).toMatchObject({ status: 0, stderr: '' });
  });

  /** Starts the main script with the fake of Electron. */
  const start = (...args: string[]) => {
    const main = join(app, 'dist/electron/hosts/desktop/main.js');
    const data = `--data=${join(folder, 'desktop')}`;
    return run(process.execPath, ['--import', asElectron, main, ...args, data]);
  };

  it('opens its window on the desktop, and finds screens, preload and icons', async () => {
    const { stdout } = await start();
    expect(JSON.parse(stdout)).toEqual({ page: 200, preload: true, tray: true });
  });

  it('runs a command in its main process, which starts helpers as an installed app does', async () => {
    const command = (...args: string[]) =>
      start('--ozone-platform=headless', '--cli', '--', ...args);
    const { stdout } = await command('info', 'removeBG', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ agentVersion: 'v1.0' });
    await expect(command('info', 'nobody')).rejects.toMatchObject({ code: 2 });
  });
});

it.skipIf(elsewhere)(
  'the command starts the app without a window, from a link on the PATH, with unchanged arguments',
  async () => {
    const link = join(folder, 'darkslide');
    await symlink(join(installed, 'resources/bin/darkslide'), link);
    const { stdout } = await run(link, ['run', 'two words', '--out=$HOME']);
    const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    expect(stdout.trim().split('\n')).toEqual([
      ...root,
      '--ozone-platform=headless',
      '--log-level=3',
      '--cli',
      '--',
      'run',
      'two words',
      '--out=$HOME',
    ]);
  },
);
