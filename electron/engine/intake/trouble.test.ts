import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mountShare } from '../../../test/fixtures/share.ts';
import { fillDisk, mountSmallDisk } from '../../../test/fixtures/small-disk.ts';
import { systemClock, type Clock } from '../../base/clock.ts';
import { hotFolderHarness, jpeg, pathOf } from '../../../test/intake/hot-folder-harness.ts';
import { admitAtOnce } from '../../../test/intake/many-files.ts';

const run = promisify(execFile);
const fewWatches = new URL('../../../test/intake/few-watches.ts', import.meta.url).pathname;
const unreadable = new URL('../../../test/intake/unreadable.ts', import.meta.url).pathname;

describe('a hot folder in trouble', () => {
  it('F57 is watched again after it was removed and recreated', async () => {
    const { until, take, watch, inbox } = await hotFolderHarness();
    const watcher = await watch();
    await take('a.jpg', 1);
    await rm(inbox, { recursive: true });
    await until('unreachable');
    expect(watcher.state().reachable).toBe(false);
    await mkdir(inbox);
    await watcher.rescan();
    await until('reachable');
    await take('b.jpg', 2);
  });

  it('F55 is unreachable as an empty mount point, and recovers automatically', async (context) => {
    const { until, watch, folder, root, events, ledger } = await hotFolderHarness();
    await mkdir(join(root, 'share'));
    const disk = await mountSmallDisk(join(root, 'share'));
    if (disk === null) return context.skip();
    try {
      const watched = folder({ path: disk.path, rescanMs: 100 });
      const watcher = await watch(watched);
      await writeFile(join(disk.path, 'a.jpg'), await jpeg(1));
      await until('admitted', 'a.jpg');
      await disk.unmount();
      await until('unreachable');
      expect(watcher.state().reachable).toBe(false);
      expect(ledger.sightings.find(watched.id, 'a.jpg')?.outcome).toBe('admitted');
      await rm(disk.path, { recursive: true });
      const again = await mountSmallDisk(join(root, 'share'));
      await writeFile(join(disk.path, 'b.jpg'), await jpeg(2));
      await until('reachable');
      await until('admitted', 'b.jpg');
      expect(events.filter(({ kind }) => kind === 'unreachable')).toHaveLength(1);
      await watcher.close();
      if (again !== null) await again.unmount();
    } finally {
      await disk.unmount().catch(() => undefined);
    }
  });

  it('F54 finds with a rescan the files that another computer writes to a share without events', async (context) => {
    const { until, watch, folder, root, events } = await hotFolderHarness();
    const share = await mountShare(root);
    if (share === null) return context.skip();
    try {
      await mkdir(join(share.path, 'here'));
      const watcher = await watch(folder({ path: share.path, rescanMs: 600_000 }));
      for (const name of ['1.jpg', '2.jpg']) {
        // until the first photo is admitted, a full scan may still follow the start of watching
        if (name === '2.jpg') await writeFile(join(share.behind, 'remote.jpg'), await jpeg(3));
        await writeFile(join(share.path, 'here', name), await jpeg(Number(name[0])));
        await until('admitted', `here/${name}`);
      }
      expect(events.map(pathOf)).toEqual(['here/1.jpg', 'here/2.jpg']);
      await watcher.rescan();
      await until('admitted', 'remote.jpg');
      await watcher.close();
    } finally {
      await share.unmount();
    }
  });

  it.for([
    ['runs out of watches', 'echo 3 > /proc/sys/user/max_inotify_watches'],
    ['cannot watch anything (EMFILE)', 'echo 0 > /proc/sys/user/max_inotify_instances'],
  ])('F56 %s: scans the folder instead, and reports it once', async ([, limit = ''], context) => {
    const alone = (command: string) => run('unshare', ['-Ur', 'sh', '-c', command]);
    const isAllowed = await alone(limit).then(
      () => true,
      () => false,
    );
    if (!isAllowed) return context.skip();
    const { stdout } = await alone(`${limit} && exec "${process.execPath}" "${fewWatches}"`);
    expect(JSON.parse(stdout)).toEqual({ kinds: ['polling', 'admitted'], polling: true });
  });

  it('F59 lists an unreadable photo as failed after a while, and admits it when it becomes readable', async (context) => {
    const isRoot = process.getuid?.() === 0;
    const command = [process.execPath, unreadable];
    const [file = '', ...args] = isRoot ? ['unshare', '-U', ...command] : command;
    if (isRoot && !(await run('unshare', ['-U', 'true']).catch(() => null))) return context.skip();
    const { stdout } = await run(file, args);
    expect(JSON.parse(stdout)).toEqual({ code: 'file-unreadable', kinds: ['failed', 'admitted'] });
  });

  it('F39 waits while the disk of its ledger is full, reports this once, and continues automatically', async (context) => {
    const place = await mkdtemp(join(tmpdir(), 'darkslide-full-'));
    onTestFinished(() => rm(place, { recursive: true, force: true }));
    const disk = await mountSmallDisk(place, '4m');
    if (disk === null) return context.skip();
    onTestFinished(() => disk.unmount());
    let sleeps = 0;
    const sleep: Clock['sleep'] = (ms, signal) => {
      sleeps += 1;
      return systemClock.sleep(ms / 20, signal);
    };
    const clock = { ...systemClock, sleep };
    const { until, put, watch, folder, events } = await hotFolderHarness(clock, disk.path);
    const watched = folder();
    await put('a.jpg', await jpeg(1));
    const makeRoom = await fillDisk(disk.path);
    await watch(watched);
    const [waiting] = await until('waiting');
    expect(waiting).toMatchObject({ problem: { code: 'disk-full' } });
    const before = sleeps;
    await expect.poll(() => sleeps).toBeGreaterThan(before + 3);
    await makeRoom();
    await until('goes-on');
    expect(events.map(({ kind }) => kind)).toEqual(['waiting', 'admitted', 'goes-on']);
  });

  it('F69 is refused if its output is inside it', async () => {
    const { watch, folder, inbox } = await hotFolderHarness();
    const inside = folder({ outFolder: join(inbox, 'out') });
    await expect(watch(inside)).rejects.toThrow('folder-own-output');
    await expect(watch(folder({ path: join(inbox, 'no') }))).rejects.toThrow('folder-missing');
  });
});

it('F84 admits 1,000 files at once in order, with a bounded heap, without blocking', async () => {
  expect(await admitAtOnce(1000)).toHaveProperty('count', 1000);
});
