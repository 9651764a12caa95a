import { copyFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { openWindow, type Window } from '../../../test/handlers/window.ts';
import { keepMaking } from '../../../test/fixtures/holding.ts';
import { lightPhotograph } from '../../../test/fixtures/photographs.ts';
import { plainRecipe } from '../../../test/fixtures/plain-recipe.ts';

const onto = (backgroundHex: string, batchCount = 2) => ({
  ...plainRecipe,
  params: { ...plainRecipe.params, backgroundHex, batchCount },
});
const recipe = onto('#ffffff');
const another = onto('#000000');
const strip = { offset: 0, limit: 50 };

let window: Window;
beforeEach(async () => {
  window = await openWindow();
});

const addAs = async (name: string, of: string) =>
  (await window.ask('retouch.add', { paths: [await window.shot(name, of)] })).ids[0] ?? 0;
const run = (id: number, of: unknown = recipe) =>
  window.ask('retouch.run', { ids: [id], recipe: of });
/** Runs a photo and returns the id of its job. */
const jobOf = async (id: number, of: unknown) => (await run(id, of)).jobs[0]?.jobId ?? 0;
const runsOf = async (id: number) => (await window.ask('retouch.photo', { id })).runs;
async function whenDone(id: number, count = 1): Promise<void> {
  const states = async () => (await runsOf(id)).map(({ state }) => state);
  await expect.poll(states).toEqual(Array(count).fill('done'));
}

/** Adds a photo to the filmstrip and completes its first run; returns its id. */
async function ranOnce(): Promise<number> {
  const [id = 0] = await window.onStrip('a.jpg');
  await run(id);
  await whenDone(id);
  return id;
}

describe('the filmstrip', () => {
  it('contains each photo once, whatever its names, and is still there after a restart', async () => {
    const [id] = await window.onStrip('a.jpg');
    expect(await window.onStrip('copy.jpg')).toEqual([id]);
    window = await window.restart();
    const { total, rows } = await window.ask('retouch.filmstrip', strip);
    expect(total).toBe(1);
    expect(rows).toMatchObject([{ id, name: 'copy.jpg', delivered: 0, underWay: 0 }]);
    expect(rows[0]?.width).toBeGreaterThan(512);
  });

  it('adds the photos in a folder, and reports the files that it refuses', async () => {
    await window.shot('a.jpg');
    await window.shot('b.jpg', 'watch-steel.jpg');
    await writeFile(join(window.shoot, 'broken.jpg'), 'no photo');
    const given = { paths: [window.shoot, join(window.shoot, 'gone.jpg')] };
    const found = await window.ask('retouch.find', given);
    expect(found.photos).toEqual(
      ['a.jpg', 'b.jpg', 'broken.jpg'].map((name) => {
        return { path: join(window.shoot, name), from: window.shoot };
      }),
    );
    expect(found.refused).toMatchObject([{ code: 'file-missing', about: 'gone.jpg' }]);
    const added = await window.ask('retouch.add', given);
    const codes = added.refused.map(({ code }) => code).sort();
    expect(codes).toEqual(['file-missing', 'photo-not-an-image']);
    expect(added.refusals).toBe(2);
    expect(added.ids).toHaveLength(2);
  });
});

describe('a run', () => {
  it('shows its images one by one, and is repeated on the same task, but not while it is running', async () => {
    const [id = 0] = await window.onStrip('a.jpg');
    await window.ask('work.pause', {});
    const first = await run(id);
    expect(first.jobs).toMatchObject([{ outcome: 'new' }]);
    expect(await runsOf(id)).toMatchObject([
      { isPaid: 'no', isOfFolder: false, images: [{ state: 'waiting' }, { state: 'waiting' }] },
    ]);
    expect((await run(id)).jobs).toMatchObject([{ outcome: 'under-way' }]);
    await window.ask('work.resume', {});
    await whenDone(id);
    expect(await runsOf(id)).toMatchObject([
      { isPaid: 'yes', images: [{ state: 'there' }, { state: 'there' }] },
    ]);
    const { photo } = await window.ask('retouch.photo', { id });
    expect(photo).toMatchObject({ delivered: 2, underWay: 0, needPerson: 0 });

    await window.ask('work.pause', {});
    expect((await run(id)).jobs).toMatchObject([{ outcome: 'again', jobId: first.jobs[0]?.jobId }]);
    // the newest run is first from the beginning
    expect((await runsOf(id)).map(({ run: number }) => number)).toEqual([2, 1]);
    await window.ask('work.resume', {});
    await whenDone(id, 2);
    expect(window.bought()).toBe(2);
    expect(window.requests('create')).toBe(1);

    // If the photo is removed from the filmstrip, its results stay.
    const path = join(window.shoot, 'a.jpg');
    expect(await window.ask('retouch.remove', { ids: [id] })).toEqual([path]);
    expect((await window.ask('retouch.filmstrip', strip)).total).toBe(0);
    expect((await window.refused('retouch.photo', { id })).code).toBe('photo-unknown');
    const [back = 0] = await window.onStrip('a.jpg');
    expect(await runsOf(back)).toMatchObject([{ isPaid: 'yes' }, { isPaid: 'yes' }]);
  });

  it('that failed shows no image as waiting', async () => {
    const path = join(window.folder, 'long.png');
    const create = { width: 4000, height: 600, channels: 3, background: '#5a783c' } as const;
    await sharp({ create }).toFile(path);
    const [id = 0] = (await window.ask('retouch.add', { paths: [path] })).ids;
    await run(id);
    await expect
      .poll(() => runsOf(id))
      .toMatchObject([{ state: 'failed', images: [{ state: 'failed' }, { state: 'failed' }] }]);
  });

  it('can’t be cancelled after it is paid for, and the message says so; a run that waits can be cancelled', async () => {
    keepMaking(window.service);
    const [id = 0] = await window.onStrip('a.jpg');
    const ids = [await jobOf(id, recipe), await jobOf(id, another)];
    const states = async () => (await runsOf(id)).map(({ state, isPaid }) => [state, isPaid]);
    await expect.poll(states).toEqual([
      ['running', 'yes'],
      ['running', 'yes'],
    ]);
    await window.ask('work.pause', {});
    const acted = await window.act('cancel', ...ids, await jobOf(id, onto('#777777')));
    expect(acted).toMatchObject({ changed: 1, refused: 2 });
    for (const { message } of acted.problems) expect(message).toContain('is already paid for');
    window.service.clearFaults();
    await expect.poll(states).toEqual([
      ['cancelled', 'no'],
      ['done', 'yes'],
      ['done', 'yes'],
    ]);
    const colours = (await runsOf(id)).map((each) => each.recipe.params['backgroundHex']);
    expect(new Set(colours)).toEqual(new Set(['#000000', '#777777', '#ffffff']));
    const sent = window.service.records().executions.map(({ params }) => params['backgroundHex']);
    expect(new Set(sent)).toEqual(new Set(['#000000', '#ffffff']));
    expect(window.bought()).toBe(2);
  });

  it('is processed before the waiting photos in a hot folder', async () => {
    const [id = 0] = await window.onStrip('a.jpg');
    await window.ask('work.pause', {});
    const { ledger } = window.session.studio();
    const waiting = await window.admit('https://photos.example/1.jpg');
    ledger.jobs.prioritise(waiting, 0);
    const { jobs } = await run(id);
    expect(ledger.jobs.next(2, new Set(), [])).toEqual([jobs[0]?.jobId, waiting]);
  });

  it('overtakes a hot folder that is running', async () => {
    // Executions take so long that the photo is prepared while one is running, even on a busy computer.

    window = await openWindow({ executionMs: 6000 });
    await window.ask('settings.change', { preferences: { inFlight: 1 } });
    await window.ask('work.pause', {});
    const names = ['handbag-cognac', 'perfume-amber', 'raccoon-face', 'teapot-stoneware'];
    for (const name of [...names, 'watch-steel']) {
      await window.shot(`drop/${name}.jpg`, `${name}.jpg`);
    }
    const saved = await window.ask('recipes.save', { id: null, revision: null, recipe: another });
    await window.watch({ path: join(window.shoot, 'drop'), savedRecipeId: saved.id });
    const waiting = async () => (await window.ask('status.get', {})).counts.waiting;
    await expect.poll(waiting).toBe(5);

    const [id = 0] = await window.onStrip('a.jpg');
    await run(id);
    await window.ask('work.resume', {});
    const { records } = window.service;
    const mine = () =>
      records().executions.findIndex(({ params }) => params['backgroundHex'] === '#ffffff');
    await expect.poll(mine).toBeGreaterThanOrEqual(0);
    // At most one photo, which was ready earlier, may be sent before it.
    expect(mine()).toBeLessThanOrEqual(1);
  });

  it('is refused if the photo disappeared or changed, and nothing is charged', async () => {
    const [gone = 0] = await window.onStrip('a.jpg');
    const changed = await addAs('b.jpg', 'watch-steel.jpg');
    await rename(join(window.shoot, 'a.jpg'), join(window.shoot, 'elsewhere.jpg'));
    await copyFile(lightPhotograph('lipstick-rouge.jpg'), join(window.shoot, 'b.jpg'));
    const { jobs, refused } = await window.ask('retouch.run', { ids: [gone, changed], recipe });
    expect(jobs).toEqual([]);
    const codes = ['file-missing', 'photo-replaced'];
    expect(refused.map(({ problem }) => problem.code)).toEqual(codes);
    const seen = [gone, changed].map((id) => window.ask('retouch.photo', { id }));
    expect((await Promise.all(seen)).map(({ problem }) => problem?.code)).toEqual(codes);
    expect(window.bought()).toBe(0);
  });

  it('is refused with the catalogue’s message before anything is sent', async () => {
    const [id = 0] = await window.onStrip('a.jpg');
    const wrong = { ids: [id], recipe: onto('#ffffff', 17) };
    const problem = await window.refused('retouch.run', wrong);
    expect(problem).toMatchObject({ code: 'parameter-range', parameter: 'batchCount' });
    expect(await runsOf(id)).toEqual([]);
  });

  it('has the effect on each of several photos that the preview showed', async () => {
    const done = await ranOnce();
    await window.ask('work.pause', {});
    const underWay = await addAs('b.jpg', 'watch-steel.jpg');
    const held = await addAs('c.jpg', 'handbag-cognac.jpg');
    const isNew = await addAs('d.jpg', 'teapot-stoneware.jpg');
    const { jobs } = await window.ask('retouch.run', { ids: [underWay, held], recipe });
    await window.ask('queue.act', { jobs: { ids: [jobs[1]?.jobId ?? 0] }, action: 'pause' });

    const all = { ids: [done, underWay, held, isNew], recipe };
    const none = { unfit: 0, notAllowed: 0, noMask: 0, maskScaled: 0, ends: [] };
    const foreseen = { new: 1, again: 1, underWay: 1, held: 1, ...none };
    expect(await window.ask('retouch.foresee', all)).toEqual(foreseen);
    const elsewise = { ...all, recipe: another };
    expect(await window.ask('retouch.foresee', elsewise)).toMatchObject({ new: 4, again: 0 });

    const started = await window.ask('retouch.run', all);
    expect(started.jobs.map(({ photoId, outcome }) => [photoId, outcome])).toEqual([
      [done, 'again'],
      [underWay, 'under-way'],
      [isNew, 'new'],
    ]);
    // The held job needs the user, gives the reason, and buys nothing.
    expect(started.refused).toMatchObject([{ photoId: held, problem: { code: 'paused' } }]);
    const left = await window.ask('retouch.foresee', all);
    expect(left).toEqual({ new: 0, again: 0, underWay: 3, held: 1, ...none });

    const params = { targetWidth: 1024, targetHeight: 1024, fillLeft: -4000, batchCount: 1 };
    const unfit = { ...all, recipe: { agent: 'expandimage', params } };
    expect(await window.ask('retouch.foresee', unfit)).toMatchObject({ new: 0, unfit: 4 });
    const misfits = (await window.ask('retouch.run', unfit)).refused;
    expect(misfits.map(({ problem }) => problem.code)).toEqual(Array(4).fill('photo-misfit'));

    const mask = join(window.shoot, 'gone.png');
    const gone = { ...all, recipe: { ...recipe, params: { maskType: 'custom' }, mask } };
    const problem = await window.refused('retouch.foresee', gone);
    expect(problem).toMatchObject({ code: 'file-missing', parameter: 'mask' });
  });
});

it('a result can be rated, shown and used as a photo, and its layered PSD is downloaded without buying images', async () => {
  const id = await ranOnce();
  const resultId = (await runsOf(id))[0]?.images[0]?.resultId ?? 0;
  await window.ask('retouch.mark', { resultIds: [resultId], pick: 1 });
  await window.ask('retouch.mark', { resultIds: [resultId], stars: 4 });
  await window.ask('retouch.psd', { resultId });
  await expect.poll(async () => (await runsOf(id))[0]?.psd).toBe('there');
  expect((await runsOf(id))[0]?.images[0]).toMatchObject({ pick: 1, stars: 4 });
  expect((await window.refused('retouch.psd', { resultId })).code).toBe('psd-requested');
  expect(window.bought()).toBe(1);

  const { ids } = await window.ask('retouch.use-result', { resultId });
  expect(ids).toEqual([expect.not.toBeOneOf([id])]);
  await window.ask('host.reveal', { resultId });
  await window.ask('host.reveal', { stripId: id });
  const { source } = await window.ask('retouch.photo', { id: ids[0] ?? 0 });
  expect(window.revealed).toEqual([source, join(window.shoot, 'a.jpg')]);
  const facts = await window.ask('retouch.facts', { id });
  expect(facts).toMatchObject({ profile: 'sRGB', takenAt: '2026-11-21 03:37:34', camera: null });
});

describe('the panels', () => {
  it('are restored, even after Darkslide was killed', async () => {
    const settings = { params: { textDescription: 'on marble, half typ' } };
    const product = { agent: 'aiproduct', version: 'v1.0', settings };
    const cutOut = { agent: 'removeBG', version: 'v1.0', settings: {} };
    await window.ask('retouch.keep-panel', product);
    await window.ask('retouch.keep-panel', cutOut);
    window = await window.restart();
    expect(await window.ask('retouch.panels', {})).toEqual([cutOut, product]);
  });

  it('suggest texts used before, most recently used first', async () => {
    const [id = 0] = await window.onStrip('a.jpg');
    await window.ask('work.pause', {});
    for (const textDescription of ['on marble', 'in the sand', 'on marble']) {
      await run(id, { agent: 'aipose', params: { textDescription, batchCount: 1 } });
    }
    const parameter = 'textDescription';
    const texts = ['in the sand', 'on marble'];
    expect(await window.ask('retouch.texts', { parameter })).toEqual(texts);
    expect(await window.ask('retouch.texts', { parameter: "x' OR 1" })).toEqual([]);
  });
});
