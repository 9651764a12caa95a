import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { sha256File } from '#electron/base/files.ts';
import { systemClock } from '#electron/base/clock.ts';
import { startDemo } from '#electron/demo/demo.ts';
import { runsOf } from '#electron/handlers/runs.ts';
import { readLedger } from '#electron/ledger/open.ts';
import { live } from '../crash/life.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { dies, doubtWindow, type Death } from './death.ts';
import { openDesk, type Desk } from './desk.ts';

const size = { width: 700, height: 560 };

/** Keeps the left half of the photograph. */
async function paintMask(folder: string): Promise<string> {
  const data = Buffer.alloc(size.width * size.height);
  for (let i = 0; i < data.length; i += 1) data[i] = i % size.width < 350 ? 255 : 0;
  const file = join(folder, 'mask.png');
  await sharp(data, { raw: { ...size, channels: 1 } })
    .png()
    .toFile(file);
  return file;
}

function recipeWith(mask: string, more: object = {}) {
  return {
    agent: 'removeBG',
    params: { maskType: 'custom', backgroundHex: '#ffffff', batchCount: 1 },
    mask,
    delivery: { metadata: 'none', originalPixels: true, feather: 10, ...more },
  };
}

describe('a result', () => {
  let desk: Desk;
  afterEach(() => desk.close());

  async function sitDown(): Promise<void> {
    // no faster, so that the service has not made it before the photo is gone
    desk = await openDesk();
  }

  const jobOf = (id: number) => {
    const job = desk.ledger.jobs.load(id);
    if (!job.ok) throw new Error(job.problem.message);
    return job.value;
  };

  it.each([
    ['is gone', (photo: string) => rm(photo), 'no longer there'],
    ['was changed', (photo: string) => writeFile(photo, 'other words'), 'was changed'],
  ])('of a photo that %s since is delivered as it came, with a warning', async (_, meddle, why) => {
    await sitDown();
    const photo = join(desk.folder, 'mine.jpg');
    await copyFile(lightPhotograph('lipstick-rouge.jpg'), photo);
    const mask = await paintMask(desk.folder);
    const job = await desk.admit({ photo: 'lipstick-rouge.jpg', recipe: recipeWith(mask) });
    desk.ledger.jobs.moved(job, photo);
    await desk.poll(() => desk.bought()).toBe(1);
    await meddle(photo);
    expect(await desk.until(job, 'done')).toBe('original-pixels-left');
    expect(jobOf(job).problem?.message).toContain(why);
    expect(await readdir(join(desk.folder, 'out'))).toEqual(['lipstick-rouge_removeBG_1.png']);
  });

  it('without a mask that is here is delivered as it came', async () => {
    await sitDown();
    const recipe = recipeWith('');
    const params = { ...recipe.params, maskType: 'autoSubjectSegment' };
    const job = await desk.admit({ recipe: { ...recipe, params, mask: null } });
    expect(await desk.until(job, 'done')).toBeNull();
    expect(await readdir(join(desk.folder, 'out'))).toEqual(['lipstick-rouge_removeBG_1.png']);
  });
});

const deaths: readonly [string, Death][] = [
  ['before what was composed is written down', { at: 'before', commit: 'composed' }],
  ['before the layers get their name', { at: 'after', commit: 'target', nth: 2 }],
];

it.each(deaths)(
  'F68 a kill %s leaves one image and one layered file, whole',
  async (_, death) => {
    const folder = await mkdtemp(join(tmpdir(), 'darkslide-own-pixels-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const [data, out] = [join(folder, 'data'), join(folder, 'out')];
    await mkdir(out);
    const speed = { executionMs: 10_000, jitterMs: 0 };
    const demo = await startDemo({ folder: join(folder, 'demo'), render: 'full', speed });
    onTestFinished(() => demo.close());
    const { url, key } = demo;

    await dies({ data, out, url, key, death, recipe: recipeWith(await paintMask(folder)) });
    const second = await live(['resume', '--until-idle=1', `--doubt-window=${doubtWindow}`], {
      DARKSLIDE_DATA: data,
      DARKSLIDE_SERVICE_URL: url,
      DARKSLIDE_API_KEY: key,
    }).ended;

    const opened = readLedger(data, systemClock);
    if (!opened.ok) throw new Error(opened.problem.message);
    onTestFinished(() => opened.value.close());
    const job = opened.value.jobs.load(1);
    expect(job.ok && [job.value.state, job.value.problem], second.stderr).toEqual(['done', null]);
    const files = opened.value.results.ofJob(1).map(({ delivered }) => delivered);
    expect(files).toHaveLength(2);
    const there = (await readdir(out)).map((name) => join(out, name));
    expect(there).toHaveLength(2);
    expect(new Set(there)).toEqual(new Set(files.map((one) => one?.file)));
    for (const one of files) expect(await sha256File(one?.file ?? '')).toBe(one?.sha256);
    const [run] = runsOf(opened.value, [1], 1);
    expect(run?.images.map(({ resultId, layersId }) => [resultId, layersId])).toEqual([[1, 2]]);
    const image = await readFile(files[0]?.file ?? '');
    expect(await sharp(image).metadata()).toMatchObject(size);
    expect(demo.books().executions).toHaveLength(1);
  },
  60_000,
);
