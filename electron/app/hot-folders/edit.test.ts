import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { HotFolderDraft } from '#shared/views/folders.ts';
import { hotFolderStudio, never } from '../../../test/fixtures/hot-folder-studio.ts';
import { codeOf, valueOf } from '../../../test/fixtures/values.ts';
import { editHotFolder } from './edit.ts';

it('saves the new settings, watches the folder again, and checks waiting photos against the new limit', async () => {
  const studio = await hotFolderStudio();
  const draft = await studio.draft('drop');
  const id = studio.arm(draft);
  const next = { ...draft, imagesPerDay: 7 };
  const edited = valueOf(await editHotFolder(studio, { id, revision: 1, draft: next }, never));
  expect(edited).toMatchObject({ ...next, revision: 2 });
  expect(studio.done).toEqual([`refresh ${id}`, 'wake', 'limit {}']);
});

it('never overwrites a change from another window, and never restores a removed folder', async () => {
  const studio = await hotFolderStudio();
  const draft = await studio.draft('drop');
  const id = studio.arm(draft);
  const edit = (revision: number) => editHotFolder(studio, { id, revision, draft }, never);
  valueOf(await edit(1));
  expect(codeOf(await edit(1))).toBe('edited-elsewhere');
  // Both edits started from the same revision, and the second was checked while the first was being saved.
  const codes = (await Promise.all([edit(2), edit(2)])).map(codeOf);
  expect(new Set(codes)).toEqual(new Set([null, 'edited-elsewhere']));
  const late = edit(3);
  studio.ledger.hotFolders.remove(id);
  expect(codeOf(await late)).toBe('folder-unknown');
  expect(codeOf(await edit(3))).toBe('folder-unknown');
});

it('checks the settings as for a new folder, and accepts the folder’s own path', async () => {
  const studio = await hotFolderStudio((root) => ({
    folders: { within: [join(root, 'studio')] },
    limits: { imagesPerDay: 50 },
  }));
  const outFolder = join(studio.root, 'studio/out');
  const draft = await studio.draft('studio/in', { outFolder, after: 'move' });
  const id = studio.arm(draft);
  const edit = (change: Partial<HotFolderDraft>) =>
    editHotFolder(studio, { id, revision: 1, draft: { ...draft, ...change } }, never);
  const { path } = await studio.draft('elsewhere');
  expect(codeOf(await edit({ path }))).toBe('managed-folder');
  expect(codeOf(await edit({ outFolder: join(studio.root, 'out') }))).toBe('managed-folder');
  expect(codeOf(await edit({ imagesPerDay: 51 }))).toBe('managed-limit');
  expect(studio.ledger.hotFolders.get(id)).toMatchObject({ ...draft, revision: 1 });
  expect(await edit({ imagesPerDay: 50 })).toMatchObject({ ok: true });
});
