import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { isUnfinishedName } from '#electron/base/files.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { fillDisk, mountSmallDisk } from '../fixtures/small-disk.ts';
import { darkslide, folder, PATIENCE } from './darkslide.ts';
import { start } from './process.ts';

const shot = lightPhotograph('teapot-stoneware.jpg');

it('F65 finish ends when the disk becomes full, leaves only complete files, and continues when there is room', async (context) => {
  const home = await folder();
  const disk = await mountSmallDisk(home);
  if (disk === null) return context.skip();
  onTestFinished(() => disk.unmount());
  const makeRoom = await fillDisk(disk.path, 200_000);
  const out = join(disk.path, 'shop');
  const args = ['finish', shot, shot, shot, shot, '--preset', 'ebay-main', '--out', out];
  const ended = await darkslide([...args, '--data', home]);
  expect(ended.stderr.match(/disk-full/g)).toHaveLength(1);
  expect(ended.status).toBe(1);
  const written = await readdir(out);
  expect(written.length).toBeLessThan(4);
  for (const name of written) await sharp(join(out, name)).stats();
  await makeRoom();
  const again = await darkslide([...args, '--data', home]);
  expect(again.status).toBe(0);
  expect(await readdir(out)).toHaveLength(written.length + 4);
});

it('finish refuses an output folder that is read-only', async (context) => {
  const home = await folder();
  const disk = await mountSmallDisk(home);
  if (disk === null) return context.skip();
  onTestFinished(() => disk.unmount());
  await promisify(execFile)('mount', ['-o', 'remount,ro', disk.path]);
  const args = ['finish', shot, '--preset', 'ebay-main', '--out', disk.path];
  const ended = await darkslide([...args, '--data', home]);
  expect(ended.status).toBe(2);
  expect(ended.stderr).toContain('folder-unwritable');
  expect(await readdir(disk.path)).toEqual([]);
});

it('finish reports a read-only folder below the output folder, and writes the other files', async (context) => {
  const home = await folder();
  const out = join(home, 'out');
  await mkdir(out);
  const disk = await mountSmallDisk(out);
  if (disk === null) return context.skip();
  onTestFinished(() => disk.unmount());
  await promisify(execFile)('mount', ['-o', 'remount,ro', disk.path]);
  const outputs = ['small-disk/deep/{name}', '{name}'].map((name) => ({ name, format: 'png' }));
  const preset = {
    name: 'two',
    canvas: { aspect: null, colour: '#ffffff' },
    subject: { fill: 0.85 },
    outputs,
  };
  await writeFile(join(home, 'two.json'), JSON.stringify(preset));
  await darkslide(['finish', 'import', join(home, 'two.json'), '--data', home]);
  const args = ['finish', shot, '--preset', 'two', '--out', out, '--data', home];
  const ended = await darkslide(args);
  expect(ended.status).toBe(1);
  expect(ended.stderr).toContain('folder-unwritable');
  expect((await readdir(out)).sort()).toEqual(['small-disk', 'teapot-stoneware.png']);
});

it('finish reports a damaged photo once and finishes the others', async () => {
  const home = await folder();
  const [damaged, good] = [join(home, 'damaged.jpg'), join(home, 'good.jpg')];
  const bytes = await readFile(shot);
  await writeFile(damaged, bytes.subarray(0, bytes.length / 2));
  await writeFile(good, bytes);
  const out = join(home, 'out');
  const presets = ['--preset', 'ebay-main,web-transparent', '--out', out, '--data', home];
  const ended = await darkslide(['finish', good, damaged, good, ...presets, '--json']);
  expect(ended.status).toBe(1);
  const written = ended.json().filter((line) => 'file' in (line as object));
  expect(written).toHaveLength(6);
  const sentences = ended.stderr.split('\n').filter((line) => line.includes('damaged.jpg'));
  expect(sentences).toEqual([expect.stringContaining('photo-damaged')]);
  expect(await readdir(out)).toHaveLength(6);
});

it('finish leaves no partial file when it is interrupted by Ctrl-C', async () => {
  const home = await folder();
  const out = join(home, 'out');
  const photos = Array.from({ length: 20 }, () => shot);
  const presets = ['--preset', 'amazon-main,web-transparent', '--out', out, '--data', home];
  const running = start(['finish', ...photos, ...presets]);
  await running.says('teapot-stoneware_amazon-main.jpg');
  // the first file of a photo is written, and the others are being made
  const isHalfDone = async () => (await readdir(out)).some(isUnfinishedName);
  await expect.poll(isHalfDone, { timeout: PATIENCE, interval: 10 }).toBe(true);
  running.kill('SIGINT');
  const ended = await running.ended;
  expect(ended.status).toBe(1);
  expect(ended.stderr).toContain('interrupted');
  const names = await readdir(out);
  expect(names.length).toBeLessThan(60);
  for (const name of names) await sharp(join(out, name)).stats();
  const said = Number(/after (\d+) files/.exec(ended.stderr)?.[1]);
  expect(said).toBe(names.length);
});
