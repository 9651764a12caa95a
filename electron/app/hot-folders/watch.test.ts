import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { HotFolderSettings } from '#shared/views/folders.ts';
import {
  hotFolderStudio,
  never,
  type HotFolderStudio,
} from '../../../test/fixtures/hot-folder-studio.ts';
import { codeOf, valueOf } from '../../../test/fixtures/values.ts';
import { foreseeWatch, prepareWatch } from './watch.ts';

async function watch(studio: HotFolderStudio, settings: HotFolderSettings) {
  const prepared = await prepareWatch(studio, settings, studio.recipe);
  if (!prepared.ok) return prepared;
  return studio.watch(prepared.value, studio.recipe, { existing: 'process' });
}
/** Returns the problem code of a watch with these settings; expects the dry run to have the same code. */
async function refused(studio: HotFolderStudio, settings: HotFolderSettings) {
  const dry = codeOf(await foreseeWatch(studio, settings, studio.recipe, never));
  expect(codeOf(await watch(studio, settings))).toBe(dry);
  return dry;
}

it('watches a folder, and later the same folder and recipe with new settings', async () => {
  const studio = await hotFolderStudio();
  const draft = await studio.draft('drop');
  const first = valueOf(await watch(studio, draft));
  expect(first).toMatchObject({ path: draft.path, savedRecipeId: null, imagesPerDay: null });
  await studio.hotFolders.close();
  const again = valueOf(await watch(studio, { ...draft, imagesPerDay: 7 }));
  expect(again).toMatchObject({ id: first.id, imagesPerDay: 7 });
});

it('neither watches nor creates anything in a dry run', async () => {
  const studio = await hotFolderStudio();
  const draft = await studio.draft('drop');
  const foreseen = valueOf(await foreseeWatch(studio, draft, studio.recipe, never));
  expect(foreseen).toEqual({ entries: [], jobs: 0, images: 0, cost: null });
  expect(studio.ledger.hotFolders.all()).toEqual([]);
  expect(existsSync(draft.outFolder)).toBe(false);
});

it('refuses folders that the window watches, as the window would', async () => {
  const studio = await hotFolderStudio();
  const { root } = studio;
  const ofWindow = await studio.draft('one', { outFolder: join(root, 'two') });
  const id = studio.arm(ofWindow);
  const before = studio.ledger.hotFolders.get(id);
  // The window's folder is refused even with the window's recipe.
  expect(await refused(studio, { ...ofWindow, outFolder: join(root, 'out') })).toBe(
    'folder-in-folder',
  );
  expect(await refused(studio, await studio.draft('one/sub'))).toBe('folder-in-folder');
  expect(await refused(studio, await studio.draft('.', { after: 'move' }))).toBe('folder-in-data');
  const loop = await studio.draft('two', { outFolder: join(root, 'one', 'results') });
  expect(await refused(studio, loop)).toBe('folder-own-output');
  expect(studio.ledger.hotFolders.get(id)).toEqual(before);

  studio.ledger.hotFolders.arm(id, false);
  expect(await refused(studio, await studio.draft('one/sub'))).toBeNull();
});

it('refuses settings that the policy doesn’t allow, and saves nothing', async () => {
  const studio = await hotFolderStudio((root) => ({
    folders: { within: [join(root, 'studio')] },
    limits: { imagesPerDay: 50 },
  }));
  const outFolder = join(studio.root, 'studio/out');
  const good = await studio.draft('studio/in', { outFolder });
  const { path } = await studio.draft('elsewhere');
  expect(await refused(studio, { ...good, path })).toBe('managed-folder');
  expect(await refused(studio, { ...good, outFolder: join(path, 'out') })).toBe('managed-folder');
  expect(await refused(studio, { ...good, imagesPerDay: 51 })).toBe('managed-limit');
  expect(studio.ledger.hotFolders.all()).toEqual([]);
  expect(await refused(studio, { ...good, imagesPerDay: 50 })).toBeNull();
});
