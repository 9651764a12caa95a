import {
  appendFile,
  mkdir,
  mkdtemp,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jpeg, openHotDesk, testRecipe, type HotDesk } from '../../test/intake/hot-desk.ts';
import { parseRecipe, type Recipe } from '#shared/recipe.ts';
import { admitPhoto, resolveRecipe, type AdmitRequest } from './admit.ts';
import { listPhotos } from './list-photos.ts';

let desk: HotDesk;
beforeEach(async () => {
  desk = await openHotDesk();
});
afterEach(() => desk.close());

const admit = (source: string, change: Partial<AdmitRequest> = {}) =>
  admitPhoto(desk, {
    source,
    recipe: desk.recipe,
    outFolder: join(desk.root, 'out'),
    subFolder: '',
    hotFolderId: null,
    again: false,
    ...change,
  });

/** The job has been to the service and back, as the queue writes it down. */
function buy(jobId: number): void {
  const { executions, jobs } = desk.ledger;
  jobs.created(jobId, `task-${jobId}`);
  const id = executions.intend({
    jobId,
    run: 1,
    taskId: `task-${jobId}`,
    agent: 'removeBG',
    images: 1,
  });
  executions.sending(id);
  executions.started(id, `execution-${jobId}`);
  executions.finished(id, 'Success');
}

describe('admitPhoto', () => {
  it('knows a photo by its content, and overtakes the hot folders', async () => {
    const folder = desk.folder();
    const slow = await admit(await desk.put('slow.jpg', await jpeg(1)), { hotFolderId: folder.id });
    const a = await admit(await desk.put('a.jpg', await jpeg(2)));
    const b = await admit(await desk.put('b.jpg', await jpeg(2)));
    expect(a).toMatchObject({ value: { outcome: 'admitted', sha256: /^[0-9a-f]{64}$/ } });
    expect(b).toMatchObject({ value: { outcome: 'under-way' } });
    expect(slow).toMatchObject({ value: { jobId: 1 } });
    expect(desk.ledger.jobs.next(2, new Set(), [])).toEqual([2, 1]);
  });

  it.each([
    { state: 'done', bought: true, again: false, outcome: 'already', then: 'done', runs: 1 },
    { state: 'done', bought: true, again: true, outcome: 'again', then: 'waiting', runs: 2 },
    { state: 'held', bought: false, again: true, outcome: 'under-way', then: 'held', runs: 1 },
    { state: 'failed', bought: false, again: false, outcome: 'retried', then: 'waiting', runs: 1 },
    { state: 'failed', bought: false, again: true, outcome: 'retried', then: 'waiting', runs: 1 },
    { state: 'failed', bought: true, again: false, outcome: 'already', then: 'failed', runs: 1 },
    { state: 'cancelled', bought: true, again: true, outcome: 'again', then: 'waiting', runs: 2 },
    {
      state: 'cancelled',
      bought: false,
      again: false,
      outcome: 'retried',
      then: 'waiting',
      runs: 1,
    },
  ] as const)(
    'a job that is $state, bought $bought, again $again: $outcome',
    async ({ state, bought, again, outcome, then, runs }) => {
      const path = await desk.put('a.jpg', await jpeg(1));
      await admit(path);
      if (bought) buy(1);
      desk.ledger.jobs.end(1, state, null);
      expect(await admit(path, { again })).toMatchObject({ value: { jobId: 1, outcome } });
      expect(desk.ledger.jobs.load(1)).toMatchObject({ value: { state: then, runs } });
    },
  );

  it('passes an address on as it is, named by its last part', async () => {
    const address = 'https://example.com/shop/Caf%C3%A9%201.jpg?w=1';
    expect(await admit(address)).toMatchObject({ value: { sha256: null, outcome: 'admitted' } });
    expect(await admit(address)).toMatchObject({ value: { jobId: 1, outcome: 'under-way' } });
    expect(desk.ledger.jobs.load(1)).toMatchObject({
      value: { source: address, name: 'Café 1.jpg', photoSha256: null },
    });
  });

  it('says what is wrong with a file', async () => {
    expect(await admit(join(desk.inbox, 'no.jpg'))).toMatchObject({
      problem: { code: 'file-missing' },
    });
    expect(await admit(await desk.put('empty.jpg', ''))).toMatchObject({
      problem: { code: 'file-incomplete' },
    });
    // Administrators may read anything, but nobody reads a folder as a file.
    expect(await admit(desk.inbox)).toMatchObject({ problem: { code: 'file-not-regular' } });
    const aborted = AbortSignal.abort();
    const path = await desk.put('a.jpg', await jpeg(1));
    expect(
      await admitPhoto(
        desk,
        {
          source: path,
          recipe: desk.recipe,
          outFolder: desk.root,
          subFolder: '',
          hotFolderId: null,
          again: false,
        },
        aborted,
      ),
    ).toMatchObject({ problem: { code: 'aborted' } });
    expect(desk.ledger.jobs.count().waiting).toBe(0);
  });

  it('F51 a file that changes while it is read is not taken', async () => {
    const path = await desk.put('big.jpg', '');
    await truncate(path, 300e6);
    const admitted = admit(path);
    await appendFile(path, 'more');
    expect(await admitted).toMatchObject({ problem: { code: 'file-changing' } });
  });
});

describe('resolveRecipe', () => {
  const recipeWith = (mask: string): Recipe => {
    const parsed = parseRecipe({
      agent: 'removeBG',
      params: { maskType: 'custom', backgroundHex: '#ffffff' },
      mask,
    });
    if (!('recipe' in parsed)) throw new Error(parsed.problems[0]?.message);
    return parsed.recipe;
  };

  it('is the same purchase with the same mask under another name, another with another', async () => {
    await writeFile(join(desk.root, 'a.png'), 'mask one');
    await writeFile(join(desk.root, 'b.png'), 'mask two');
    const a = await resolveRecipe(recipeWith('a.png'), desk.root);
    const b = await resolveRecipe(recipeWith('b.png'), desk.root);
    await rename(join(desk.root, 'a.png'), join(desk.root, 'c.png'));
    const c = await resolveRecipe(recipeWith('../x/../c.png'), join(desk.root, 'in'));
    if (!a.ok || !b.ok || !c.ok) throw new Error('not resolved');
    expect(a.value.recipe.mask).toBe(join(desk.root, 'a.png'));
    expect(c.value.recipe.mask).toBe(join(desk.root, 'c.png'));
    expect(c.value.identity).toBe(a.value.identity);
    expect(b.value.identity).not.toBe(a.value.identity);
  });

  it('leaves addresses alone, and names the field whose file is missing', async () => {
    const address = await resolveRecipe(recipeWith('https://example.com/m.png'), desk.root);
    expect(address).toMatchObject({ value: { recipe: { mask: 'https://example.com/m.png' } } });
    expect(await resolveRecipe(recipeWith('no.png'), desk.root)).toMatchObject({
      problem: { code: 'file-missing', parameter: 'mask' },
    });
  });

  it('does not care about names and delivery', async () => {
    const { recipe } = await testRecipe();
    const renamed = await resolveRecipe(
      { ...recipe, name: 'other', delivery: { ...recipe.delivery, psd: true } },
      desk.root,
    );
    expect(renamed).toMatchObject({ value: { identity: desk.recipe.identity } });
  });
});

describe('listPhotos', () => {
  it('lists folders in natural order with their sub-folders, and files as they are', async () => {
    for (const name of [
      's/10.jpg',
      's/9.JPG',
      'x.tif',
      '.h.jpg',
      'notes.txt',
      'Processed/p.png',
      'Tickets/m.png',
    ]) {
      await desk.put(name, 'x');
    }
    const odd = join(desk.root, 'odd.bin');
    await writeFile(odd, 'x');
    await symlink(desk.inbox, join(desk.inbox, 'loop'));
    const { photos, problems } = await listPhotos([odd, desk.inbox, join(desk.inbox, 'x.tif')]);
    expect(problems).toEqual([]);
    const inside = (path: string, subFolder: string) => ({
      path: join(desk.inbox, path),
      subFolder,
      top: desk.inbox,
    });
    expect(photos).toEqual([
      { path: odd, subFolder: '', top: desk.root },
      inside('Processed/p.png', 'Processed'),
      inside('s/9.JPG', 's'),
      inside('s/10.jpg', 's'),
      inside('x.tif', ''),
    ]);
  });

  it('tells what is missing or empty, and lists the others', async () => {
    await desk.put('a.jpg', 'x');
    const empty = await mkdtemp(join(tmpdir(), 'darkslide-empty-'));
    await mkdir(join(empty, 'sub'));
    const { photos, problems } = await listPhotos([join(desk.root, 'no'), empty, desk.inbox]);
    await rm(empty, { recursive: true });
    expect(problems.map(({ code }) => code)).toEqual(['file-missing', 'folder-empty']);
    expect(photos).toHaveLength(1);
  });
});
