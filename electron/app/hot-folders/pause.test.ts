import { expect, it } from 'vitest';
import { hotFolderStudio } from '../../../test/fixtures/hot-folder-studio.ts';
import { codeOf } from '../../../test/fixtures/values.ts';
import { pauseHotFolder, resumeHotFolder } from './pause.ts';

it('pauses and resumes a hot folder, and stops and starts watching it', async () => {
  const studio = await hotFolderStudio();
  const id = studio.arm(await studio.draft('drop'));
  const isArmed = () => studio.ledger.hotFolders.get(id)?.armed;
  expect(pauseHotFolder(studio, id)).toMatchObject({ ok: true });
  expect(isArmed()).toBe(false);
  expect(resumeHotFolder(studio, id)).toMatchObject({ ok: true });
  expect(isArmed()).toBe(true);
  const once = [`refresh ${id}`, 'wake'];
  expect(studio.done).toEqual([...once, ...once]);
});

it('reports an unknown folder', async () => {
  const studio = await hotFolderStudio();
  for (const use of [pauseHotFolder, resumeHotFolder]) {
    expect(codeOf(use(studio, 7))).toBe('folder-unknown');
  }
  expect(studio.done).toEqual([]);
});
