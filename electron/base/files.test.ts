import { lstat, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { ownFolder } from '../../test/fixtures/own-folder.ts';
import {
  busyPatience,
  diskProblem,
  freeSpace,
  isLeftoverName,
  isUnfinishedName,
  sha256File,
  syncFolder,
  unfinishedBeside,
  whileBusy,
  writeWhole,
} from './files.ts';
import { isInside } from './paths.ts';
import { sha256Of } from '../../test/fixtures/jobs.ts';
import { mountSmallDisk } from '../../test/fixtures/small-disk.ts';
import { virtualClock } from '../../test/service/virtual-clock.ts';

let folder = '';
beforeEach(async () => {
  folder = await ownFolder('files');
});

function systemError(code: string): Error {
  return Object.assign(new Error(code), { errno: -1, code });
}

describe('writing a whole file', () => {
  it('replaces the target and leaves no other files', async () => {
    const target = join(folder, 'a.txt');
    await writeFile(target, 'old');
    const outcome = await writeWhole(target, (handle) => handle.writeFile('new'), Math.random);
    expect(outcome.ok).toBe(true);
    expect(await readFile(target, 'utf8')).toBe('new');
    expect(await readdir(folder)).toEqual(['a.txt']);
  });

  it('keeps the old content and cleans up when the writer throws', async () => {
    const target = join(folder, 'a.txt');
    await writeFile(target, 'old');
    const writing = writeWhole(target, () => Promise.reject(new TypeError('bug')), Math.random);
    await expect(writing).rejects.toThrow('bug');
    expect(await readFile(target, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['a.txt']);
  });

  it('reports a missing folder', async () => {
    const target = join(folder, 'none', 'a.txt');
    const outcome = await writeWhole(target, (handle) => handle.writeFile('x'), Math.random);
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'folder-missing' } });
  });

  it('F65 leaves no file after the disk was full', async (test) => {
    const disk = await mountSmallDisk(folder);
    if (disk === null) return test.skip('no small disk can be mounted here');
    try {
      const target = join(disk.path, 'big.bin');
      const big = Buffer.alloc(3 * 2 ** 20, 1);
      const outcome = await writeWhole(target, (handle) => handle.writeFile(big), Math.random);
      expect(outcome).toMatchObject({ ok: false, problem: { code: 'disk-full' } });
      expect(await readdir(disk.path)).toEqual([]);
    } finally {
      await disk.unmount();
    }
  });

  it('gives unfinished files names that hot folders ignore', () => {
    const name = unfinishedBeside('/x/y.png', Math.random).slice(3);
    expect(name).toMatch(/^\.[a-z0-9]{10}\.darkslide-part$/);
    expect(isUnfinishedName(name)).toBe(true);
    expect(isUnfinishedName('y.png')).toBe(false);
    expect([`${name}.icc`, `${name}-wal`, 'y.icc'].map(isLeftoverName)).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('a busy file', () => {
  it('F66 is retried until it is free', async () => {
    const clock = virtualClock();
    let left = 3;
    const result = await whileBusy(clock, () =>
      left-- > 0 ? Promise.reject(systemError('EBUSY')) : Promise.resolve('done'),
    );
    expect(result).toBe('done');
    expect(clock.slept).toEqual([100, 200, 400]);
  });

  it('F66 leads to a failure after a minute', async () => {
    const clock = virtualClock();
    const tries = whileBusy(clock, () => Promise.reject(systemError('EPERM')));
    await expect(tries).rejects.toThrow('EPERM');
    expect(clock.mono()).toBe(busyPatience);
  });

  it('leads to a failure immediately on any other error, and on an abort', async () => {
    const clock = virtualClock();
    await expect(whileBusy(clock, () => Promise.reject(systemError('EIO')))).rejects.toThrow('EIO');
    const busy = () => Promise.reject(systemError('EBUSY'));
    await expect(whileBusy(clock, busy, AbortSignal.abort())).rejects.toThrow('EBUSY');
    expect(clock.slept).toEqual([]);
  });
});

describe('disk problems', () => {
  it.each([
    ['ENOSPC', 'disk-full'],
    ['EDQUOT', 'disk-full'],
    ['EIO', 'disk-failing'],
    ['EACCES', 'folder-unwritable'],
    ['EROFS', 'folder-unwritable'],
    ['ENOENT', 'folder-missing'],
    ['ESTALE', 'folder-unreachable'],
  ])('F42 %s is reported as %s', (code, expected) => {
    const problem = diskProblem(systemError(code), '/home/anna/shoot/a.jpg');
    expect(problem.code).toBe(expected);
    expect(JSON.stringify(problem)).not.toContain('/home');
  });

  it('are distinguished from bugs, which are thrown again', () => {
    expect(() => diskProblem(new TypeError('bug'), '/a')).toThrow('bug');
  });

  it('include a missing folder that should be flushed', async () => {
    await expect(syncFolder(join(folder, 'gone'))).rejects.toThrow('ENOENT');
  });
});

it('a file is hashed in pieces, and the free space is returned', async () => {
  const file = join(folder, 'big');
  const content = Buffer.alloc(5_000_001, 'x');
  await writeFile(file, content);
  expect(await sha256File(file)).toBe(sha256Of(content));
  expect(await freeSpace(folder)).toBeGreaterThan(0);
});

describe('isInside', () => {
  const inside = (child: string, parent: string) =>
    isInside(join(folder, child), join(folder, parent));

  it.each([
    ['hot', 'hot', true],
    ['hot/sub', 'hot', true],
    ['hot/new/deep', 'hot', true],
    ['hot/../hot2', 'hot', false],
    ['hot2', 'hot', false],
    ['.', 'hot', false],
    ['none/a', 'none', true],
    ['None/a', 'no\u0301ne', false],
    ['NO\u0301NE/a', 'n\u00f3ne', true],
    ['other', 'none', false],
    // links are resolved, including links in parent folders and links to files
    ['link/new', 'hot', true],
    ['hot/new', 'link', true],
    ['out/loop', 'out', false],
    ['out/loop/hot', 'out', false],
    ['out/loop/out/x', 'out', true],
  ])('F60 F69 returns for %s in %s, existing or not, %s', async (child, parent, expected) => {
    await mkdir(join(folder, 'hot', 'sub'), { recursive: true });
    await mkdir(join(folder, 'out'));
    await symlink(join(folder, 'hot'), join(folder, 'link'));
    await symlink(folder, join(folder, 'out', 'loop'));
    expect(await inside(child, parent)).toBe(expected);
  });

  it('is false for a link that leads out of the folder', async () => {
    await mkdir(join(folder, 'out'));
    await symlink('/nowhere/at/all', join(folder, 'out', 'dangling'));
    expect((await lstat(join(folder, 'out', 'dangling'))).isSymbolicLink()).toBe(true);
    expect(await inside('out/dangling/x', 'out')).toBe(false);
  });

  it('agrees with a comparison of path names if there are no links', async () => {
    await mkdir(join(folder, 'a', 'b'), { recursive: true });
    const part = fc.constantFrom('a', 'b', 'c', '..');
    const path = fc.array(part, { maxLength: 4 }).map((parts) => join('/x', ...parts).slice(2));
    await fc.assert(
      fc.asyncProperty(path, path, async (child, parent) => {
        const plain = `${child}/`.startsWith(`${parent}/`) || parent === '';
        expect(await inside(child, parent)).toBe(plain);
      }),
      { numRuns: 60 },
    );
  });
});
