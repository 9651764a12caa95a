import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openFolderSession, type FolderSession } from '../../../test/handlers/folder-session.ts';
import { jpeg } from '../../../test/intake/hot-folder-harness.ts';

let session: FolderSession;
let id: number;
/** Folder of the photos to copy, outside the hot folder. */
let shoot: string;
let drop: string;
beforeEach(async () => {
  session = await openFolderSession();
  const draft = await session.draft('drop', await session.recipe('White'));
  ({ id } = await session.add(draft));
  drop = draft.path;
  shoot = await session
    .put('shoot/card 1/a.jpg', await jpeg(40, 600))
    .then((file) => join(file, '..', '..'));
  await session.put('shoot/b.jpg', await jpeg(90, 600));
});

const copyIn = (paths: readonly string[], from: string | null = null) =>
  session.ask('folders.copy-in', { id, paths: paths.map((path) => join(shoot, path)), from });

describe('photos that are copied into a hot folder', () => {
  it('are processed, and the originals stay', async () => {
    const { copied, refused } = await copyIn(['card 1/a.jpg', 'b.jpg'], shoot);
    expect(copied).toHaveLength(2);
    expect(refused).toEqual([]);
    await session.until(id, { counts: { done: 2, total: 2 } });
    expect(await readFile(join(drop, 'shoot', 'card 1', 'a.jpg'))).toEqual(
      await readFile(join(shoot, 'card 1', 'a.jpg')),
    );
    expect((await readdir(join(drop, 'shoot'))).sort()).toEqual(['b.jpg', 'card 1']);
  });

  it('are not copied if the hot folder is missing, which is then not created', async () => {
    await rename(drop, `${drop} away`);
    const asked = { id, paths: [join(shoot, 'b.jpg')], from: null };
    expect(await session.refused('folders.copy-in', asked)).toMatchObject({
      code: 'folder-unreachable',
    });
    expect(existsSync(drop)).toBe(false);
  });

  it('get a number if another photo has their name, and are not copied twice', async () => {
    await writeFile(join(drop, 'b.jpg'), await jpeg(200, 600));
    for (let time = 0; time < 2; time += 1) await copyIn(['b.jpg']);
    expect((await readdir(drop)).sort()).toEqual(['b-2.jpg', 'b.jpg']);
    expect(await readFile(join(drop, 'b-2.jpg'))).toEqual(await readFile(join(shoot, 'b.jpg')));
  });

  it('are refused one by one if they are no photos, are already there, or would leave the folder through a link', async () => {
    await writeFile(join(shoot, 'notes.jpg'), 'words');
    await symlink(shoot, join(drop, 'shoot'));
    const { copied, refused } = await session.ask('folders.copy-in', {
      id,
      paths: [join(shoot, 'notes.jpg'), join(shoot, 'b.jpg')],
      from: shoot,
    });
    expect(copied).toEqual([]);
    expect(refused.map(({ code }) => code)).toEqual(['photo-not-an-image', 'photo-not-copied']);
    await mkdir(join(drop, 'in'));
    await writeFile(join(drop, 'in', 'c.jpg'), await jpeg(70, 600));
    const inside = await session.ask('folders.copy-in', {
      id,
      paths: [join(drop, 'in', 'c.jpg')],
      from: null,
    });
    expect(inside.refused).toMatchObject([{ code: 'photo-not-copied', about: 'c.jpg' }]);
  });
});
