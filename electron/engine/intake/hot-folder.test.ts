import {
  appendFile,
  link,
  mkdir,
  open,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { admitPhoto } from '../../../test/fixtures/admit.ts';
import { hastyClock } from '../../../test/fixtures/hasty-clock.ts';
import {
  eventually,
  hotFolderHarness,
  hurried,
  jobOf,
  jpeg,
  pathOf,
  testRecipe,
} from '../../../test/intake/hot-folder-harness.ts';
import { uncheckedOutput } from '../../../test/fixtures/permitted.ts';
import { valueOf } from '../../../test/fixtures/values.ts';

describe('files in the folder when it is armed', () => {
  it('are admitted in natural order, with sub-folders', async () => {
    const { until, put, watch, ledger, events, inbox } = await hotFolderHarness();
    for (const [i, name] of ['b/IMG_10.jpg', 'b/IMG_9.jpg', 'a.jpg'].entries()) {
      await put(name, await jpeg(i));
    }
    await put('notes.txt', 'left alone');
    await watch();
    await until('admitted', undefined, 3);
    expect(events.map(pathOf)).toEqual(['a.jpg', 'b/IMG_9.jpg', 'b/IMG_10.jpg']);
    expect(ledger.jobs.load(jobOf(events[2]))).toMatchObject({
      value: { name: 'IMG_10.jpg', subFolder: 'b', source: join(inbox, 'b/IMG_10.jpg') },
    });
  });

  it('F50 are admitted only when complete', async () => {
    const { until, take, put, watch, events } = await hotFolderHarness();
    const photo = await jpeg(1, 400);
    const path = await put('half.jpg', photo.subarray(0, 1_000));
    const watcher = await watch();
    await take('whole.jpg', 2);
    expect(watcher.state().settling).toBe(1);
    await appendFile(path, photo.subarray(1_000));
    await until('admitted', 'half.jpg');
    expect(events).toHaveLength(2);
  });

  it('are not read again after a restart', async () => {
    const { until, put, watch, events, folder } = await hotFolderHarness();
    await put('a.jpg', await jpeg(1));
    const first = await watch();
    await until('admitted');
    await first.close();
    const second = await watch(folder());
    await second.rescan();
    expect(second.state().settling).toBe(0);
    expect(events).toHaveLength(1);
  });
});

describe('writers', () => {
  it('F48 that pause for 3 s, then 60 s, are waited for', async () => {
    // on a faster clock, the time limit for reaching the folder would expire on a busy computer
    const clock = hastyClock(20);
    const { until, take, watch, events, folder, inbox } = await hotFolderHarness(clock);
    const watcher = await watch(folder({ settleMs: 2_000, rescanMs: 600_000 }));
    const photo = await jpeg(1, 400);
    const handle = await open(join(inbox, 'slow.jpg'), 'w');
    const third = Math.ceil(photo.length / 3);
    for (const [part, pause] of [3_000, 60_000].entries()) {
      await handle.write(photo.subarray(part * third, (part + 1) * third));
      clock.machineSleeps(pause);
      // a complete photo is admitted in the meantime, which shows that the folder was scanned
      await take(`whole-${part}.jpg`, part);
      expect(events.map(pathOf)).not.toContain('slow.jpg');
      expect(watcher.state().settling).toBe(1);
    }
    await handle.write(photo.subarray(2 * third));
    await handle.close();
    await until('admitted', 'slow.jpg');
    // on this clock, a busy disk may count as unavailable for a moment; that event has no path
    const photos = events.map(pathOf).filter((path) => path !== null);
    expect(photos).toEqual(['whole-0.jpg', 'whole-1.jpg', 'slow.jpg']);
  });

  it('F49 that reserve a file and fill it later are waited for', async () => {
    const { until, watch, events, inbox, take } = await hotFolderHarness();
    await watch();
    const photo = await jpeg(1, 400);
    const handle = await open(join(inbox, 'reserved.jpg'), 'w');
    await handle.truncate(photo.length);
    await take('one.jpg', 2);
    await handle.write(photo, 0, 600, 0);
    await take('two.jpg', 3);
    await take('three.jpg', 4);
    await handle.write(photo, 600, photo.length - 600, 600);
    await handle.close();
    await until('admitted', 'reserved.jpg');
    const names = ['one.jpg', 'two.jpg', 'three.jpg', 'reserved.jpg'];
    expect(events.map(pathOf)).toEqual(names);
  });

  it('F52 using temporary names are ignored until the file is renamed', async () => {
    const { until, put, watch, events, inbox } = await hotFolderHarness();
    await watch();
    const names = ['a.jpg.part', '.b.jpg', '~c.jpg', 'd.jpg.crdownload', '.in.e.jpg.', 'F.TMP'];
    for (const [i, name] of names.entries()) await put(name, await jpeg(i));
    await put('Thumbs.db', await jpeg(50));
    await rename(join(inbox, 'a.jpg.part'), join(inbox, 'a.jpg'));
    await until('admitted', 'a.jpg');
    expect(events).toHaveLength(1);
  });

  it('F53 saving atomically over a photo create one new version', async () => {
    const { until, put, take, watch, events, inbox } = await hotFolderHarness();
    await watch();
    const first = await take('a.jpg', 1);
    await put('a.jpg.tmp', await jpeg(2));
    await rename(join(inbox, 'a.jpg.tmp'), join(inbox, 'a.jpg'));
    const both = await until('admitted', 'a.jpg', 2);
    expect(jobOf(both[1])).not.toBe(first);
    expect(events).toHaveLength(2);
  });

  it('F51 F54 that replace content without changing size and time are noticed by a rescan', async () => {
    const { until, take, watch, inbox, root } = await hotFolderHarness();
    const [path, other] = [join(inbox, 'a.jpg'), join(root, 'b.jpg')];
    const watcher = await watch();
    await take('a.jpg', 1);
    const { atime, mtime } = await stat(path);
    await writeFile(other, await jpeg(2));
    await utimes(other, atime, mtime);
    await rename(other, path);
    await watcher.rescan();
    expect(new Set((await until('admitted', 'a.jpg', 2)).map(jobOf)).size).toBe(2);
  });
});

describe('the same photo again', () => {
  it('F58 is one job, which every copy and renamed file refers to', async () => {
    const { until, put, take, watch, ledger, inbox } = await hotFolderHarness();
    await watch();
    const first = await take('a.jpg', 1);
    await put('copy.jpg', await jpeg(1));
    const [copy] = await until('under-way', 'copy.jpg');
    ledger.jobs.end(first, 'done', null);
    await rename(join(inbox, 'a.jpg'), join(inbox, 'renamed.jpg'));
    const [renamed] = await until('already', 'renamed.jpg');
    expect([jobOf(copy), jobOf(renamed)]).toEqual([first, first]);
    expect(ledger.jobs.count()).toMatchObject({ done: 1, waiting: 0 });
  });

  it('stays cancelled if another station cancelled it before this one saw the file, unless it is dropped again', async () => {
    const harness = await hotFolderHarness();
    const { until, put, watch, ledger, recipe, root } = harness;
    const folder = harness.folder();
    const source = await put('a.jpg', await jpeg(1));
    const outFolder = uncheckedOutput(join(root, 'out'));
    const request = { source, recipe, outFolder, subFolder: '', hotFolderId: folder.id };
    const { jobId } = valueOf(await admitPhoto(harness, { ...request, again: false }));
    ledger.sharedWork.offered({ jobId, run: 1, priority: 0 });
    ledger.sharedWork.ended(jobId, 'cancelled', 1);
    ledger.jobs.end(jobId, 'cancelled', null);
    await watch(folder);
    expect(jobOf((await until('already', 'a.jpg'))[0])).toBe(jobId);
    expect(ledger.jobs.count()).toMatchObject({ cancelled: 1, waiting: 0 });
    await utimes(source, new Date(), new Date(Date.now() - 60_000));
    await until('retried', 'a.jpg');
    expect(ledger.jobs.count()).toMatchObject({ cancelled: 0, waiting: 1 });
  });

  it('F61 is admitted once per name if the names differ only in their Unicode normal form', async () => {
    const { until, put, watch, events } = await hotFolderHarness();
    const twins = ['Cafe\u0301.jpg', 'Café.jpg', 'café.jpg'];
    for (const [i, name] of twins.entries()) await put(name, await jpeg(i));
    await watch();
    await until('admitted', undefined, 3);
    expect(new Set(events.map(pathOf))).toEqual(new Set(twins));
  });

  it('is admitted by each of two recipes on one folder', async () => {
    const { until, put, watch, folder, events, inbox, root } = await hotFolderHarness();
    const other = await testRecipe({ backgroundHex: '#000000' });
    await watch(folder());
    await watch(folder({}, other), 'process', other);
    await put('a.jpg', await jpeg(1));
    await link(join(inbox, 'a.jpg'), join(root, 'kept.jpg'));
    await until('admitted', 'a.jpg', 2);
    expect(new Set(events.map(jobOf)).size).toBe(2);
  });

  it('stays skipped or cancelled even if the disk gives it a new inode, unless it is removed and put back', async () => {
    const { until, take, watch, ledger, folder, events, inbox, root } = await hotFolderHarness();
    /** Puts a photo into the folder with a new inode, and always with the same size and time. */
    const place = async (name: string, number: number) => {
      await writeFile(join(root, name), await jpeg(number));
      await utimes(join(root, name), 1_700_000_000, 1_700_000_000);
      await rename(join(root, name), join(inbox, name));
    };
    await place('old.jpg', 1);
    const watched = folder({ rescanMs: 600_000 });
    const watcher = await watch(watched, 'skip');
    await place('cancelled.jpg', 2);
    ledger.jobs.end(jobOf((await until('admitted'))[0]), 'cancelled', null);
    await place('old.jpg', 1);
    await place('cancelled.jpg', 2);
    await take('next.jpg', 3);
    await watcher.rescan();
    await take('last.jpg', 4);
    expect(events.map(pathOf)).toEqual(['cancelled.jpg', 'next.jpg', 'last.jpg']);
    expect(ledger.jobs.count()).toMatchObject({ cancelled: 1, waiting: 2 });

    await rename(join(inbox, 'cancelled.jpg'), join(root, 'cancelled.jpg'));
    const sighted = () => ledger.sightings.find(watched.id, 'cancelled.jpg');
    await eventually(() => expect(sighted()).toBeUndefined());
    await place('cancelled.jpg', 2);
    await until('retried', 'cancelled.jpg');
  });

  it('continues an earlier job that ended before anything was bought', async () => {
    const { until, put, take, watch, ledger, root, folder } = await hotFolderHarness();
    await watch();
    const problem = { code: 'photo-damaged', message: 'It is damaged.' } as const;
    const job = await take('a.jpg', 1);
    ledger.jobs.end(job, 'failed', problem);
    const b = await put('right/b.jpg', await jpeg(1));
    await until('retried', 'right/b.jpg');
    // its results take their name and folder from the photo that the user has put back
    const resumed = { state: 'waiting', source: b, name: 'b.jpg', subFolder: 'right' };
    expect(ledger.jobs.load(job)).toMatchObject({ value: resumed });

    ledger.jobs.end(job, 'failed', problem);
    await mkdir(join(root, 'other'));
    const other = folder({ path: join(root, 'other') });
    await watch(other);
    await writeFile(join(other.path, 'c.jpg'), await jpeg(1));
    await until('retried', 'c.jpg');
    const moved = { name: 'c.jpg', subFolder: '', hotFolderId: other.id };
    expect(ledger.jobs.load(job)).toMatchObject({ value: moved });
  });
});

describe('files that are not photos', () => {
  it('F80 are moved to Failed with the reason if they have the name of a photo', async () => {
    const { until, put, take, watch, folder, names, ledger } = await hotFolderHarness();
    const watched = folder({ after: 'move' });
    await watch(watched);
    await put('sub/page.jpg', '<!doctype html><title>Sign in to the network</title>');
    await put('notes.txt', 'left alone');
    await take('unnamed', 1);
    await until('failed', 'sub/page.jpg');
    await eventually(async () => {
      expect(await names('in/Failed/sub')).toEqual(['page.jpg', 'page.jpg.txt']);
      expect(ledger.sightings.failed(watched.id)).toMatchObject([
        { path: 'Failed/sub/page.jpg', code: 'photo-not-an-image' },
      ]);
    });
    expect(await names('in')).toEqual(['Failed', 'notes.txt', 'sub', 'unnamed']);
  });

  it('F60 are not followed if they are links out of the folder or link loops', async () => {
    const { until, put, watch, events, inbox, root } = await hotFolderHarness();
    await mkdir(join(root, 'elsewhere'));
    await writeFile(join(root, 'elsewhere/secret.jpg'), await jpeg(7));
    await symlink(join(root, 'elsewhere'), join(inbox, 'out-of-it'));
    await symlink(join(root, 'elsewhere/secret.jpg'), join(inbox, 'secret.jpg'));
    await symlink(inbox, join(inbox, 'loop'));
    await put('z.jpg', await jpeg(1));
    const watcher = await watch();
    await until('admitted', 'z.jpg');
    await watcher.rescan();
    expect(events).toHaveLength(1);
    expect(watcher.state().settling).toBe(0);
  });

  it('F59 are listed as failed after a while if empty or truncated, and admitted when they change', async () => {
    const { until, put, take, watch, folder, ledger } = await hotFolderHarness(hurried(400, 300));
    const watched = folder({ settleMs: 20_000, rescanMs: 600_000 });
    const watcher = await watch(watched);
    await put('empty.jpg', '');
    const photo = await jpeg(1);
    await put('cut.jpg', photo.subarray(0, photo.length - 1));
    const [empty] = await until('failed', 'empty.jpg');
    expect(empty).toMatchObject({ problem: { code: 'file-incomplete' } });
    await until('failed', 'cut.jpg');
    const listed = () => ledger.sightings.failed(watched.id).map(({ path }) => path);
    expect(listed()).toEqual(['cut.jpg', 'empty.jpg']);
    expect(watcher.state().settling).toBe(0);
    await take('empty.jpg', 2);
    expect(listed()).toEqual(['cut.jpg']);
  });

  it('B10 are listed after the settle time if empty or truncated, and admitted when complete', async () => {
    const { until, put, take, watch, folder, ledger, inbox, events } = await hotFolderHarness(
      hurried(40),
    );
    const watched = folder({ settleMs: 2_000, rescanMs: 600_000 });
    const watcher = await watch(watched);
    const listed = () => ledger.sightings.failed(watched.id).map(({ path, code }) => [path, code]);
    const photo = await jpeg(1);
    for (const name of ['empty.jpg', 'gone.jpg', 'renamed.jpg']) await put(name, '');
    const path = await put('cut.jpg', photo.subarray(0, photo.length - 1));
    await eventually(() =>
      expect(listed()).toEqual([
        ['cut.jpg', 'file-partial'],
        ['empty.jpg', 'file-empty'],
        ['gone.jpg', 'file-empty'],
        ['renamed.jpg', 'file-empty'],
      ]),
    );
    expect(ledger.sightings.find(watched.id, 'empty.jpg')?.message).toBe(
      '"empty.jpg" is still empty. It will be processed when its content arrives.',
    );
    // Darkslide waits for all of them, and has refused none yet
    expect([events, watcher.state().settling]).toEqual([[], 4]);

    await rm(join(inbox, 'gone.jpg'));
    await rename(join(inbox, 'renamed.jpg'), join(inbox, 'renamed.txt'));
    await appendFile(path, photo.subarray(photo.length - 1));
    await take('empty.jpg', 2);
    await until('admitted', 'cut.jpg');
    await eventually(() => expect([listed(), watcher.state().settling]).toEqual([[], 0]));
  });

  it('B10 stay dismissed when they are refused later, and are forgotten when they are removed', async () => {
    const { until, put, watch, folder, ledger, inbox } = await hotFolderHarness(hurried(400, 300));
    const watched = folder({ settleMs: 20_000, rescanMs: 600_000 });
    const watcher = await watch(watched);
    const listed = () => ledger.sightings.failed(watched.id).map(({ path }) => path);
    await put('empty.jpg', '');
    await put('page.jpg', '<!doctype html><title>Sign in to the network</title>');
    await eventually(() => expect(listed()).toEqual(['empty.jpg', 'page.jpg']));
    ledger.sightings.dismiss(watched.id, 'empty.jpg');
    await until('failed', 'empty.jpg');
    expect(listed()).toEqual(['page.jpg']);
    await watcher.close();
    await rm(join(inbox, 'page.jpg'));
    await watch(watched);
    expect(listed()).toEqual([]);
  });
});
