import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openFolderSession, type FolderSession } from '../../../test/handlers/folder-session.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
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

describe('tickets of copied photos', () => {
  const ticket = (images: number) =>
    Buffer.from(JSON.stringify({ params: { batchCount: images } }));
  const ticketed = async (name: string, images: number) => {
    await session.put(`shoot/${name}`, await jpeg(120, 600));
    await session.put(`shoot/${name}.json`, ticket(images));
  };

  it('are copied with them, and each photo is processed with its ticket', async () => {
    await ticketed('t.jpg', 2);
    const { copied, refused } = await copyIn(['t.jpg', 't.jpg.json'], shoot);
    expect(copied).toEqual([join(shoot, 't.jpg')]);
    expect(refused).toEqual([]);
    await session.until(id, { counts: { done: 1, total: 1 } });
    const job = valueOf(session.studio().ledger.jobs.load(1));
    expect(job.recipe.params['batchCount']).toBe(2);
  });

  it('get the same number as their photo, unless photo and ticket are already there', async () => {
    await ticketed('t.jpg', 2);
    await copyIn(['t.jpg']);
    await ticketed('t.jpg', 3);
    for (let time = 0; time < 2; time += 1) await copyIn(['t.jpg']);
    expect((await readdir(drop)).sort()).toEqual([
      't-2.jpg',
      't-2.jpg.json',
      't.jpg',
      't.jpg.json',
    ]);
    expect(await readFile(join(drop, 't-2.jpg.json'))).toEqual(ticket(3));
  });

  it('never replace a ticket that waits for another photo', async () => {
    await writeFile(join(drop, 't.jpg.json'), ticket(4));
    await ticketed('t.jpg', 2);
    await copyIn(['t.jpg']);
    expect(await readFile(join(drop, 't.jpg.json'))).toEqual(ticket(4));
    expect((await readdir(drop)).sort()).toEqual(['t-2.jpg', 't-2.jpg.json', 't.jpg.json']);
  });

  it('are refused with their photo if they are invalid, or the hot folder has other files for them', async () => {
    await session.put('shoot/t.jpg', await jpeg(120, 600));
    await session.put('shoot/t.jpg.json', Buffer.alloc(70_000, ' '));
    await session.put('shoot/m.jpg', await jpeg(130, 600));
    const mask = { mask: 'm.png', params: { maskType: 'custom' } };
    await session.put('shoot/m.jpg.json', Buffer.from(JSON.stringify(mask)));
    await session.put('shoot/Tickets/m.png', Buffer.from('a mask'));
    const { copied, refused } = await copyIn(['t.jpg', 'm.jpg', 'm.jpg.json'], shoot);
    expect(copied).toEqual([]);
    expect(refused.map(({ code, about }) => [code, about])).toEqual([
      ['ticket-invalid', 't.jpg'],
      ['photo-not-copied', 'm.jpg'],
    ]);
    expect(await readdir(drop)).toEqual([]);
    await session.put('drop/Tickets/m.png', Buffer.from('a mask'));
    expect((await copyIn(['m.jpg'], shoot)).copied).toHaveLength(1);
  });

  it('say so if they are dropped without their photo', async () => {
    await ticketed('t.jpg', 2);
    expect((await copyIn(['t.jpg.json'])).refused).toMatchObject([
      { code: 'photo-not-copied', about: 't.jpg.json' },
    ]);
  });
});

describe('photos are copied to folders that the hot folder searches', () => {
  it('without their folder, if the hot folder ignores subfolders', async () => {
    const flat = await session.draft('flat', await session.recipe('Flat'), {
      subFolders: 'ignore',
    });
    const card = await session.add(flat);
    const paths = ['card 1/a.jpg', 'b.jpg'].map((path) => join(shoot, path));
    await session.ask('folders.copy-in', { id: card.id, paths, from: shoot });
    expect((await readdir(flat.path)).sort()).toEqual(['a.jpg', 'b.jpg']);
  });

  it('without a folder that the hot folder leaves out', async () => {
    await session.put('Failed/Monday/c.jpg', await jpeg(150, 600));
    const from = join(shoot, '..', 'Failed');
    const paths = [join(from, 'Monday', 'c.jpg')];
    expect((await session.ask('folders.copy-in', { id, paths, from })).copied).toEqual(paths);
    expect(await readdir(drop)).toEqual(['Monday']);
  });

  it('again, from its own folder of failed photos', async () => {
    await session.put('drop/Failed/f.jpg', await jpeg(160, 600));
    const paths = [join(drop, 'Failed', 'f.jpg')];
    expect((await session.ask('folders.copy-in', { id, paths, from: null })).copied).toEqual(paths);
    await session.until(id, { counts: { done: 1, total: 1 } });
  });

  it('but not under a name that hot folders ignore', async () => {
    await session.put('shoot/~edit.jpg', await jpeg(170, 600));
    expect((await copyIn(['~edit.jpg'])).refused).toMatchObject([
      { code: 'photo-not-copied', about: '~edit.jpg' },
    ]);
  });
});
