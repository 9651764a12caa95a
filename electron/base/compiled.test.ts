import { chmod, chown, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ownFolder } from '../../test/fixtures/own-folder.ts';
import { areOwn, cacheFolders } from './compiled.ts';

let home = '';
beforeEach(async () => {
  home = await ownFolder('compiled');
});

describe('the folder for compiled code', () => {
  it('is each system’s folder for caches', () => {
    expect(cacheFolders({ XDG_CACHE_HOME: '/var/cache/anna' }, 'linux')).toEqual([
      '/var/cache/anna',
      '/var/cache/anna/darkslide',
      '/var/cache/anna/darkslide/compiled',
    ]);
    expect(cacheFolders({ XDG_CACHE_HOME: 'relative' }, 'linux').at(1)).toMatch(/\.cache$/);
    expect(cacheFolders({}, 'darwin').at(-1)).toMatch(/Library.Caches.darkslide.compiled$/);
    expect(cacheFolders({ LOCALAPPDATA: 'local' }, 'win32').at(-1)).toMatch(/compiled$/);
  });
});

describe('a folder that code is loaded from', () => {
  const below = () => [home, join(home, 'cache'), join(home, 'cache', 'compiled')];

  it('is created if it is missing', () => {
    expect(areOwn(below())).toBe(true);
    expect(areOwn(below())).toBe(true);
  });

  it('is not used if others can write to it or above it', async () => {
    await mkdir(join(home, 'cache'));
    await chmod(join(home, 'cache'), 0o777);
    expect(areOwn(below())).toBe(false);
    await chmod(join(home, 'cache'), 0o700);
    await chmod(home, 0o770);
    expect(areOwn(below())).toBe(false);
  });

  it('is not used if it is replaced by a link or a file', async () => {
    await mkdir(join(home, 'elsewhere'));
    await symlink(join(home, 'elsewhere'), join(home, 'cache'));
    expect(areOwn(below())).toBe(false);
    expect(areOwn([join(home, 'not-there')])).toBe(false);
  });

  it.skipIf(process.getuid?.() !== 0)('is not used if it belongs to another user', async () => {
    await mkdir(join(home, 'cache'));
    await chown(join(home, 'cache'), 65534, 65534);
    expect(areOwn(below())).toBe(false);
  });
});
