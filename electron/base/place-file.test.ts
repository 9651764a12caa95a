import { execFile } from 'node:child_process';
import { link, lstat, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { ownFolder } from '../../test/fixtures/own-folder.ts';
import { mountSmallDisk } from '../../test/fixtures/small-disk.ts';
import { virtualClock } from '../../test/service/virtual-clock.ts';
import type { Clock } from './clock.ts';
import { areOneFile, moveOnSameVolume, placeByRename, placeNew } from './place-file.ts';

const run = promisify(execFile);
let folder = '';
beforeEach(async () => {
  folder = await ownFolder('place-file');
});

describe('placing a new file', () => {
  it.each([
    ['with hard links', placeNew],
    ['without hard links', placeByRename],
  ])('never replaces another file, %s', async (_how, place) => {
    const [temp, target] = [join(folder, 'temp'), join(folder, 'target')];
    await writeFile(temp, 'new');
    await writeFile(target, 'old');
    expect(await place(temp, target)).toBe('exists');
    expect(await readFile(target, 'utf8')).toBe('old');
    await rm(target);
    expect(await place(temp, target)).toBe('placed');
    expect(await readFile(target, 'utf8')).toBe('new');
    expect(await readdir(folder)).toEqual(['target']);
  });

  it('never takes two files for one file because their inode numbers are equal', async () => {
    const [one, other] = [join(folder, 'one'), join(folder, 'other')];
    await writeFile(one, 'photo');
    const alone = await lstat(one, { bigint: true });
    await link(one, other);
    const [a, b] = [await lstat(one, { bigint: true }), await lstat(other, { bigint: true })];
    expect(areOneFile(a, b)).toBe(true);
    // a network file system without inode numbers, and one with numbers of several disks
    const unnumbered = { ...a, ino: 0n, nlink: 2n };
    expect(areOneFile(unnumbered, unnumbered)).toBe(false);
    expect(areOneFile(alone, alone)).toBe(false);
    expect(areOneFile(a, { ...b, size: b.size + 1n })).toBe(false);
  });

  it('leaves no placeholder if the rename fails', async () => {
    const placing = placeByRename(join(folder, 'gone'), join(folder, 'target'));
    await expect(placing).rejects.toThrow('ENOENT');
    expect(await readdir(folder)).toEqual([]);
  });

  it('lets only one of many concurrent calls succeed', async () => {
    const target = join(folder, 'target');
    const temps = Array.from({ length: 20 }, (_, n) => join(folder, `temp-${n}`));
    await Promise.all(temps.map((temp) => writeFile(temp, temp)));
    const ends = await Promise.all(temps.map((temp) => placeNew(temp, target)));
    expect(ends.filter((end) => end === 'placed')).toHaveLength(1);
    expect(await readFile(target, 'utf8')).toBe(temps[ends.indexOf('placed')]);
  });
});

describe('moving on the same volume', () => {
  it('adds a number if the name is taken, and loses nothing', async () => {
    const clock = virtualClock();
    const done = join(folder, 'Processed');
    await mkdir(done);
    const moved: unknown[] = [];
    for (const content of ['1', '2', '3']) {
      const from = join(folder, 'a.b.jpg');
      await writeFile(from, content);
      moved.push(await moveOnSameVolume(from, join(done, 'a.b.jpg'), clock));
    }
    expect(moved).toEqual(
      ['a.b.jpg', 'a.b-2.jpg', 'a.b-3.jpg'].map((name) => ({
        ok: true,
        value: { kind: 'moved', file: join(done, name) },
      })),
    );
    expect(await readFile(join(done, 'a.b-3.jpg'), 'utf8')).toBe('3');
    expect(await readdir(folder)).toEqual(['Processed']);
  });

  it('leaves a file that would have to be copied to another volume', async (test) => {
    const disk = await mountSmallDisk(folder);
    if (disk === null) return test.skip('no small disk can be mounted here');
    try {
      const from = join(folder, 'a.jpg');
      await writeFile(from, 'photo');
      const moved = await moveOnSameVolume(from, join(disk.path, 'a.jpg'), virtualClock());
      expect(moved).toEqual({ ok: true, value: { kind: 'other-volume' } });
      expect(await readFile(from, 'utf8')).toBe('photo');
      expect(await readdir(disk.path)).toEqual([]);
    } finally {
      await disk.unmount();
    }
  });

  it('F66 F68 moves a file once, even if it temporarily has both names', async (test) => {
    const done = join(folder, 'Processed');
    await mkdir(done);
    const from = join(folder, 'a.jpg');
    await writeFile(from, 'photo');
    // as after a crash between adding the new name and removing the old one
    await link(from, join(done, 'a.jpg'));
    const moved = { ok: true, value: { kind: 'moved', file: join(done, 'a.jpg') } };
    const move = (clock: Clock) => moveOnSameVolume(from, join(done, 'a.jpg'), clock);
    expect(await move(virtualClock())).toEqual(moved);
    expect([await readdir(folder), await readdir(done)]).toEqual([['Processed'], ['a.jpg']]);

    await rename(join(done, 'a.jpg'), from);
    const attribute = (sign: string) => run('chattr', [`${sign}a`, folder]);
    if (!(await attribute('+').catch(() => null)))
      return test.skip('this system cannot lock a file');
    const clock = virtualClock();
    const sleep = async (ms: number) => {
      if (clock.slept.length === 2) await attribute('-');
      return clock.sleep(ms);
    };
    expect(await move({ ...clock, sleep })).toEqual(moved);
    expect([await readdir(folder), await readdir(done)]).toEqual([['Processed'], ['a.jpg']]);
  });

  it('reports that the file is gone', async () => {
    const moved = await moveOnSameVolume(join(folder, 'x'), join(folder, 'y'), virtualClock());
    expect(moved.ok).toBe(false);
  });
});
