import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { warmImages } from '../../../test/fixtures/delivering.ts';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { photograph } from '../../../test/fixtures/photographs.ts';
import { systemClock } from '../../base/clock.ts';
import { keepFiles } from './kept-files.ts';
import { createThumbnails, type Thumbnails } from './thumbnails.ts';
import type { Images } from './types.ts';

const never = new AbortController().signal;
const source = photograph('lipstick-rouge.jpg');
const sha256 = 'a'.repeat(64);

let folder: string;
const images = warmImages();
/** Number of requests that reached the image processes. */
let made: number;

beforeEach(async () => {
  folder = join(await ownFolder('previews'), 'previews');
  made = 0;
});

const request = { source, sha256, size: 160 };

function open(most = 10_000_000): Thumbnails {
  const thumbnail: Images['thumbnail'] = (request, signal) => {
    made += 1;
    return images.thumbnail(request, signal);
  };
  const files = keepFiles({ folder, most, clock: systemClock });
  return createThumbnails({ images: { thumbnail }, files });
}

async function files(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('a thumbnail', () => {
  it('is created only once, even for concurrent requests', async () => {
    const thumbnails = open();
    const ask = () => thumbnails.get(request, never);
    const all = await Promise.all(Array.from({ length: 20 }, ask));
    const [first] = all;
    if (first?.ok !== true) throw new Error(first?.problem.message);
    expect(all.every((one) => one.ok && one.value === first.value)).toBe(true);
    const { width, height, format } = await sharp(first.value).metadata();
    expect({ most: Math.max(width, height), format }).toEqual({ most: 160, format: 'jpeg' });
    expect(await ask()).toEqual(first);
    // the thumbnail also exists in the next run of the program
    expect(await open().get(request, never)).toEqual(first);
    expect(made).toBe(1);
  });

  it('is created separately for each size', async () => {
    const thumbnails = open();
    const small = await thumbnails.get(request, never);
    const large = await thumbnails.get({ ...request, size: 512 }, never);
    expect(small).not.toEqual(large);
  });

  it('of an invalid picture returns a problem, and is tried again by the next request', async () => {
    const thumbnails = open();
    const text = join(folder, '..', 'text.jpg');
    await writeFile(text, 'not a photo');
    expect(await thumbnails.get({ ...request, source: text }, never)).toMatchObject({
      problem: { code: 'photo-not-an-image' },
    });
    expect(await thumbnails.get(request, never)).toMatchObject({ ok: true });
  });

  it('is created only while a request waits for it', async () => {
    const thumbnails = open();
    const leaving = new AbortController();
    const [left, stayed] = [
      thumbnails.get(request, leaving.signal),
      thumbnails.get(request, never),
    ];
    const alone = thumbnails.get({ ...request, size: 512 }, leaving.signal);
    leaving.abort();
    expect(await left).toMatchObject({ problem: { code: 'aborted' } });
    expect(await alone).toMatchObject({ problem: { code: 'aborted' } });
    expect(await stayed).toMatchObject({ ok: true });
    expect(await thumbnails.get({ ...request, size: 512 }, never)).toMatchObject({ ok: true });
  });
});

describe('the folder of thumbnails', () => {
  it('stays within its limit by deleting the least recently used', async () => {
    await mkdir(join(folder, 'zz'), { recursive: true });
    const old = join(folder, 'zz', 'old.jpg');
    const used = join(folder, 'zz', 'used.jpg');
    for (const file of [old, used]) await writeFile(file, Buffer.alloc(6000));
    await utimes(old, 1, 1);
    const made = await open(13_000).get(request, never);
    expect(made.ok && (await stat(made.value)).size).toBeLessThan(4000);
    expect((await files()).sort()).toEqual([`${sha256}-160.jpg`, 'used.jpg'].sort());
  });

  it('can be deleted at any time', async () => {
    const thumbnails = open();
    await thumbnails.get(request, never);
    await rm(folder, { recursive: true });
    expect(await thumbnails.get(request, never)).toMatchObject({ ok: true });
  });

  it('returns a problem if it can’t be written', async () => {
    await writeFile(folder, 'a file');
    expect(await open().get(request, never)).toMatchObject({ ok: false });
  });
});
