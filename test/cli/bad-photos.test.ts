import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cutOut, darkslide, demoService, folder, key, withService } from './darkslide.ts';
import { bomb } from '../fixtures/bomb.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';

const ring = Buffer.from('II*\0\x08\0\0\0\0\0\x08\0\0\0', 'latin1');
const svg =
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>';
const page = '<!doctype html><script>alert(1)</script>';

describe('photos that are none, or worse', () => {
  it('F79 F80 fail with a reason each, buy nothing, and hold nothing up', async () => {
    const [demo, here] = [await demoService(), await folder()];
    const photos = join(here, 'photos');
    await mkdir(photos);
    const good = await readFile(lightPhotograph('raccoon-face.jpg'));
    const files: Record<string, Buffer | string> = {
      '1 bomb.png': bomb(),
      '2 ring.tif': ring,
      '3 drawing.jpg': svg,
      '4 page.jpg': page,
      '5 page first.jpg': Buffer.concat([Buffer.from(page), good]),
      '6 cut.jpg': good.subarray(0, good.length / 2),
      '7 good.jpg': good,
    };
    for (const [name, content] of Object.entries(files))
      await writeFile(join(photos, name), content);
    const out = join(here, 'out');
    const args = ['run', photos, '--out', out, '--json', ...cutOut];
    const ended = await darkslide(args, withService(demo, join(here, 'data')));

    const told = ended
      .jobs()
      .map(({ photo, state, error }) => [photo.slice(photos.length + 1), state, error?.code]);
    expect(Object.fromEntries(told.map(([name, ...rest]) => [name, rest]))).toEqual({
      '1 bomb.png': ['failed', 'photo-too-large'],
      '2 ring.tif': ['failed', 'photo-damaged'],
      '3 drawing.jpg': ['failed', 'photo-refused-format'],
      '4 page.jpg': ['failed', 'photo-refused-format'],
      '5 page first.jpg': ['failed', 'photo-refused-format'],
      '6 cut.jpg': ['failed', 'photo-damaged'],
      '7 good.jpg': ['done', undefined],
    });
    expect(demo.books().executions).toHaveLength(1);
    expect(await readdir(out)).toEqual(['7 good_removeBG_1.png']);
    for (const [name, content] of Object.entries(files)) {
      expect((await readFile(join(photos, name))).equals(Buffer.from(content))).toBe(true);
    }
  });
});

describe('the key', () => {
  it('F82 is in nothing that is printed, and in no file of the data folder', async () => {
    const [demo, here] = [await demoService(), await folder()];
    const data = join(here, 'data');
    const around = withService(demo, data);
    const run = ['run', lightPhotograph('raccoon-face.jpg'), '--out', join(here, 'out'), ...cutOut];
    // the service says it back where it refuses, and a task carries it on
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
