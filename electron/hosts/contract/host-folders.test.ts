import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, parse, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { codeOf, valueOf } from '../../../test/fixtures/values.ts';
import { browsingIn, browsingOf } from './browsing.ts';
import { listFolders } from './host-folders.ts';

const never = new AbortController().signal;
const everywhere = browsingIn([parse(tmpdir()).root]);

async function folderWith(names: readonly string[]): Promise<string> {
  const folder = await ownFolder('folders');
  for (const name of names) {
    if (name.endsWith('/')) await mkdir(join(folder, name));
    else await writeFile(join(folder, name), '');
  }
  return folder;
}

describe('the folders of the computer', () => {
  it('are listed in natural order, without hidden folders, and with the pictures in them', async () => {
    const folder = await folderWith(['10/', '9/', '.hidden/', 'a.JPG', 'b.cr3', 'c.txt', 'ü 😀/']);
    await symlink(join(folder, '9'), join(folder, 'link'));
    await symlink(join(folder, 'none'), join(folder, 'broken'));
    const { folders, ...listed } = valueOf(await listFolders(folder, everywhere, never));
    expect(listed).toMatchObject({ photos: 2, parent: dirname(folder) });
    expect(folders.map(({ name }) => name)).toEqual(['9', '10', 'link', 'ü 😀']);
  });

  it('start at the home folder and end at a root', async () => {
    const usual = await listFolders(null, browsingOf(null), never);
    expect(valueOf(usual)).toMatchObject({ path: homedir(), parent: null });
    const path = await folderWith([]);
    const allowed = await listFolders(null, browsingOf({ within: [path] }), never);
    expect(valueOf(allowed)).toMatchObject({ path, parent: null, places: [{ path }] });
  });

  it('A11 never leave a root through a link, and never include hidden folders', async () => {
    const outside = await folderWith(['secret.jpg']);
    const root = await folderWith(['in/', '.hidden/', '.hidden/below/', 'in/.hidden/']);
    await symlink(outside, join(root, 'out'));
    await symlink(join(root, '.hidden'), join(root, 'shown'));
    await symlink(join(root, 'in'), join(root, 'again'));
    const browsing = browsingIn([root]);
    const { folders } = valueOf(await listFolders(root, browsing, never));
    expect(folders.map(({ name }) => name)).toEqual(['again', 'in']);
    const mayEnter = async (path: string) => browsing.mayEnter(resolve(root, path));
    for (const path of [root, 'in', 'in/new', 'again', '.']) {
      expect([path, await mayEnter(path)]).toEqual([path, true]);
    }
    const closed = ['..', '../..', 'out', 'shown', '.hidden', '.hidden/below', 'in/.hidden'];
    for (const path of [...closed, 'in/.hidden/new', outside, '/', '/etc', 'a\0b']) {
      expect([path, await mayEnter(path)]).toEqual([path, false]);
    }
  });

  it('that are missing, files or relative paths are refused', async () => {
    const folder = await folderWith(['a.jpg']);
    const codeAt = async (path: string) => codeOf(await listFolders(path, everywhere, never));
    for (const path of [join(folder, 'none'), join(folder, 'a.jpg')]) {
      expect(await codeAt(path)).toBe('folder-missing');
    }
    for (const path of ['a', '', '/a\0b']) expect(await codeAt(path)).toBe('path-relative');
  });
});
