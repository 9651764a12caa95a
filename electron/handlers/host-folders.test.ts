import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, parse, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { browsingIn, browsingOf } from './browsing.ts';
import { listFolders } from './host-folders.ts';

const never = new AbortController().signal;
const everywhere = browsingIn([parse(tmpdir()).root]);

async function folderWith(names: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'darkslide-folders-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of names) {
    if (name.endsWith('/')) await mkdir(join(folder, name));
    else await writeFile(join(folder, name), '');
  }
  return folder;
}

describe('the folders of the computer', () => {
  it('are listed by name as people count, without hidden ones, with the pictures in them', async () => {
    const folder = await folderWith(['10/', '9/', '.hidden/', 'a.JPG', 'b.cr3', 'c.txt', 'ü 😀/']);
    await symlink(join(folder, '9'), join(folder, 'link'));
    await symlink(join(folder, 'none'), join(folder, 'broken'));
    const listed = await listFolders(folder, everywhere, never);
    expect(listed).toMatchObject({ ok: true, value: { photos: 2, parent: dirname(folder) } });
    expect(listed.ok && listed.value.folders.map(({ name }) => name)).toEqual([
      '9',
      '10',
      'link',
      'ü 😀',
    ]);
  });

  it('begin at the person’s own, and end at a root', async () => {
    const usual = browsingOf(null);
    expect(await listFolders(null, usual, never)).toMatchObject({
      ok: true,
      value: { path: homedir(), parent: null },
    });
    const within = [await folderWith([])];
    expect(await listFolders(null, browsingOf({ within }), never)).toMatchObject({
      ok: true,
      value: { path: within[0], parent: null, places: [{ path: within[0] }] },
    });
  });

  it('A11 lead out of no root, by no link, and into nothing hidden', async () => {
    const outside = await folderWith(['secret.jpg']);
    const root = await folderWith(['in/', '.hidden/', '.hidden/below/', 'in/.hidden/']);
    await symlink(outside, join(root, 'out'));
    await symlink(join(root, '.hidden'), join(root, 'shown'));
    await symlink(join(root, 'in'), join(root, 'again'));
    const browsing = browsingIn([root]);
    const listed = await listFolders(root, browsing, never);
    expect(listed.ok && listed.value.folders.map(({ name }) => name)).toEqual(['again', 'in']);
    const may = (path: string) => browsing.mayEnter(path);
    const asked = [root, 'in', 'in/new', 'again', '.', '..', '../..', 'out', 'shown', '.hidden'];
    const more = ['.hidden/below', 'in/.hidden', 'in/.hidden/new', outside, '/', '/etc', 'a\0b'];
    const answers = await Promise.all(
      [...asked, ...more].map(async (path) => [path, await may(resolve(root, path))]),
    );
    expect(answers.filter(([, isOpen]) => isOpen).map(([path]) => path)).toEqual([
      root,
      'in',
      'in/new',
      'again',
      '.',
    ]);
  });

  it('that are not there, are no folders or have no whole path are refused', async () => {
    const folder = await folderWith(['a.jpg']);
    const codes = [join(folder, 'none'), join(folder, 'a.jpg'), 'a', '', '/a\0b'].map(
      async (path) => {
        const listed = await listFolders(path, everywhere, never);
        return listed.ok ? 'ok' : listed.problem.code;
      },
    );
    expect(await Promise.all(codes)).toEqual([
      'folder-missing',
      'folder-missing',
      'path-relative',
      'path-relative',
      'path-relative',
    ]);
  });
});
