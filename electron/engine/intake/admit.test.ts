import { appendFile, mkdir, rename, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  hotFolderHarness,
  jpeg,
  testRecipe,
  type HotFolderHarness,
} from '../../../test/intake/hot-folder-harness.ts';
import { codeOf, recipeOf, valueOf } from '../../../test/fixtures/values.ts';
import { uncheckedOutput } from '../../../test/fixtures/permitted.ts';
import { admitPhoto } from '../../../test/fixtures/admit.ts';
import { resolveRecipe, type AdmitRequest } from './admit.ts';
import { listPhotos } from './list-photos.ts';

let harness: HotFolderHarness;
beforeEach(async () => void (harness = await hotFolderHarness()));

const admit = (source: string, change: Partial<AdmitRequest> = {}, signal?: AbortSignal) => {
  const { recipe, root } = harness;
  const request = { source, recipe, outFolder: uncheckedOutput(join(root, 'out')), subFolder: '' };
  return admitPhoto(harness, { ...request, hotFolderId: null, again: false, ...change }, signal);
};

/** Records that the service executed the job, as the queue would. */
function buy(jobId: number, run = 1): void {
  const { executions, jobs } = harness.ledger;
  jobs.created(jobId, `task-${jobId}`);
  const taskId = `task-${jobId}`;
  const id = executions.intend({ jobId, run, taskId, agent: 'removeBG', images: 1 });
  executions.sending(id);
  executions.started(id, `execution-${jobId}-${run}`);
  executions.finished(id, 'Success');
}

describe('admitPhoto', () => {
  it('identifies a photo by its content, and gives it a higher priority than photos in hot folders', async () => {
    const folder = harness.folder();
    const slow = await admit(await harness.put('slow.jpg', await jpeg(1)), {
      hotFolderId: folder.id,
    });
    const a = await admit(await harness.put('a.jpg', await jpeg(2)));
    const b = await admit(await harness.put('b.jpg', await jpeg(2)));
    expect(a).toMatchObject({ value: { outcome: 'admitted', sha256: /^[0-9a-f]{64}$/ } });
    expect(b).toMatchObject({ value: { outcome: 'under-way' } });
    expect(slow).toMatchObject({ value: { jobId: 1 } });
    expect(harness.ledger.jobs.next(2, new Set(), [])).toEqual([2, 1]);
  });

  it.each([
    ['done', 'and bought', '', 'already', 'done', 1],
    ['done', 'and bought', 'again', 'again', 'waiting', 2],
    ['held', '', 'again', 'under-way', 'held', 1],
    ['failed', '', '', 'retried', 'waiting', 1],
    ['failed', '', 'again', 'retried', 'waiting', 1],
    ['failed', 'and bought', '', 'already', 'failed', 1],
    ['cancelled', 'and bought', 'again', 'again', 'waiting', 2],
    ['cancelled', '', '', 'retried', 'waiting', 1],
  ] as const)(
    'a job that is %s %s: admitting its photo %s counts as %s',
    async (state, bought, again, outcome, then, runs) => {
      const path = await harness.put('a.jpg', await jpeg(1));
      await admit(path);
      if (bought) buy(1);
      harness.ledger.jobs.end(1, state, null);
      const admitted = await admit(path, { again: again !== '' });
      expect(admitted).toMatchObject({ value: { jobId: 1, outcome } });
      expect(harness.ledger.jobs.load(1)).toMatchObject({ value: { state: then, runs } });
    },
  );

  it.each([
    ['bought before', true],
    ['never bought', false],
  ])(
    'a job that resumes, %s, takes the recipe of the request, which buys the same',
    async (_, isBought) => {
      const path = await harness.put('a.jpg', await jpeg(1));
      await admit(path);
      if (isBought) buy(1);
      harness.ledger.jobs.prepared(1, { original: null, mask: null, further: {} });
      harness.ledger.jobs.end(1, isBought ? 'done' : 'failed', null);
      const { recipe } = harness.recipe;
      const delivery = { ...recipe.delivery, finish: ['ebay-main'] };
      const changed = { ...recipe, delivery, prepare: { ...recipe.prepare, gps: 'keep' as const } };
      const request = { recipe: valueOf(await resolveRecipe(changed, harness.root)), again: true };
      const resumed = () => valueOf(harness.ledger.jobs.load(1));
      valueOf(await admit(path, request));
      expect(resumed().recipe).toEqual(changed);
      // copies without the location are made again, unless a task has them already
      expect(resumed().inputs === null).toBe(!isBought);
      valueOf(await admit(path, { again: true }));
      expect(resumed().recipe, 'an open job keeps its recipe').toEqual(changed);
    },
  );

  it('keeps the client of a job until its photo is requested again for another client', async () => {
    const path = await harness.put('a.jpg', await jpeg(1));
    const payer = () => harness.ledger.costs.sums('clientAndPath', { from: null, to: null });
    await admit(path, { client: 'ACME' });
    buy(1);
    harness.ledger.jobs.end(1, 'done', null);
    await admit(path, { client: 'Bella' });
    await admit(path, { again: true });
    buy(1, 2);
    harness.ledger.jobs.end(1, 'done', null);
    await admit(path, { client: 'Bella', again: true });
    buy(1, 3);
    expect(
      payer().map(({ group, runs }) => [(JSON.parse(group ?? '') as string[])[0], runs]),
    ).toEqual([
      ['ACME', 2],
      ['Bella', 1],
    ]);
  });

  it('passes an address on unchanged, and names the photo after the address’s last part', async () => {
    const address = 'https://example.com/shop/Caf%C3%A9%201.jpg?w=1';
    expect(await admit(address)).toMatchObject({ value: { sha256: null, outcome: 'admitted' } });
    expect(await admit(address)).toMatchObject({ value: { jobId: 1, outcome: 'under-way' } });
    expect(harness.ledger.jobs.load(1)).toMatchObject({
      value: { source: address, name: 'Café 1.jpg', photoSha256: null },
    });
  });

  it('reports the problem of an unusable file', async () => {
    expect(codeOf(await admit(join(harness.inbox, 'no.jpg')))).toBe('file-missing');
    expect(codeOf(await admit(await harness.put('empty.jpg', '')))).toBe('file-incomplete');
    // Administrators may read any file, but no user can read a folder as a file.
    expect(codeOf(await admit(harness.inbox))).toBe('file-not-regular');
    const path = await harness.put('a.jpg', await jpeg(1));
    expect(codeOf(await admit(path, {}, AbortSignal.abort()))).toBe('aborted');
    expect(harness.ledger.jobs.count().waiting).toBe(0);
  });

  it('F51 a file that changes while it is read is not admitted', async () => {
    const path = await harness.put('big.jpg', '');
    await truncate(path, 300e6);
    const admitted = admit(path);
    await appendFile(path, 'more');
    expect(await admitted).toMatchObject({ problem: { code: 'file-changing' } });
  });
});

describe('resolveRecipe', () => {
  const params = { maskType: 'custom', backgroundHex: '#ffffff' };
  const recipeWith = (mask: string) => recipeOf({ agent: 'removeBG', params, mask });

  it('treats the same mask under another name as the same purchase, and a different mask as a different purchase', async () => {
    await writeFile(join(harness.root, 'a.png'), 'mask one');
    await writeFile(join(harness.root, 'b.png'), 'mask two');
    const a = valueOf(await resolveRecipe(recipeWith('a.png'), harness.root));
    const b = valueOf(await resolveRecipe(recipeWith('b.png'), harness.root));
    await rename(join(harness.root, 'a.png'), join(harness.root, 'c.png'));
    const c = valueOf(await resolveRecipe(recipeWith('../x/../c.png'), join(harness.root, 'in')));
    expect(a.recipe.mask).toBe(join(harness.root, 'a.png'));
    expect(c.recipe.mask).toBe(join(harness.root, 'c.png'));
    expect(c.identity).toBe(a.identity);
    expect(b.identity).not.toBe(a.identity);
  });

  it('leaves addresses unchanged, and names the parameter whose file is missing', async () => {
    const address = await resolveRecipe(recipeWith('https://example.com/m.png'), harness.root);
    expect(address).toMatchObject({ value: { recipe: { mask: 'https://example.com/m.png' } } });
    expect(await resolveRecipe(recipeWith('no.png'), harness.root)).toMatchObject({
      problem: { code: 'file-missing', parameter: 'mask' },
    });
  });

  it('ignores names and delivery rules in the identity', async () => {
    const { recipe } = await testRecipe();
    const renamed = await resolveRecipe(
      { ...recipe, name: 'other', delivery: { ...recipe.delivery, psd: true } },
      harness.root,
    );
    expect(renamed).toMatchObject({ value: { identity: harness.recipe.identity } });
  });
});

describe('listPhotos', () => {
  it('lists folders in natural order with their sub-folders, and files as given', async () => {
    const hidden = ['.h.jpg', 'notes.txt', 'Tickets/m.png'];
    for (const name of ['s/10.jpg', 's/9.JPG', 'x.tif', 'Processed/p.png', ...hidden]) {
      await harness.put(name, 'x');
    }
    const odd = join(harness.root, 'odd.bin');
    await writeFile(odd, 'x');
    await symlink(harness.inbox, join(harness.inbox, 'loop'));
    const { photos, problems } = await listPhotos([
      odd,
      harness.inbox,
      join(harness.inbox, 'x.tif'),
    ]);
    expect(problems).toEqual([]);
    const top = harness.inbox;
    const inside = (path: string, subFolder: string) => ({ path: join(top, path), subFolder, top });
    expect(photos).toEqual([
      { path: odd, subFolder: '', top: harness.root },
      inside('Processed/p.png', 'Processed'),
      inside('s/9.JPG', 's'),
      inside('s/10.jpg', 's'),
      inside('x.tif', ''),
    ]);
  });

  it('reports missing and empty files, and lists the others', async () => {
    await harness.put('a.jpg', 'x');
    const empty = join(harness.root, 'empty');
    await mkdir(join(empty, 'sub'), { recursive: true });
    const { photos, problems } = await listPhotos([join(harness.root, 'no'), empty, harness.inbox]);
    expect(problems.map(({ code }) => code)).toEqual(['file-missing', 'folder-empty']);
    expect(photos).toHaveLength(1);
  });
});
