import { copyFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Run } from '#shared/views/retouch.ts';
import { openWindow, patience, type Window } from '../../test/handlers/window.ts';
import { lightPhotograph } from '../../test/fixtures/photographs.ts';
import { plainFolder } from '../../test/fixtures/hot-folder.ts';

const recipe = {
  agent: 'removeBG',
  params: { maskType: 'autoSubjectSegment', backgroundHex: '#ffffff', batchCount: 2 },
  delivery: { metadata: 'none' },
};
const another = { ...recipe, params: { ...recipe.params, backgroundHex: '#000000' } };
const strip = { offset: 0, limit: 50 };

let window: Window;
let shoot: string;

async function open(executionMs = 100): Promise<void> {
  window = await openWindow({ executionMs });
  shoot = join(window.folder, '..', 'shoot');
  await mkdir(shoot);
}

beforeEach(() => open());
afterEach(() => window.close());

const bought = () => window.service.books().requests['execute'] ?? 0;

/** A photograph that ships, as a file of the shoot. */
async function shot(name: string, of = 'lipstick-rouge.jpg'): Promise<string> {
  const path = join(shoot, name);
  await copyFile(lightPhotograph(of), path);
  return path;
}

async function onStrip(...names: string[]): Promise<number[]> {
  const paths = await Promise.all(names.map((name) => shot(name)));
  return [...(await window.ask('retouch.add', { paths })).ids];
}

const runsOf = async (id: number) => (await window.ask('retouch.photo', { id })).runs;
async function whenDone(id: number, count = 1): Promise<void> {
  await expect
    .poll(async () => (await runsOf(id)).map((run: Run) => run.state), patience)
    .toEqual(Array.from({ length: count }, () => 'done'));
}

describe('the filmstrip', () => {
  it('holds a photo once, whatever its names, and is there after a restart', async () => {
    const [id] = await onStrip('a.jpg');
    const again = await window.ask('retouch.add', { paths: [await shot('copy.jpg')] });
    expect(again.ids).toEqual([id]);
    window = await window.restart();
    const { total, rows } = await window.ask('retouch.filmstrip', strip);
    expect(total).toBe(1);
    expect(rows).toMatchObject([{ id, name: 'copy.jpg', delivered: 0, underWay: 0 }]);
    expect(rows[0]?.width).toBeGreaterThan(512);
  });

  it('takes the photos of a folder, and names what it refuses', async () => {
    await shot('a.jpg');
    await shot('b.jpg', 'watch-steel.jpg');
    await writeFile(join(shoot, 'broken.jpg'), 'no photo');
    const given = { paths: [shoot, join(shoot, 'gone.jpg')] };
    const found = await window.ask('retouch.find', given);
    expect(found.paths.map((path) => basename(path))).toEqual(['a.jpg', 'b.jpg', 'broken.jpg']);
    expect(found.refused).toMatchObject([{ code: 'file-missing', about: 'gone.jpg' }]);
    const added = await window.ask('retouch.add', given);
    expect(added.refused.map(({ code }) => code).sort()).toEqual([
      'file-missing',
      'photo-not-an-image',
    ]);
    expect(added.refusals).toBe(2);
    expect(added.ids).toHaveLength(2);
  });

  it('lets a photo go and keeps what was made of it', async () => {
    const [id = 0] = await onStrip('a.jpg');
    await window.ask('retouch.run', { ids: [id], recipe });
    await whenDone(id);
    expect(await window.ask('retouch.remove', { ids: [id] })).toEqual([join(shoot, 'a.jpg')]);
    expect((await window.ask('retouch.filmstrip', strip)).total).toBe(0);
    expect((await window.refused('retouch.photo', { id })).code).toBe('photo-unknown');
    const [back = 0] = await onStrip('a.jpg');
    expect(await runsOf(back)).toMatchObject([{ state: 'done', isPaid: 'yes' }]);
  });
});

describe('a run', () => {
  it('shows its images one by one until they are there', async () => {
    const [id = 0] = await onStrip('a.jpg');
    await window.ask('work.pause', {});
    await window.ask('retouch.run', { ids: [id], recipe });
    expect(await runsOf(id)).toMatchObject([
      { isPaid: 'no', isOfFolder: false, images: [{ state: 'waiting' }, { state: 'waiting' }] },
    ]);
    await window.ask('work.resume', {});
    await whenDone(id);
    const [run] = await runsOf(id);
    expect(run).toMatchObject({ isPaid: 'yes', images: [{ state: 'there' }, { state: 'there' }] });
    const { photo } = await window.ask('retouch.photo', { id });
    expect(photo).toMatchObject({ delivered: 2, underWay: 0, needPerson: 0 });
  });

  it('is done again on the same task, and not while it is under way', async () => {
    const [id = 0] = await onStrip('a.jpg');
    const first = await window.ask('retouch.run', { ids: [id], recipe });
    const hasty = await window.ask('retouch.run', { ids: [id], recipe });
    expect(first.jobs).toMatchObject([{ outcome: 'new' }]);
    expect(hasty.jobs).toMatchObject([{ outcome: 'under-way' }]);
    await whenDone(id);
    expect((await window.ask('retouch.run', { ids: [id], recipe })).jobs).toMatchObject([
      { outcome: 'again', jobId: first.jobs[0]?.jobId },
    ]);
    await whenDone(id, 2);
    expect(bought()).toBe(2);
    expect(window.service.books().requests['create']).toBe(1);
  });

  it('goes beside another one with other settings', async () => {
    const [id = 0] = await onStrip('a.jpg');
    await window.ask('retouch.run', { ids: [id], recipe });
    await window.ask('retouch.run', { ids: [id], recipe: another });
    await whenDone(id, 2);
    const colours = (await runsOf(id)).map((run) => run.recipe.params['backgroundHex']);
    expect(new Set(colours)).toEqual(new Set(['#000000', '#ffffff']));
    const sent = window.service.books().executions.map(({ params }) => params['backgroundHex']);
    expect(new Set(sent)).toEqual(new Set(colours));
  });

  it('that is paid for says so and is not cancelled, while one beside it is that is not', async () => {
    await window.close();
    window = await openWindow({ executionMs: 3000 });
    shoot = join(window.folder, '..', 'shoot');
    await mkdir(shoot);
    const [id = 0] = await onStrip('a.jpg');
    const jobIds: number[] = [];
    for (const each of [recipe, another]) {
      const { jobs } = await window.ask('retouch.run', { ids: [id], recipe: each });
      jobIds.push(jobs[0]?.jobId ?? 0);
    }
    // both are made at once
    await expect
      .poll(async () => (await runsOf(id)).map(({ state, isPaid }) => [state, isPaid]), patience)
      .toEqual([
        ['running', 'yes'],
        ['running', 'yes'],
      ]);
    await window.ask('work.pause', {});
    const third = { ...recipe, params: { ...recipe.params, backgroundHex: '#777777' } };
    const { jobs } = await window.ask('retouch.run', { ids: [id], recipe: third });
    const ids = [...jobIds, jobs[0]?.jobId ?? 0];
    const acted = await window.ask('queue.act', { jobs: { ids }, action: 'cancel' });
    expect(acted).toMatchObject({ changed: 1, refused: 2 });
    for (const { message } of acted.problems) expect(message).toContain('is paid for already');
    await expect
      .poll(async () => (await runsOf(id)).map(({ state, isPaid }) => [state, isPaid]), patience)
      .toEqual([
        ['cancelled', 'no'],
        ['done', 'yes'],
        ['done', 'yes'],
      ]);
    expect(bought()).toBe(2);
  });

  it('goes before what a drop folder waits for', async () => {
    const [id = 0] = await onStrip('a.jpg');
    await window.ask('work.pause', {});
    const { ledger } = window.desk.studio();
    const waiting = await window.admit('https://photos.example/1.jpg');
    ledger.jobs.prioritise(waiting, 0);
    const { jobs } = await window.ask('retouch.run', { ids: [id], recipe });
    expect(ledger.jobs.next(2, new Set(), [])).toEqual([jobs[0]?.jobId, waiting]);
  });

  it('overtakes a drop folder in the middle of its work', async () => {
    // long enough to prepare the photo while another one is at work, on a busy machine, too
    await window.close();
    await open(6000);
    await window.ask('settings.change', { preferences: { inFlight: 1 } });
    await window.ask('work.pause', {});
    const names = ['handbag-cognac', 'perfume-amber', 'raccoon-face', 'teapot-stoneware'];
    const path = join(shoot, '..', 'drop');
    await mkdir(path);
    for (const name of [...names, 'watch-steel']) {
      await copyFile(lightPhotograph(`${name}.jpg`), join(path, `${name}.jpg`));
    }
    const saved = await window.ask('recipes.save', { id: null, revision: null, recipe: another });
    const draft = {
      path,
      recipeId: saved.id,
      outFolder: join(shoot, '..', 'out'),
      ...plainFolder,
    } as const;
    await window.ask('folders.add', { draft, existing: 'process' });
    const waiting = async () => (await window.ask('status.get', {})).counts.waiting;
    await expect.poll(waiting, patience).toBe(5);

    const [id = 0] = await onStrip('a.jpg');
    await window.ask('retouch.run', { ids: [id], recipe });
    await window.ask('work.resume', {});
    const mine = () =>
      window.service
        .books()
        .executions.findIndex(({ params }) => params['backgroundHex'] === '#ffffff');
    await expect.poll(mine, patience).toBeGreaterThanOrEqual(0);
    // one that was ready before it may have gone, and no more
    expect(mine()).toBeLessThanOrEqual(1);
  });

  it('is refused for a photo that vanished or is another one, and nothing is bought', async () => {
    const [gone = 0] = await onStrip('a.jpg');
    const other = await shot('b.jpg', 'watch-steel.jpg');
    const [changed = 0] = (await window.ask('retouch.add', { paths: [other] })).ids;
    await rename(join(shoot, 'a.jpg'), join(shoot, 'elsewhere.jpg'));
    await copyFile(lightPhotograph('lipstick-rouge.jpg'), other);
    const { jobs, refused } = await window.ask('retouch.run', { ids: [gone, changed], recipe });
    expect(jobs).toEqual([]);
    expect(refused.map(({ problem }) => problem.code)).toEqual(['file-missing', 'photo-replaced']);
    const problems = [gone, changed].map((id) => window.ask('retouch.photo', { id }));
    expect((await Promise.all(problems)).map(({ problem }) => problem?.code)).toEqual([
      'file-missing',
      'photo-replaced',
    ]);
    expect(bought()).toBe(0);
  });

  it('is refused with the catalogue’s words before anything is sent', async () => {
    const [id = 0] = await onStrip('a.jpg');
    const wrong = { ...recipe, params: { ...recipe.params, batchCount: 17 } };
    const problem = await window.refused('retouch.run', { ids: [id], recipe: wrong });
    expect(problem).toMatchObject({ code: 'parameter-range', parameter: 'batchCount' });
    expect(await runsOf(id)).toEqual([]);
  });

  it('of several photos does with each what was foreseen', async () => {
    const other = async (name: string, of: string) =>
      (await window.ask('retouch.add', { paths: [await shot(name, of)] })).ids[0] ?? 0;
    const [done = 0] = await onStrip('a.jpg');
    await window.ask('retouch.run', { ids: [done], recipe });
    await whenDone(done);
    await window.ask('work.pause', {});
    const underWay = await other('b.jpg', 'watch-steel.jpg');
    const held = await other('c.jpg', 'handbag-cognac.jpg');
    const isNew = await other('d.jpg', 'teapot-stoneware.jpg');
    const { jobs } = await window.ask('retouch.run', { ids: [underWay, held], recipe });
    await window.ask('queue.act', { jobs: { ids: [jobs[1]?.jobId ?? 0] }, action: 'pause' });

    const all = { ids: [done, underWay, held, isNew], recipe };
    const foreseen = await window.ask('retouch.foresee', all);
    const none = { unfit: 0, notAllowed: 0, maskScaled: 0, ends: [] };
    expect(foreseen).toEqual({ new: 1, again: 1, underWay: 1, held: 1, ...none });
    const elsewise = { ...all, recipe: another };
    expect(await window.ask('retouch.foresee', elsewise)).toMatchObject({ new: 4, again: 0 });

    const started = await window.ask('retouch.run', all);
    expect(started.jobs.map(({ photoId, outcome }) => [photoId, outcome])).toEqual([
      [done, 'again'],
      [underWay, 'under-way'],
      [isNew, 'new'],
    ]);
    expect(started.refused).toMatchObject([{ photoId: held, problem: { code: 'paused' } }]);
    const left = await window.ask('retouch.foresee', all);
    expect(left).toEqual({ new: 0, again: 0, underWay: 3, held: 1, ...none });

    const params = { targetWidth: 1024, targetHeight: 1024, fillLeft: -4000, batchCount: 1 };
    const unfit = { ...all, recipe: { agent: 'expandimage', params } };
    expect(await window.ask('retouch.foresee', unfit)).toMatchObject({ new: 0, unfit: 4 });
    const misfits = (await window.ask('retouch.run', unfit)).refused;
    expect(misfits.map(({ problem }) => problem.code)).toEqual(Array(4).fill('photo-misfit'));

    const gone = { ...recipe, params: { maskType: 'custom' }, mask: join(shoot, 'gone.png') };
    const problem = await window.refused('retouch.foresee', { ...all, recipe: gone });
    expect(problem).toMatchObject({ code: 'file-missing', parameter: 'mask' });
  });

  it('of a job that waits for a person says why, and buys nothing', async () => {
    const [id = 0] = await onStrip('a.jpg');
    await window.ask('work.pause', {});
    const { jobs } = await window.ask('retouch.run', { ids: [id], recipe });
    await window.ask('queue.act', { jobs: { ids: [jobs[0]?.jobId ?? 0] }, action: 'pause' });
    const { refused } = await window.ask('retouch.run', { ids: [id], recipe });
    expect(refused).toMatchObject([{ problem: { code: 'paused' } }]);
  });
});

describe('a result', () => {
  it('is picked and rated, and its layered file is fetched later without buying', async () => {
    const [id = 0] = await onStrip('a.jpg');
    await window.ask('retouch.run', { ids: [id], recipe });
    await whenDone(id);
    const resultId = (await runsOf(id))[0]?.images[0]?.resultId ?? 0;
    await window.ask('retouch.mark', { resultIds: [resultId], pick: 1 });
    await window.ask('retouch.mark', { resultIds: [resultId], stars: 4 });
    await window.ask('retouch.psd', { resultId });
    await expect.poll(async () => (await runsOf(id))[0]?.psd, patience).toBe('there');
    expect((await runsOf(id))[0]?.images[0]).toMatchObject({ pick: 1, stars: 4 });
    expect((await window.refused('retouch.psd', { resultId })).code).toBe('psd-requested');
    expect(bought()).toBe(1);
  });

  it('becomes a photo of its own, is shown where it lies, and its photo tells how it was taken', async () => {
    const [id = 0] = await onStrip('a.jpg');
    await window.ask('retouch.run', { ids: [id], recipe });
    await whenDone(id);
    const resultId = (await runsOf(id))[0]?.images[0]?.resultId ?? 0;
    const { ids } = await window.ask('retouch.use-result', { resultId });
    expect(ids).toHaveLength(1);
    expect(ids).not.toContain(id);
    await window.ask('host.reveal', { resultId });
    await window.ask('host.reveal', { stripId: id });
    expect(window.revealed).toEqual([
      (await window.ask('retouch.photo', { id: ids[0] ?? 0 })).source,
      join(shoot, 'a.jpg'),
    ]);
    const facts = await window.ask('retouch.facts', { id });
    expect(facts).toMatchObject({ profile: 'sRGB', takenAt: '2026-11-21 03:37:34', camera: null });
  });
});

describe('the panels', () => {
  it('are left as they were, also by a program that was killed', async () => {
    const settings = { params: { textDescription: 'on marble, half typ' } };
    await window.ask('retouch.keep-panel', { agent: 'aiproduct', version: 'v1.0', settings });
    await window.ask('retouch.keep-panel', { agent: 'removeBG', version: 'v1.0', settings: {} });
    window = await window.restart();
    expect(await window.ask('retouch.panels', {})).toEqual([
      { agent: 'removeBG', version: 'v1.0', settings: {} },
      { agent: 'aiproduct', version: 'v1.0', settings },
    ]);
  });

  it('offer the texts that were used before, the last one first', async () => {
    const [id = 0] = await onStrip('a.jpg');
    await window.ask('work.pause', {});
    for (const textDescription of ['on marble', 'in the sand', 'on marble']) {
      await window.ask('retouch.run', {
        ids: [id],
        recipe: { agent: 'aipose', params: { textDescription, batchCount: 1 } },
      });
    }
    expect(await window.ask('retouch.texts', { parameter: 'textDescription' })).toEqual([
      'in the sand',
      'on marble',
    ]);
    expect(await window.ask('retouch.texts', { parameter: "x' OR 1" })).toEqual([]);
  });
});
