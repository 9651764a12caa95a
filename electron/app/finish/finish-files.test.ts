import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { accessIn } from '../../../test/fixtures/permitted.ts';
import { photograph } from '../../../test/fixtures/photographs.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { newFolder } from '../../../test/world/folder.ts';
import { imagesHere } from '../../../test/world/images.ts';
import { parseFinishPreset } from '#shared/finish/preset.ts';
import { finishFiles } from './finish-files.ts';

it('A5 writes no file into a hot folder to which its name leads, and writes the others', async () => {
  const folder = await newFolder('finish');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const out = join(folder, 'out');
  const preset = valueOf(
    parseFinishPreset({
      name: 'mine',
      canvas: { aspect: null, colour: '#ffffff' },
      subject: { fill: 0.8 },
      outputs: ['web/{name}', '{name}'].map((name) => ({ name, format: 'jpeg', longSide: 64 })),
    }),
  );
  const photo = photograph('teapot-stoneware.jpg');
  const ofJob = {
    resultName: null,
    agent: '',
    version: '',
    model: '',
    scene: '',
    seq: 1,
    index: 1,
  };
  const photoName = 'teapot-stoneware.jpg';
  const values = { ...ofJob, photoName, folder: '', at: 0, skuPattern: null };
  const lines: unknown[] = [];
  const counts = await finishFiles(
    { access: accessIn(join(folder, 'data')), images: imagesHere, hotFolders: [join(out, 'web')] },
    { photos: [{ photo, values }], presets: [preset], out },
    new AbortController().signal,
    ({ finished }) => lines.push(finished.ok ? 'written' : finished.problem.code),
  );
  expect(valueOf(counts)).toEqual({ written: 1, failed: 1 });
  expect(new Set(lines)).toEqual(new Set(['name-in-hot-folder', 'written']));
  expect(await readdir(out)).toEqual(['teapot-stoneware.jpg']);
});
