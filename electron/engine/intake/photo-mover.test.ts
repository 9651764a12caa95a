import { mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { mountSmallDisk } from '../../../test/fixtures/small-disk.ts';
import {
  eventually,
  hotDesk,
  jobOf,
  jpeg,
  testRecipe,
  type HotDesk,
} from '../../../test/intake/hot-desk.ts';
import { dryRun } from './dry-run.ts';

let desk: HotDesk;
beforeEach(async () => void (desk = await hotDesk()));

const damaged = { code: 'photo-damaged', message: 'The end of the photo is missing.' } as const;

/** What becomes of the photos of jobs as they stand. */
const tidied = (...jobs: number[]) => Promise.all(jobs.map((job) => desk.mover.afterJob(job)));

const done = (job: number) => {
  desk.ledger.jobs.end(job, 'done', null);
  return tidied(job);
};

describe('the photo mover', () => {
  it('moves a done photo to Processed, mirrored, once, and the job knows where it is', async () => {
    await desk.watch(desk.folder({ after: 'move' }));
    const job = await desk.take('sub/a.jpg', 1);
    const before = await readFile(join(desk.inbox, 'sub/a.jpg'));
    await tidied(job);
    expect(await desk.names('in/sub')).toEqual(['a.jpg']);
    desk.ledger.jobs.end(job, 'done', null);
    await tidied(job, job);
    const moved = join(desk.inbox, 'Processed/sub/a.jpg');
    expect(await readFile(moved)).toEqual(before);
    expect(await desk.names('in/Processed/sub')).toEqual(['a.jpg']);
    expect(desk.ledger.jobs.load(job)).toMatchObject({ value: { source: moved } });
  });

  it('gives a number where the name is taken, and never replaces anything', async () => {
    await desk.watch(desk.folder({ after: 'move' }));
    await desk.put('Processed/a.jpg', 'mine');
    await done(await desk.take('a.jpg', 1));
    expect(await desk.names('in/Processed')).toEqual(['a-2.jpg', 'a.jpg']);
    expect(await readFile(join(desk.inbox, 'Processed/a.jpg'), 'utf8')).toBe('mine');
  });

  it('moves a failed photo with its reason, and on to Processed when a retry ends well', async () => {
    await desk.watch(desk.folder({ after: 'move' }));
    const job = await desk.take('a.jpg', 1);
    desk.ledger.jobs.end(job, 'failed', damaged);
    await tidied(job);
    expect(await desk.names('in/Failed')).toEqual(['a.jpg', 'a.jpg.txt']);
    const reason = await readFile(join(desk.inbox, 'Failed/a.jpg.txt'), 'utf8');
    expect(reason).toContain(damaged.message);
    await tidied(job);
    desk.ledger.jobs.resume(job);
    await done(job);
    expect(await desk.names('in/Failed')).toEqual([]);
    expect(await desk.names('in/Processed')).toEqual(['a.jpg']);
  });

  it('leaves a photo that was cancelled, changed, or shall stay', async () => {
    await desk.watch(desk.folder({ after: 'move' }));
    const [cancelled, changed] = [await desk.take('a.jpg', 1), await desk.take('b.jpg', 2)];
    desk.ledger.jobs.end(cancelled, 'cancelled', null);
    desk.ledger.jobs.end(changed, 'done', null);
    await writeFile(join(desk.inbox, 'b.jpg'), await jpeg(3, 64));
    await tidied(cancelled, changed);
    expect(await desk.names('in')).toEqual(['a.jpg', 'b.jpg']);
  });

  it('moves the photo of two recipes when both have ended', async () => {
    const other = await testRecipe({ backgroundHex: '#000000' });
    await desk.watch(desk.folder({ after: 'move' }));
    await desk.watch(desk.folder({ after: 'move' }, other), 'process', other);
    await desk.put('a.jpg', await jpeg(1));
    const [one, two] = (await desk.until('admitted', 'a.jpg', 2)).map(jobOf);
    if (one === undefined || two === undefined) throw new Error('not two');
    await done(one);
    expect(await desk.names('in')).toEqual(['a.jpg']);
    desk.ledger.jobs.end(two, 'done', null);
    await tidied(one, two);
    expect(await desk.names('in/Processed')).toEqual(['a.jpg']);
    for (const id of [one, two]) {
      const source = join(desk.inbox, 'Processed/a.jpg');
      expect(desk.ledger.jobs.load(id)).toMatchObject({ value: { source } });
    }
  });

  it('F58 moves a copy of a photo that is done as soon as it comes', async () => {
    await desk.watch(desk.folder({ after: 'move' }));
    await done(await desk.take('a.jpg', 1));
    await desk.put('a.jpg', await jpeg(1));
    await desk.until('already', 'a.jpg');
    await eventually(async () => {
      expect(await desk.names('in/Processed')).toEqual(['a-2.jpg', 'a.jpg']);
    });
  });

  it('finishes at the next start what a crash cut short', async () => {
    const folder = desk.folder({ after: 'move' });
    const watcher = await desk.watch(folder);
    const [down, cut] = [await desk.take('down.jpg', 1), await desk.take('cut.jpg', 2)];
    await watcher.close();
    desk.ledger.jobs.end(down, 'done', null);
    desk.ledger.jobs.end(cut, 'failed', damaged);
    // moved, and killed before it was written down
    await mkdir(join(desk.inbox, 'Failed'));
    await rename(join(desk.inbox, 'cut.jpg'), join(desk.inbox, 'Failed/cut.jpg'));
    await desk.watch(folder);
    await eventually(async () => {
      expect(await desk.names('in/Processed')).toEqual(['down.jpg']);
      expect(await desk.names('in/Failed')).toEqual(['cut.jpg', 'cut.jpg.txt']);
      const source = join(desk.inbox, 'Failed/cut.jpg');
      expect(desk.ledger.jobs.load(cut)).toMatchObject({ value: { source } });
    });
  });

  it('leaves the photo where Processed lies on another volume', async (context) => {
    const disk = await mountSmallDisk(desk.root);
    if (disk === null) return context.skip();
    try {
      await symlink(disk.path, join(desk.inbox, 'Processed'));
      await desk.watch(desk.folder({ after: 'move' }));
      const job = await desk.take('a.jpg', 1);
      await done(job);
      expect((await stat(join(desk.inbox, 'a.jpg'))).isFile()).toBe(true);
      expect(desk.ledger.history.of(job).at(-1)?.what).toBe('photo left where it is');
      await rm(join(desk.inbox, 'Processed'));
    } finally {
      await disk.unmount();
    }
  });
});

it('dryRun tells what would happen and what it would cost, and does nothing', async () => {
  const folder = desk.folder({ settleMs: 0 });
  const watcher = await desk.watch(folder);
  const job = await desk.take('done.jpg', 1);
  desk.ledger.jobs.end(job, 'done', null);
  await watcher.close();
  await desk.put('new.jpg', await jpeg(2));
  await desk.put('new twin.jpg', await jpeg(2));
  await desk.put('half.jpg', (await jpeg(3, 400)).subarray(0, 900));
  await desk.put('page.jpg', '<!doctype html>');
  await desk.put('notes.txt', 'x');
  const foreseen = await dryRun(desk, folder, desk.recipe);
  expect(foreseen.entries.map(({ path, kind }) => [path, kind])).toEqual([
    ['done.jpg', 'already'],
    ['half.jpg', 'settling'],
    ['new twin.jpg', 'new'],
    ['new.jpg', 'twin'],
    ['page.jpg', 'failed'],
  ]);
  expect(foreseen).toMatchObject({ jobs: 1, images: 4 });
  expect(desk.ledger.jobs.count()).toMatchObject({ done: 1, waiting: 0 });
});
