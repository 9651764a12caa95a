import { expect, it } from 'vitest';
import { takeIn } from '../../../test/fixtures/fresh-ledger.ts';
import { hotFolderStudio } from '../../../test/fixtures/hot-folder-studio.ts';
import { codeOf, valueOf } from '../../../test/fixtures/values.ts';
import { removeHotFolder } from './remove.ts';

it('removes a hot folder and holds the jobs that waited because of its pause', async () => {
  const studio = await hotFolderStudio();
  const { ledger } = studio;
  const id = studio.arm(await studio.draft('drop'));
  takeIn(ledger, { hotFolderId: id });
  ledger.hotFolders.arm(id, false);
  valueOf(removeHotFolder(studio, id));
  expect(ledger.hotFolders.all()).toEqual([]);
  expect(ledger.jobs.count()).toMatchObject({ held: 1, waiting: 0 });
  expect(studio.done).toEqual([`refresh ${id}`, 'wake']);
  expect(codeOf(removeHotFolder(studio, id))).toBe('folder-unknown');
});
