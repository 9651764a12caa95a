import { mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { mountSmallDisk } from '../../../test/fixtures/small-disk.ts';
import {
  eventually,
  hotFolderHarness,
  jobOf,
  jpeg,
  testRecipe,
  type HotFolderHarness,
} from '../../../test/intake/hot-folder-harness.ts';
import { admitPhoto } from '../../../test/fixtures/admit.ts';
import { uncheckedOutput } from '../../../test/fixtures/permitted.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { dryRun } from './dry-run.ts';

let harness: HotFolderHarness;
beforeEach(async () => void (harness = await hotFolderHarness()));

const order = { run: 1, taskId: 'task', agent: 'removeBG', images: 1 };
const damaged = { code: 'photo-damaged', message: 'The end of the photo is missing.' } as const;

/** Moves the photos that belong to jobs, each job in its current state. */
const tidied = (...jobs: number[]) => Promise.all(jobs.map((job) => harness.mover.afterJob(job)));

const done = (job: number) => {
  harness.ledger.jobs.end(job, 'done', null);
  return tidied(job);
};

describe('the photo mover', () => {
  it('moves a finished photo to Processed once, mirroring sub-folders, and records its path', async () => {
    await harness.watch(harness.folder({ after: 'move' }));
    const job = await harness.take('sub/a.jpg', 1);
    const before = await readFile(join(harness.inbox, 'sub/a.jpg'));
    await tidied(job);
    expect(await harness.names('in/sub')).toEqual(['a.jpg']);
    harness.ledger.jobs.end(job, 'done', null);
    await tidied(job, job);
    const moved = join(harness.inbox, 'Processed/sub/a.jpg');
    expect(await readFile(moved)).toEqual(before);
    expect(await harness.names('in/Processed/sub')).toEqual(['a.jpg']);
    expect(harness.ledger.jobs.load(job)).toMatchObject({ value: { source: moved } });
  });

  it('adds a number if the name is taken, and never replaces a file', async () => {
    await harness.watch(harness.folder({ after: 'move' }));
    await harness.put('Processed/a.jpg', 'mine');
    await done(await harness.take('a.jpg', 1));
    expect(await harness.names('in/Processed')).toEqual(['a-2.jpg', 'a.jpg']);
    expect(await readFile(join(harness.inbox, 'Processed/a.jpg'), 'utf8')).toBe('mine');
  });

  it('moves a failed photo with its reason, and moves it on to Processed when a retry succeeds', async () => {
    await harness.watch(harness.folder({ after: 'move' }));
    const job = await harness.take('a.jpg', 1);
    harness.ledger.jobs.end(job, 'failed', damaged);
    await tidied(job);
    expect(await harness.names('in/Failed')).toEqual(['a.jpg', 'a.jpg.txt']);
    const reason = await readFile(join(harness.inbox, 'Failed/a.jpg.txt'), 'utf8');
    expect(reason).toContain(damaged.message);
    await tidied(job);
    harness.ledger.jobs.resume(job);
    await done(job);
    expect(await harness.names('in/Failed')).toEqual([]);
    expect(await harness.names('in/Processed')).toEqual(['a.jpg']);
  });

  it('moves a failed photo whose name leaves no room for that of its reason', async () => {
    await harness.watch(harness.folder({ after: 'move' }));
    const name = `${'製'.repeat(83)}.jpg`;
    const job = await harness.take(name, 1);
    harness.ledger.jobs.end(job, 'failed', damaged);
    await tidied(job);
    expect(await harness.names('in/Failed')).toEqual([`${'製'.repeat(77)}.txt`, name]);
    harness.ledger.jobs.resume(job);
    await done(job);
    expect(await harness.names('in/Failed')).toEqual([]);
    expect(await harness.names('in/Processed')).toEqual([name]);
  });

  it('moves a photo to Processed when the job that replaced its failed job while it was moved succeeds', async () => {
    const { ledger } = harness;
    await harness.watch(harness.folder({ after: 'move' }));
    const job = await harness.take('a.jpg', 1);
    ledger.jobs.end(job, 'failed', damaged);
    const moving = tidied(job);
    await setImmediate();
    const { recipe, identity } = await testRecipe({ backgroundHex: '#000000' });
    const black = { id: ledger.jobs.recipe(recipe, identity), identity };
    const newJob = ledger.jobs.admitInstead(job, black, 'run again with other settings');
    ledger.jobs.end(job, 'cancelled', null);
    await moving;
    await done(newJob);
    expect(await harness.names('in/Failed')).toEqual([]);
    expect(await harness.names('in/Processed')).toEqual(['a.jpg']);
  });

  it('F55 forgets a photo that was removed, but not while the folder is empty like a mount point', async () => {
    const { ledger, inbox } = harness;
    const watched = harness.folder({ after: 'move' });
    await harness.watch(watched);
    const job = await harness.take('a.jpg', 1);
    await rename(join(inbox, 'a.jpg'), join(harness.root, 'a.jpg'));
    await done(job);
    expect(ledger.sightings.find(watched.id, 'a.jpg')?.jobId).toBe(job);
    await harness.put('notes.txt', 'something else');
    await tidied(job);
    expect(ledger.sightings.find(watched.id, 'a.jpg')).toBeUndefined();
  });

  it('leaves a photo that was cancelled or changed, or that the settings keep in place', async () => {
    await harness.watch(harness.folder({ after: 'move' }));
    const [cancelled, changed] = [await harness.take('a.jpg', 1), await harness.take('b.jpg', 2)];
    harness.ledger.jobs.end(cancelled, 'cancelled', null);
    harness.ledger.jobs.end(changed, 'done', null);
    await writeFile(join(harness.inbox, 'b.jpg'), await jpeg(3, 64));
    await tidied(cancelled, changed);
    expect(await harness.names('in')).toEqual(['a.jpg', 'b.jpg']);
  });

  it('updates everything that refers to the photo: other jobs, Retouch, and the result that it is', async () => {
    const { ledger, inbox } = harness;
    await harness.watch(harness.folder({ after: 'move' }));
    const [job, first] = [await harness.take('a.jpg', 1), await harness.take('first.jpg', 2)];
    const source = join(inbox, 'a.jpg');
    const outFolder = uncheckedOutput(inbox);
    const other = await testRecipe({ backgroundHex: '#000000' });
    const request = { source, recipe: other, outFolder, subFolder: '', hotFolderId: null };
    const { jobId } = valueOf(await admitPhoto(harness, { ...request, again: false }));
    const photoId = ledger.photos.know({
      sha256: valueOf(ledger.jobs.load(job)).photoSha256!,
      bytes: 1,
    });
    const { id } = ledger.filmstrip.add({ photoId, source, name: 'a.jpg', width: 48, height: 48 });
    // the photo is a result of an earlier step, whose output folder is this hot folder
    const execution = ledger.executions.intend({ ...order, jobId: first });
    ledger.results.see(execution, [
      { status: 'Success', image: 'https://x.example/1', progress: null, error: null },
    ]);
    const result = ledger.results.ofJob(first)[0]!.id;
    const sizes = { bytes: 1, width: 48, height: 48 };
    ledger.results.delivered(result, { file: source, sha256: 'its hash', ...sizes });

    await done(job);
    const moved = join(inbox, 'Processed/a.jpg');
    expect(valueOf(ledger.jobs.load(jobId)).source).toBe(moved);
    expect(ledger.filmstrip.get(id)?.source).toBe(moved);
    expect(ledger.results.get(result)?.delivered?.file).toBe(moved);
    expect(valueOf(ledger.jobs.load(first)).source).toBe(join(inbox, 'first.jpg'));

    // a photo that the user renamed after it was sent
    await rename(join(inbox, 'first.jpg'), join(inbox, 'renamed.jpg'));
    await harness.until('under-way', 'renamed.jpg');
    await done(first);
    expect(valueOf(ledger.jobs.load(first)).source).toBe(join(inbox, 'Processed/renamed.jpg'));
    expect(await harness.names('in/Processed')).toEqual(['a.jpg', 'renamed.jpg']);
  });

  it('moves a photo of two recipes when both jobs have ended', async () => {
    const other = await testRecipe({ backgroundHex: '#000000' });
    await harness.watch(harness.folder({ after: 'move' }));
    await harness.watch(harness.folder({ after: 'move' }, other), 'process', other);
    await harness.put('a.jpg', await jpeg(1));
    const [one, two] = (await harness.until('admitted', 'a.jpg', 2)).map(jobOf);
    if (one === undefined || two === undefined) throw new Error('not two');
    await done(one);
    expect(await harness.names('in')).toEqual(['a.jpg']);
    harness.ledger.jobs.end(two, 'done', null);
    await tidied(one, two);
    expect(await harness.names('in/Processed')).toEqual(['a.jpg']);
    for (const id of [one, two]) {
      const source = join(harness.inbox, 'Processed/a.jpg');
      expect(harness.ledger.jobs.load(id)).toMatchObject({ value: { source } });
    }
  });

  it('F58 moves a copy of a finished photo as soon as it arrives', async () => {
    await harness.watch(harness.folder({ after: 'move' }));
    await done(await harness.take('a.jpg', 1));
    await harness.put('a.jpg', await jpeg(1));
    await harness.until('already', 'a.jpg');
    await eventually(async () => {
      expect(await harness.names('in/Processed')).toEqual(['a-2.jpg', 'a.jpg']);
    });
  });

  it('completes, at the next start, a move that a crash interrupted', async () => {
    const folder = harness.folder({ after: 'move' });
    const watcher = await harness.watch(folder);
    const [down, cut] = [await harness.take('down.jpg', 1), await harness.take('cut.jpg', 2)];
    await watcher.close();
    harness.ledger.jobs.end(down, 'done', null);
    harness.ledger.jobs.end(cut, 'failed', damaged);
    // the photo was moved, but the program was killed before it recorded the move
    await mkdir(join(harness.inbox, 'Failed'));
    await rename(join(harness.inbox, 'cut.jpg'), join(harness.inbox, 'Failed/cut.jpg'));
    await harness.watch(folder);
    await eventually(async () => {
      expect(await harness.names('in/Processed')).toEqual(['down.jpg']);
      expect(await harness.names('in/Failed')).toEqual(['cut.jpg', 'cut.jpg.txt']);
      const source = join(harness.inbox, 'Failed/cut.jpg');
      expect(harness.ledger.jobs.load(cut)).toMatchObject({ value: { source } });
    });
  });

  it('leaves the photo if Processed is on another volume', async (context) => {
    const disk = await mountSmallDisk(harness.root);
    if (disk === null) return context.skip();
    try {
      await symlink(disk.path, join(harness.inbox, 'Processed'));
      await harness.watch(harness.folder({ after: 'move' }));
      const job = await harness.take('a.jpg', 1);
      await done(job);
      expect((await stat(join(harness.inbox, 'a.jpg'))).isFile()).toBe(true);
      expect(harness.ledger.history.of(job).at(-1)?.what).toBe('photo left where it is');
      await rm(join(harness.inbox, 'Processed'));
    } finally {
      await disk.unmount();
    }
  });
});

it('dryRun reports what would happen and what it would cost, and changes nothing', async () => {
  const folder = harness.folder({ settleMs: 0 });
  const watcher = await harness.watch(folder);
  const job = await harness.take('done.jpg', 1);
  harness.ledger.jobs.end(job, 'done', null);
  await watcher.close();
  await harness.put('new.jpg', await jpeg(2));
  await harness.put('new twin.jpg', await jpeg(2));
  await harness.put('half.jpg', (await jpeg(3, 400)).subarray(0, 900));
  await harness.put('page.jpg', '<!doctype html>');
  await harness.put('notes.txt', 'x');
  const foreseen = await dryRun(harness, folder, harness.recipe);
  expect(foreseen.entries.map(({ path, kind }) => [path, kind])).toEqual([
    ['done.jpg', 'already'],
    ['half.jpg', 'settling'],
    ['new twin.jpg', 'new'],
    ['new.jpg', 'twin'],
    ['page.jpg', 'failed'],
  ]);
  expect(foreseen).toMatchObject({ jobs: 1, images: 4 });
  expect(harness.ledger.jobs.count()).toMatchObject({ done: 1, waiting: 0 });
});
