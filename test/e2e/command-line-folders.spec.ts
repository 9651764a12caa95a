import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '#electron/base/clock.ts';
import { sampleRecipes } from '#electron/demo/sample.ts';
import { openLedger } from '#electron/ledger/open.ts';
import { expectAccessible, expectNoOverflow, photosBeside } from './drop-folders.ts';
import { prepareFirstStart } from './first-start.ts';
import { expect, takePictures, test as base } from './window.ts';
import { plainFolder } from '../fixtures/hot-folder.ts';

const test = base.extend<{ readonly language: string }>({
  language: ['en', { option: true }],
  prepare: ({ language }, use) =>
    use(async (dataFolder) => {
      const preferences = { language };
      await writeFile(join(dataFolder, 'settings.json'), JSON.stringify({ preferences }));
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

const words = {
  en: {
    list: 'Hot folders of the command line',
    says: 'Watched from the command line with “White for the web”: 2 items need attention.',
    link: 'Open in the queue',
  },
  de: {
    list: 'Überwachte Ordner der Befehlszeile',
    says: 'Über die Befehlszeile mit „White for the web“ überwacht: 2 Einträge brauchen Aufmerksamkeit.',
    link: 'In der Warteschlange öffnen',
  },
  'zh-CN': {
    list: '命令行的投放文件夹',
    says: '由命令行使用“White for the web”监视：2 项需要处理。',
    link: '在队列中打开',
  },
} as const;

for (const [language, { list, says, link }] of Object.entries(words)) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test('B10 a hot folder of the command line that needs attention leads to its files', async ({
      studio,
      window,
    }) => {
      const row = window.getByRole('list', { name: list }).getByRole('listitem');
      await expect(row).toContainText(pathIn(studio.dataFolder));
      await expect(row).toContainText(says);
      await expectAccessible(window);
      await expectNoOverflow(window);
      await takePictures(window, `folders-command-line-${language}`);
      await row.getByRole('link', { name: link }).click();
      const main = window.getByRole('main');
      await expect(main.getByText('IMG_1.jpg')).toBeVisible();
      await expect(main.getByText('IMG_2.jpg')).toBeVisible();
      await expect(main.getByRole('combobox').filter({ hasText: 'For the web' })).toBeVisible();
      await takePictures(window, `queue-command-line-${language}`);
    });
  });
}
