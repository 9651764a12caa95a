import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '#electron/base/clock.ts';
import { sampleRecipes } from '#electron/demo/sample.ts';
import { openLedger } from '#electron/ledger/open.ts';
import { photosBeside } from './drop-folders.ts';
import { prepareFirstStart } from './first-start.ts';
import { expect, takePictures, test } from './window.ts';
import { plainFolder } from '../fixtures/hot-folder.ts';

test.use({
  prepare: ({ host: _host }, use) =>
    use(async (dataFolder) => {
      await prepareFirstStart(dataFolder, 'none');
      await leaveFolder(dataFolder);
    }),
});

const pathIn = (dataFolder: string) => join(photosBeside(dataFolder), 'For the web');

/** Writes a hot folder with two refused files into the ledger, as `darkslide watch` leaves it. */
async function leaveFolder(dataFolder: string): Promise<void> {
  const path = pathIn(dataFolder);
  await mkdir(path, { recursive: true });
  const opened = openLedger(join(dataFolder, 'demo'), systemClock);
  if (!opened.ok) throw new Error(opened.problem.message);
  const ledger = opened.value;
  const folder = ledger.hotFolders.save({
    path,
    recipeId: ledger.jobs.recipe({ ...sampleRecipes.white, name: 'White for the web' }, 'white'),
    outFolder: join(dataFolder, 'Web results'),
    ...plainFolder,
  });
  for (const name of ['IMG_1.jpg', 'IMG_2.jpg']) {
    await writeFile(join(path, name), '');
    ledger.sightings.write(folder.id, {
      path: name,
      bytes: 0,
      mtimeMs: 0,
      inode: '1',
      outcome: 'failed',
      jobId: null,
      code: 'file-incomplete',
      message: `"${name}" is empty. If it should not be, copy it into the hot folder again.`,
      ticket: null,
    });
  }
  ledger.close();
}

test('B10 a hot folder of the command line that needs attention leads to its files', async ({
  studio,
  window,
}) => {
  const list = window.getByRole('list', { name: 'Hot folders of the command line' });
  const row = list.getByRole('listitem');
  await expect(row).toContainText(pathIn(studio.dataFolder));
  await expect(row).toContainText('2 items need attention.');
  await takePictures(window, 'folders-command-line');
  await row.getByRole('link', { name: 'Open in the queue' }).click();
  const main = window.getByRole('main');
  await expect(main.getByText('IMG_1.jpg')).toBeVisible();
  await expect(main.getByText('IMG_2.jpg')).toBeVisible();
  await expect(main.getByRole('combobox').filter({ hasText: 'For the web' })).toBeVisible();
  await takePictures(window, 'queue-command-line');
});
