import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listFolders } from './host-folders.ts';

const never = new AbortController().signal;

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
    const listed = await listFolders(folder, never);
    expect(listed).toMatchObject({ ok: true, value: { photos: 2, parent: dirname(folder) } });
    expect(listed.ok && listed.value.folders.map(({ name }) => name)).toEqual([
      '9',
      '10',
      'link',
      'ü 😀',
    ]);
  });

  it('begin at the person’s own, and end at the root', async () => {
    expect(await listFolders(null, never)).toMatchObject({ ok: true, value: { path: homedir() } });
    expect(await listFolders('/', never)).toMatchObject({ ok: true, value: { parent: null } });
  });

  it('that are not there, are no folders or have no whole path are refused', async () => {
    const folder = await folderWith(['a.jpg']);
    const codes = [join(folder, 'none'), join(folder, 'a.jpg'), 'a', '', '/a\0b'].map(
      async (path) => {
        const listed = await listFolders(path, never);
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
