import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  cutOut,
  darkslide,
  demoService,
  folder,
  key,
  lineKeys,
  place,
  withService,
} from './darkslide.ts';
import { bomb } from '../fixtures/bomb.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';

const ring = Buffer.from('II*\0\x08\0\0\0\0\0\x08\0\0\0', 'latin1');
const svg =
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>';
const page = '<!doctype html><script>alert(1)</script>';

describe('invalid and hostile photos', () => {
  it('F79 F80 each fail with a reason, buy nothing, and don’t stop other photos', async () => {
    const { demo, data, out, around } = await place();
    const photos = join(data, 'photos');
    await mkdir(join(photos, 'Monday'), { recursive: true });
    const good = lightPhotograph('raccoon-face.jpg');
    const whole = await readFile(good);
    const resized = (width: number, height: number) =>
      sharp(good).resize(width, height, { fit: 'cover' }).jpeg().toBuffer();
    const files: Record<string, [content: Buffer | string, code?: string]> = {
      '1 bomb.png': [bomb(), 'photo-too-large'],
      '2 ring.tif': [ring, 'photo-damaged'],
      '3 drawing.jpg': [svg, 'photo-refused-format'],
      '4 page.jpg': [page, 'photo-refused-format'],
      '5 page first.jpg': [Buffer.concat([Buffer.from(page), whole]), 'photo-refused-format'],
      '6 cut.jpg': [whole.subarray(0, whole.length / 2), 'photo-damaged'],
      '7 text.jpg': ['these are words, not a picture', 'photo-not-an-image'],
      '8 empty.jpg': ['', 'file-incomplete'],
      '9 small.jpg': [await resized(400, 320), 'photo-too-small'],
      'long.jpg': [await resized(1400, 560), 'photo-too-long'],
      'Monday/good.jpg': [whole],
    };
    for (const [name, [content]] of Object.entries(files)) {
      await writeFile(join(photos, name), content);
    }
    const args = ['run', photos, join(photos, 'gone.jpg'), '--out', out, '--json', ...cutOut];
    const ended = await darkslide(args, around);

    expect(ended.status).toBe(1);
    const told = ended
      .jobs()
      .map((line) => [line.photo.slice(photos.length + 1), line.error?.code]);
    const codes = Object.entries(files).map(([name, [, code]]) => [name, code]);
    expect(Object.fromEntries(told)).toEqual({
      ...Object.fromEntries(codes),
      'gone.jpg': 'file-missing',
    });
    for (const line of ended.jobs()) {
      expect(Object.keys(line)).toEqual(lineKeys);
      expect(line.state).toBe(line.error === null ? 'done' : 'failed');
      expect(line.results).toHaveLength(line.error === null ? 1 : 0);
    }
    expect(ended.summary()).toMatchObject({ photos: 12, done: 1, failed: 11, images: 1 });
    expect(ended.stderr).not.toMatch(/^\s+at /m);
    expect(demo.records().executions).toHaveLength(1);
    expect(await readdir(join(out, 'Monday'))).toEqual(['good_removeBG_1.png']);
    for (const [name, [content]] of Object.entries(files)) {
      expect((await readFile(join(photos, name))).equals(Buffer.from(content))).toBe(true);
    }
  });
});

describe('the key', () => {
  it('F82 is not in anything that is printed, nor in any file of the data folder', async () => {
    const [demo, here] = [await demoService(), await folder()];
    const data = join(here, 'data');
    const around = withService(demo, data);
    const run = ['run', lightPhotograph('raccoon-face.jpg'), '--out', join(here, 'out'), ...cutOut];
    // the service repeats the key in the message of a refusal, which Darkslide prints and stores
    demo.inject({ on: 'execute', times: 1, kind: 'refused', text: `${key} is not known here` });
    const refused = await darkslide([...run, '--verbose'], around);
    expect(refused.status).toBe(1);
    expect(refused.stdout + refused.stderr).toContain('is not known here');
    demo.inject({ on: 'upload', times: 1, kind: 'unauthorised' });
    const again = await darkslide([...run, '--again', '--verbose', '--json'], around);
    const looked = await darkslide(['jobs', '--json'], around);
    for (const { stdout, stderr } of [refused, again, looked]) {
      expect(stdout + stderr).not.toContain(key);
    }
    const files = await readdir(here, { recursive: true, withFileTypes: true });
    const written = files.filter((entry) => entry.isFile());
    expect(written.map(({ name }) => name)).toContain('ledger.sqlite');
    for (const { parentPath, name } of written) {
      expect((await readFile(join(parentPath, name))).includes(key), name).toBe(false);
    }
  });
});
