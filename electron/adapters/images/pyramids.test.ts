import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { photograph } from '../../../test/fixtures/photographs.ts';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { systemClock } from '../../base/clock.ts';
import { createImages } from './images.ts';
import { keepFiles } from './kept-files.ts';
import { createPyramids, type Pyramids } from './pyramids.ts';
import { startWarm } from '../../../test/fixtures/warm-helpers.ts';
import type { Images } from './types.ts';

const never = new AbortController().signal;
const sha256 = 'b'.repeat(64);
const first = { level: 0, x: 0, y: 0 };

let photo: Buffer;
let folder: string;
let source: string;
let images: Images;
/** Number of requests for tiles that reached the image processes. */
let made: number;
/** Returns whether the last request for a tile was stopped. */
let isStopped: () => boolean;
let pyramids: Pyramids;

beforeAll(async () => {
  photo = await sharp(photograph('watch-steel.jpg')).resize({ width: 3000 }).jpeg().toBuffer();
});
beforeEach(async () => {
  folder = await ownFolder('pyramids');
  source = join(folder, 'photo.jpg');
  await writeFile(source, photo);
  images = createImages({ start: startWarm, clock: systemClock, processes: 1 });
  made = 0;
  pyramids = open();
  onTestFinished(() => images.close());
});

function open(): Pyramids {
  const pyramid: Images['pyramid'] = (request, signal) => {
    made += 1;
    isStopped = () => signal?.aborted === true;
    return images.pyramid(request, signal);
  };
  const kept = { folder: join(folder, 'previews'), most: 100_000_000, clock: systemClock };
  return createPyramids({
    images: { pyramid, probe: images.probe },
    files: keepFiles(kept),
  });
}

async function files(): Promise<string[]> {
  const entries = await readdir(join(folder, 'previews'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

const tile = (signal = never) => pyramids.tile({ source, sha256 }, first, signal);

describe('the tiles of a picture', () => {
  it('are created once, by the first request, and still exist after a restart', async () => {
    const [one] = await Promise.all([tile(), tile(), tile()]);
    const { file, start, bytes } = valueOf(one);
    const picture = (await readFile(file)).subarray(start, start + bytes);
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 512 });
    pyramids = open();
    expect(await tile()).toEqual(one);
    expect(made).toBe(1);
  });

  it('are not created outside the picture', async () => {
    const beside = await pyramids.tile({ source, sha256 }, { level: 0, x: 6, y: 0 }, never);
    expect(beside).toMatchObject({ problem: { code: 'picture-unknown' } });
    expect(made).toBe(0);
  });

  it('are not stored if the only request for them is aborted, and are created by the next request', async () => {
    const leaving = new AbortController();
    const left = tile(leaving.signal);
    await expect.poll(() => made, { timeout: 55_000, interval: 5 }).toBe(1);
    leaving.abort();
    expect(await left).toMatchObject({ problem: { code: 'aborted' } });
    expect(isStopped()).toBe(true);
    await images.close();
    expect(await files()).toEqual([`${sha256}-size.json`]);
    images = createImages({ start: startWarm, clock: systemClock, processes: 1 });
    expect(await tile()).toMatchObject({ ok: true });
  });

  it('are recreated if their file is damaged', async () => {
    const whole = await tile();
    const { file, start } = valueOf(whole);
    await truncate(file, start + 10);
    expect(await tile()).toEqual(whole);
    expect(made).toBe(2);
  });
});

describe('the size of a picture', () => {
  it('is the upright size, and is read only once', async () => {
    const turned = await sharp(source).withMetadata({ orientation: 6 }).toBuffer();
    await writeFile(source, turned);
    const size = () => pyramids.size({ source, sha256 }, never);
    const found = await size();
    expect(found).toMatchObject({ ok: true, value: { height: 3000 } });
    await rm(source);
    expect(await size()).toEqual(found);
  });

  it('is read again if its file is damaged', async () => {
    const size = () => pyramids.size({ source, sha256 }, never);
    const found = await size();
    await writeFile(join(folder, 'previews', 'bb', `${sha256}-size.json`), '{"width":30');
    expect(await size()).toEqual(found);
  });
});
