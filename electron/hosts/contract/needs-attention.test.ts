import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { openWindow, type Window } from '../../../test/handlers/window.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { jpeg } from '../../../test/intake/hot-folder-harness.ts';
import { resolveRecipe } from '../../engine/intake/admit.ts';
import { plainFolder } from '../../../test/fixtures/hot-folder.ts';
import { prepareWatch } from '../../app/hot-folders/watch.ts';

let window: Window;
let root: string;
beforeEach(async () => {
  root = await ownFolder('attention');
  window = await openWindow();
});

/** Adds a hot folder with this name and these files. */
async function watched(name: string, files: Readonly<Record<string, Buffer>>): Promise<number> {
  const path = join(root, name);
  await mkdir(path);
  for (const [file, content] of Object.entries(files)) await writeFile(join(path, file), content);
  return (await window.watch({ path, settleMs: 500 })).id;
}

/** Watches a folder as `darkslide watch` does, with a recipe that is not saved; returns its id. */
async function watchedByCommand(path: string): Promise<number> {
  const [saved] = await window.ask('recipes.all', {});
  const recipe = valueOf(await resolveRecipe({ ...saved!.recipe, name: 'White for the web' }, '/'));
  const settings = { path, outFolder: join(root, 'Web results'), ...plainFolder, settleMs: 500 };
  const studio = window.session.studio();
  const prepared = valueOf(await prepareWatch(studio, settings, recipe));
  return valueOf(await studio.watch(prepared, recipe, { existing: 'process' })).id;
}

async function numbers(): Promise<Record<string, unknown>> {
  const all = { sort: 'order', offset: 0, limit: 10 } as const;
  const page = await window.ask('queue.page', { filter: {}, ...all });
  const cards = await window.ask('folders.all', {});
  const ofFolders = await Promise.all(
    cards.map(({ id }) => window.ask('queue.page', { filter: { hotFolderId: id }, ...all })),
  );
  const searched = await window.ask('queue.page', { filter: { text: 'o' }, ...all });
  return {
    status: (await window.ask('status.get', {})).needPerson,
    queue: page.needPerson,
    cards: cards.map(({ needPerson }) => needPerson),
    folders: ofFolders.map(({ needPerson }) => needPerson),
    searched: searched.needPerson,
  };
}

describe('what needs attention', () => {
  it('B7 B10 has the same count in the status, in the queue and on the cards', async () => {
    await window.ask('settings.change', { preferences: { askAbove: 1 } });
    const held = await window.admit('https://photos.example/1.jpg');
    await window.act('pause', held);
    await watched('Drop', { 'a.jpg': await jpeg(1, 600), 'b.jpg': await jpeg(2, 600) });
    const other = await watched('Files', {
      'cut.jpg': (await jpeg(3, 600)).subarray(0, 900),
      'empty.jpg': Buffer.alloc(0),
      'page.jpg': Buffer.from('<html>this is a page, not a picture'),
    });
    await expect
      .poll(numbers)
      .toEqual({ status: 6, queue: 6, cards: [2, 3], folders: [2, 3], searched: 1 });

    await window.ask('folders.dismiss', { hotFolderId: other, path: 'page.jpg' });
    await writeFile(join(root, 'Files/empty.jpg'), Buffer.from('<html>no picture'));
    const refused = async () => (await window.ask('folders.attention', {})).refused;
    await expect.poll(refused).toMatchObject([
      { path: 'cut.jpg', problem: { code: 'file-partial' } },
      { path: 'empty.jpg', problem: { code: 'photo-not-an-image' } },
    ]);
    expect(await numbers()).toMatchObject({ status: 5, queue: 5, cards: [2, 2] });
  });

  it('B10 includes hot folders of the command line, which have no card', async () => {
    await watched('Files', { 'page.jpg': Buffer.from('<html>this is a page, not a picture') });
    const path = join(root, 'Web');
    await mkdir(path);
    for (const name of ['empty.jpg', 'empty too.jpg']) {
      await writeFile(join(path, name), Buffer.alloc(0));
    }
    const id = await watchedByCommand(path);
    const all = async () => ({
      status: (await window.ask('status.get', {})).needPerson,
      cards: (await window.ask('folders.all', {})).map(({ needPerson }) => needPerson),
      others: await window.ask('folders.command-line', {}),
    });
    const other = { id, path, recipe: 'White for the web' };
    await expect
      .poll(all)
      .toEqual({ status: 3, cards: [1], others: [{ ...other, needPerson: 2 }] });

    await window.ask('folders.dismiss', { hotFolderId: id, path: 'empty.jpg' });
    expect(await all()).toEqual({ status: 2, cards: [1], others: [{ ...other, needPerson: 1 }] });
  });
});
