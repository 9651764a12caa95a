import { mkdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { isInRoots, isRootName, localPlace, reachPlace, sharedPlace } from './roots.ts';

const shoots = resolve('/volumes/shoots');
const roots = { shoots, day: join(shoots, 'today') };

describe('a place below a shared root', () => {
  it.each([
    [join(shoots, 'a b', 'ü.jpg'), { root: 'shoots', path: 'a b/ü.jpg' }],
    [shoots, { root: 'shoots', path: '' }],
    // the place belongs to the innermost root
    [join(shoots, 'today', 'x.jpg'), { root: 'day', path: 'x.jpg' }],
    [join(shoots, '..hidden'), { root: 'shoots', path: '..hidden' }],
  ])('%s has the same name at all stations, and is found by that name', (path, place) => {
    expect(sharedPlace(roots, path)).toEqual(place);
    expect(localPlace(roots, place)).toBe(path);
  });

  it('has another path on another station', () => {
    const there = { shoots: resolve('/mnt/nas') };
    const place = sharedPlace(roots, join(shoots, 'b', 'c.jpg')) ?? { root: '', path: '' };
    expect(localPlace(there, place)).toBe(resolve('/mnt/nas/b/c.jpg'));
  });

  it.each([resolve('/volumes'), resolve('/volumes/shoots2/a.jpg'), resolve('/etc/passwd')])(
    'is never %s, which is outside all roots',
    (path) => expect(sharedPlace(roots, path)).toBeNull(),
  );

  it.each([
    { root: 'other', path: 'a.jpg' },
    { root: 'constructor', path: 'a.jpg' },
    { root: 'shoots', path: '../a.jpg' },
    { root: 'shoots', path: 'a/../../b.jpg' },
    { root: 'shoots', path: '/etc/passwd' },
    { root: 'shoots', path: 'a//b' },
    { root: 'shoots', path: './a' },
    { root: 'shoots', path: 'a\0.jpg' },
  ])('has no path if it is %j', (place) => expect(localPlace(roots, place)).toBeNull());
});

it('a root has a short plain name', () => {
  expect(['shoots', 'NAS-2', 'aufträge', 'a.b_c'].filter(isRootName)).toHaveLength(4);
  expect(['', '.a', 'a b', 'a/b', 'a=b', '__proto__', 'x'.repeat(65)].filter(isRootName)).toEqual(
    [],
  );
});

describe('a place on disk', () => {
  it('is not reached through a link that leads out of its root', async () => {
    const folder = await ownFolder('roots');
    const [root, pictures] = [join(folder, 'shoots'), join(folder, 'pictures')];
    for (const path of [join(root, 'day'), pictures]) await mkdir(path, { recursive: true });
    await symlink(pictures, join(root, 'out'));
    await symlink(join(root, 'day'), join(root, 'today'));
    const reach = (path: string) => reachPlace({ shoots: root }, { root: 'shoots', path });
    for (const path of ['', 'day', 'day/1.jpg', 'today/1.jpg']) {
      expect(await reach(path)).toEqual({ ok: true, value: join(root, path) });
    }
    for (const path of ['out', 'out/1.jpg', 'out/new/1.jpg']) {
      expect(await reach(path)).toMatchObject({ problem: { code: 'shared-root-missing' } });
    }
    expect(await isInRoots({ shoots: root }, pictures)).toBe(false);
  });
});
