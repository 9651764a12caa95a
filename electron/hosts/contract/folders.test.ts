import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openFolderSession, type FolderSession } from '../../../test/handlers/folder-session.ts';
import type { HotFolderDraft } from '#shared/views/folders.ts';
import { plainFolder } from '../../../test/fixtures/hot-folder.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { eventually, jpeg } from '../../../test/intake/hot-folder-harness.ts';

/** Returns a photo that the service accepts, different for each number. */
const photo = (number: number) => jpeg(number * 16 + 5, 600);

describe('a hot folder that the window watches', () => {
  let session: FolderSession;
  beforeEach(async () => {
    session = await openFolderSession();
  });

  it('is armed, admits existing and new photos, and uses the new version of its recipe once that is saved', async () => {
    const recipe = await session.recipe('White');
    await session.put('drop/a.jpg', await photo(1));
    const draft = await session.draft('drop', recipe, { imagesPerDay: 100 });
    const added = await session.add(draft);
    expect(added).toMatchObject({
      ...draft,
      revision: 1,
      recipe: { name: 'White', agent: 'removeBG', images: 1, psd: false },
      problem: null,
      asks: null,
    });
    await session.until(added.id, { state: 'watching' });
    await session.put('drop/b.jpg', await photo(2));
    const card = await session.until(added.id, { counts: { done: 2, total: 2 }, settling: 0 });
    expect(card).toMatchObject({
      spent: { day: { images: 2 } },
      refused: 0,
      atLimit: null,
    });
    expect(card.recent.map(({ name }) => name).sort()).toEqual(['a.jpg', 'b.jpg']);
    expect(card.lastEndedAt).toBeGreaterThan(Date.now() - 60_000);
    expect(session.told).toContain('folders');

    const params = { ...recipe.recipe.params, backgroundHex: '#000000' };
    await session.ask('recipes.save', {
      id: recipe.id,
      revision: recipe.revision,
      recipe: { ...recipe.recipe, name: 'Black', params },
    });
    await session.until(added.id, { state: 'watching', recipe: { name: 'Black' } });
    await session.put('drop/c.jpg', await photo(3));
    const { recent } = await session.until(added.id, { counts: { done: 3, total: 3 } });
    const colours = recent.map(({ jobId, name }) => {
      const { recipe } = valueOf(session.studio().ledger.jobs.load(jobId));
      return [name, recipe.params['backgroundHex']];
    });
    const white = { 'a.jpg': '#ffffff', 'b.jpg': '#ffffff' };
    expect(Object.fromEntries(colours)).toEqual({ ...white, 'c.jpg': '#000000' });
  });

  it('continues after a restart, and ignores the files marked as seen', async () => {
    await session.put('drop/old.jpg', await photo(1));
    const draft = await session.draft('drop', await session.recipe('White'));
    const { id } = await session.add(draft, 'skip');
    // Restarts at once, because the skipped files must already be saved.
    await session.restart();
    await session.until(id, { state: 'watching' });
    await session.put('drop/new.jpg', await photo(2));
    const card = await session.until(id, { counts: { done: 1 }, settling: 0 });
    expect(card.counts.total).toBe(1);
    expect(card.recent[0]?.name).toBe('new.jpg');
  });

  it('can be paused: nothing is charged until it is resumed, even after a restart', async () => {
    const { id } = await session.add(await session.draft('drop', await session.recipe('White')));
    await session.until(id, { state: 'watching' });
    session.studio().pauseAll();
    for (let n = 0; n < 3; n += 1) await session.put(`drop/${n}.jpg`, await photo(n));
    await session.until(id, { counts: { waiting: 3, running: 0 } });
    await session.ask('folders.pause', { id });
    session.studio().resumeAll();
    expect(await session.card(id)).toMatchObject({ state: 'paused' });
    await session.put('drop/later.jpg', await photo(9));
    await session.restart();
    await eventually(() => expect(session.studio().isIdle()).toBe(true));
    const counts = { waiting: 3, total: 3 };
    expect(await session.card(id)).toMatchObject({
      state: 'paused',
      counts,
      spent: { day: { images: 0 } },
    });
    await session.ask('folders.resume', { id });
    await session.until(id, {
      state: 'watching',
      counts: { done: 4, total: 4 },
      spent: { day: { images: 4 } },
    });
  });

  it('can be edited: it is watched with the new settings, and a change from another window is not overwritten', async () => {
    const recipe = await session.recipe('White');
    const draft = await session.draft('drop', recipe);
    const { id, revision } = await session.add(draft);
    const elsewhere = { ...draft, outFolder: join(session.root, 'out-2'), imagesPerDay: 7 };
    const edited = await session.ask('folders.edit', { id, revision, draft: elsewhere });
    expect(edited).toMatchObject({ revision: revision + 1, imagesPerDay: 7 });
    const late = await session.refused('folders.edit', { id, revision, draft });
    expect(late.code).toBe('edited-elsewhere');
    await session.put('drop/a.jpg', await photo(1));
    const card = await session.until(id, { counts: { done: 1 } });
    const [file] = session.studio().ledger.results.ofJob(card.recent[0]?.jobId ?? 0);
    expect(file?.delivered?.file.startsWith(elsewhere.outFolder)).toBe(true);
  });

  it('can be removed: jobs that waited because of its pause are held; its jobs and photos stay', async () => {
    const draft = await session.draft('drop', await session.recipe('White'));
    const { id } = await session.add(draft);
    await session.put('drop/a.jpg', await photo(1));
    const done = await session.until(id, { counts: { done: 1 } });
    session.studio().pauseAll();
    await session.put('drop/b.jpg', await photo(2));
    await session.until(id, { counts: { waiting: 1, running: 0 } });
    await session.ask('folders.pause', { id });
    session.studio().resumeAll();
    await session.ask('folders.remove', { id });
    expect(await session.ask('folders.all', {})).toEqual([]);
    const { ledger } = session.studio();
    const [held] = ledger.jobs.list(['held'], 10);
    const job = { name: 'b.jpg', problem: { code: 'paused' } };
    expect(valueOf(ledger.jobs.load(held ?? 0))).toMatchObject(job);
    await expect.poll(() => session.told).toContain(`job ${held}`);
    expect(valueOf(ledger.jobs.load(done.recent[0]?.jobId ?? 0)).state).toBe('done');
    expect((await session.refused('folders.resume', { id })).code).toBe('folder-unknown');
    // Arming the folder again restores the same hot folder, which knows its earlier photos.
    const again = await session.add(draft);
    expect(again).toMatchObject({ id, counts: { done: 1, held: 1, total: 2 } });
  });

  it('reports that it is unreachable, and recovers without help', async () => {
    const draft = await session.draft('drop', await session.recipe('White'), { rescanMs: 1000 });
    const { id } = await session.add(draft);
    await session.until(id, { state: 'watching' });
    await rename(draft.path, `${draft.path}-away`);
    await session.until(id, { state: 'unreachable', problem: { code: 'folder-unreachable' } });
    await session.restart();
    await session.until(id, { state: 'unreachable', problem: { code: 'folder-missing' } });
    await rename(`${draft.path}-away`, draft.path);
    const back = await session.until(id, { state: 'watching', problem: null });
    expect(back.revision).toBe(1);
  });

  it('B6 reports that its own daily limit is reached, and continues immediately after the limit is raised', async () => {
    const draft = await session.draft('drop', await session.recipe('White'), { imagesPerDay: 1 });
    const { id } = await session.add(draft);
    for (let n = 0; n < 2; n += 1) await session.put(`drop/${n}.jpg`, await photo(n));
    const limit = {
      spent: { day: { images: 1 } },
      atLimit: { name: 'imagesPerDay', amount: 1 },
      isLimitManaged: false,
    };
    const card = await session.until(id, {
      state: 'watching',
      counts: { done: 1, total: 2 },
      ...limit,
    });
    await session.until(id, { counts: { done: 1, waiting: 1, running: 0 } });
    await eventually(() =>
      expect([...session.studio().queue.limited().values()]).toEqual(['folder']),
    );
    const raised = { ...draft, imagesPerDay: 2 };
    await session.ask('folders.edit', { id, revision: card.revision, draft: raised });
    expect([...session.studio().queue.limited().values()]).toEqual([]);
    await session.until(id, { counts: { done: 2, waiting: 0 }, spent: { day: { images: 2 } } });
  });
});

describe('a large drop', () => {
  let session: FolderSession;

  /** Drops this many photos while work is paused, so that no job ends and the counts stay the same. */
  const dropped = async (photos: number): Promise<number> => {
    session = await openFolderSession(5);
    const params = { maskType: 'autoSubjectSegment', backgroundHex: '#ffffff', batchCount: 4 };
    const { id } = await session.add(
      await session.draft('drop', await session.recipe('White', { params })),
    );
    await session.until(id, { state: 'watching' });
    session.studio().pauseAll();
    await put(0, photos);
    return id;
  };
  /** Returns the mark of the newest photo that the question on the card shows. */
  const lastOf = async (id: number) => (await session.card(id)).asks?.last ?? 0;
  /** Puts the photos with the numbers `from` to `to` - 1 into the folder. */
  const put = async (from: number, to: number, name = '') => {
    const numbers = Array.from({ length: to - from }, (_, at) => from + at);
    const photos = numbers.map(async (n) => [`${name}${n}.jpg`, await jpeg(n * 12)] as const);
    await session.drop('drop', Object.fromEntries(await Promise.all(photos)));
  };

  it('B7 needs one confirmation for the whole drop, before any photo is bought', async () => {
    const id = await dropped(12);
    await session.until(id, { state: 'asks', asks: { photos: 12, images: 48 }, settling: 0 });
    expect((await session.card(id)).counts.total).toBe(0);
    await session.restart();
    expect((await session.until(id, { state: 'asks' })).asks).toMatchObject({
      photos: 12,
      images: 48,
    });
    await session.ask('folders.answer', { id, answer: 'take', last: await lastOf(id) });
    await session.until(id, { state: 'watching', asks: null, counts: { total: 12 } });
    // Copies of known photos cost nothing, so no confirmation is needed.
    await put(0, 8, 'copy-');
    await eventually(() => {
      expect(session.studio().ledger.sightings.find(id, 'copy-7.jpg')?.outcome).toBe('already');
    });
    expect(await session.card(id)).toMatchObject({ asks: null, counts: { total: 12 } });
  });

  it('is marked as seen if the answer is no', async () => {
    const id = await dropped(8);
    await session.until(id, { asks: { photos: 8 }, settling: 0 });
    await session.ask('folders.answer', { id, answer: 'skip', last: await lastOf(id) });
    expect(await session.card(id)).toMatchObject({ asks: null, state: 'watching' });
    await session.restart();
    await session.until(id, { state: 'watching', settling: 0 });
    expect((await session.card(id)).counts.total).toBe(0);
  });

  it('B7 needs no confirmation after the answer "Always", until the folder’s settings are changed back', async () => {
    const id = await dropped(8);
    await session.until(id, { asks: { photos: 8 }, settling: 0 });
    await session.ask('folders.answer', { id, answer: 'always', last: await lastOf(id) });
    await session.until(id, { asks: null, asksDrops: false, counts: { total: 8 } });
    await put(20, 28);
    const card = await session.until(id, { asks: null, counts: { total: 16 } });
    const { path, savedRecipeId, outFolder, revision } = card;
    const draft = { ...plainFolder, path, savedRecipeId, outFolder, asksDrops: true };
    await session.ask('folders.edit', { id, revision, draft });
    await session.until(id, { state: 'watching', asksDrops: true });
    await put(30, 37);
    const asking = await session.until(id, { asks: { photos: 7 }, counts: { total: 16 } });
    expect(asking.state).toBe('asks');
  });

  it('is confirmed for the photos that the question was about, but not for a file that replaced one of them', async () => {
    const id = await dropped(9);
    await session.until(id, { asks: { photos: 9 }, settling: 0 });
    await session.ask('folders.pause', { id });
    await rm(join(session.root, 'drop/6.jpg'));
    await session.put('drop/7.jpg', await jpeg(251, 99));
    await session.ask('folders.answer', { id, answer: 'take', last: await lastOf(id) });
    await session.ask('folders.resume', { id });
    const card = await session.until(id, { asks: null, counts: { total: 8 }, settling: 0 });
    expect(card.state).toBe('watching');
  });

  it('needs no second confirmation if it was confirmed when the folder was armed', async () => {
    session = await openFolderSession(5);
    const recipe = await session.recipe('White');
    await put(0, 9);
    const draft = await session.draft('drop', recipe, { settleMs: 200 });
    session.studio().pauseAll();
    await eventually(async () => {
      const foreseen = await session.ask('folders.foresee', { draft, id: null });
      expect(foreseen).toMatchObject({ files: 9, jobs: 9, images: 9, kinds: { new: 9 } });
    });
    const { id } = await session.add(draft);
    await session.until(id, { counts: { total: 9 }, asks: null });
    await put(10, 17);
    await session.until(id, { counts: { total: 9 }, asks: { photos: 7 } });
  });

  it('needs confirmation even for existing photos if the folder was armed without a preview', async () => {
    session = await openFolderSession(5);
    await put(0, 7);
    session.studio().pauseAll();
    const { id } = await session.add(await session.draft('drop', await session.recipe('White')));
    const card = await session.until(id, { counts: { total: 0 }, asks: { photos: 7 } });
    expect(card.state).toBe('asks');
  });
});

describe('an invalid hot folder is refused', () => {
  let session: FolderSession;
  beforeAll(async () => {
    session = await openFolderSession(50, undefined, afterAll);
  });
  const notAdded = (draft: HotFolderDraft) =>
    session.refused('folders.add', { draft, existing: 'skip' });

  it('missing folders, files, and relative paths', async () => {
    const draft = await session.draft('plain', await session.recipe('A'));
    const file = await session.put('a-file.jpg', await jpeg(1));
    const whole = [join(session.root, 'gone'), file];
    for (const path of ['', 'drop', './drop', `${session.root}\0x`, ...whole]) {
      const code = whole.includes(path) ? 'folder-missing' : 'path-relative';
      expect(await notAdded({ ...draft, path }), path).toMatchObject({ code, parameter: 'path' });
    }
    for (const outFolder of ['', 'out', '..']) {
      const wrong = { draft: { ...draft, outFolder }, id: null };
      const relative = { code: 'path-relative', parameter: 'outFolder' };
      expect(await session.refused('folders.foresee', wrong)).toMatchObject(relative);
    }
    const unwritable = { code: 'folder-unwritable', parameter: 'outFolder' };
    expect(await notAdded({ ...draft, outFolder: file })).toMatchObject(unwritable);
    const unknown = { code: 'recipe-unknown', parameter: 'savedRecipeId' };
    expect(await notAdded({ ...draft, savedRecipeId: 999 })).toMatchObject(unknown);
  });

  it('F69 nested folders, and results that would be processed again', async () => {
    const recipe = await session.recipe('B');
    const out = (name: string) => join(session.root, name);
    const first = await session.add(
      await session.draft('b/one', recipe, { outFolder: out('b/two') }),
    );
    const refused = async (name: string, outFolder: string, more: object = {}) => {
      return notAdded(await session.draft(name, recipe, { outFolder: out(outFolder), ...more }));
    };
    expect((await refused('b/x', 'b/x/results')).code).toBe('folder-own-output');
    expect((await refused('b/x', 'b')).code).toBe('folder-own-output');
    expect((await refused('b/one/sub', 'o')).code).toBe('folder-in-folder');
    expect((await refused('b', 'o')).code).toBe('folder-in-folder');
    expect((await refused('b/two', 'b/one/results')).code).toBe('folder-own-output');
    expect((await refused('b/one', 'o')).code).toBe('folder-in-folder');
    expect((await refused('b/one', 'o', { path: `${first.path}/` })).code).toBe('folder-in-folder');
    // Subfolders that the hot folder ignores cause no conflict, and results may go to another hot folder.
    const plain = { subFolders: 'ignore', outFolder: out('o') } as const;
    await session.add(await session.draft('b', await session.recipe('C'), plain));
    await session.add(await session.draft('b/two', recipe, { outFolder: out('o') }));
  });

  it('a photo that one recipe would move while another one uses it', async () => {
    const one = await session.draft('shared', await session.recipe('D'), { after: 'move' });
    const other = { prepare: { pad: '#000000' } };
    const { id, revision } = await session.add(one);
    const two = { ...one, savedRecipeId: (await session.recipe('E', other)).id };
    expect((await notAdded(two)).code).toBe('folder-in-folder');
    await session.ask('folders.edit', { id, revision, draft: { ...one, after: 'leave' } });
    await session.add({ ...two, after: 'leave' }, 'skip');
  });

  it('a preview ends when its signal aborts', async () => {
    const draft = await session.draft('many', await session.recipe('F'));
    for (let n = 0; n < 5; n += 1) await session.put(`many/${n}.jpg`, await jpeg(n * 12));
    const asked = { draft, id: null };
    const stopped = await session.refused('folders.foresee', asked, AbortSignal.abort());
    expect(stopped.code).toBe('aborted');
  });

  it('a preview lists at most 200 files, and creates no folder', async () => {
    const outFolder = join(session.root, 'not-made');
    const draft = await session.draft('long', await session.recipe('G'), { outFolder });
    for (let n = 0; n < 230; n += 1) await session.put(`long/${n}.jpg`, Buffer.alloc(0));
    const foreseen = await session.ask('folders.foresee', { draft, id: null });
    expect(foreseen.files).toBe(230);
    expect(foreseen.entries).toHaveLength(200);
    await expect(mkdir(draft.outFolder)).resolves.toBeUndefined();
  });
});
