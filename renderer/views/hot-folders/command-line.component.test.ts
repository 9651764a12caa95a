import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { success } from '#shared/problem.ts';
import { showFolders } from '../../testing/hot-folders-view.ts';
import { expectAccessible, expectNoOverflow, expectText } from '../../testing/looks.ts';
import { settingsWith } from '../../testing/plain-studio.ts';
import type { Answers } from '../../testing/stage.ts';

const refused = (path: string) => ({
  path,
  hotFolderId: 4,
  folder: '/photos/For the web',
  problem: { code: 'file-incomplete', message: `"${path}" is empty.` } as const,
});
const folder = { id: 4, path: '/photos/For the web', recipe: 'White for the web', needPerson: 2 };

it.each([
  [
    'en',
    'Hot folders on the command line',
    'Hot folder watched from the command line, recipe "White for the web": 2 items need attention.',
    'Show in Queue',
  ],
  [
    'de',
    'Überwachte Ordner der Befehlszeile',
    'Ordner der Befehlszeile, Rezept „White for the web“: 2 Einträge zu prüfen.',
    'In Warteschlange anzeigen',
  ],
  [
    'zh-CN',
    '命令行的监视文件夹',
    '命令行的监视文件夹，配方“White for the web”：2 项需要处理。',
    '在队列中显示',
  ],
] as const)(
  'B10 a hot folder of the command line that needs attention is shown with a link to its files, in %s',
  async (language, list, says, link) => {
    const attention = { largeDrops: [], refused: [refused('IMG_1.jpg'), refused('IMG_2.jpg')] };
    const answers: Answers = {
      'settings.get': () => success(settingsWith({ language })),
      'folders.command-line': () => success([folder, { ...folder, id: 5, needPerson: 0 }]),
      'folders.attention': () => success(attention),
    };
    showFolders({}, answers);
    const main = page.getByRole('main');
    const row = page.getByRole('list', { name: list }).getByRole('listitem');
    await expectText(row, '/photos/For the web', says);
    await expectAccessible();
    expectNoOverflow();
    await row.getByRole('link', { name: link }).click();
    expect(location.hash).toBe('#/queue?hotFolderId=4&states=held%2Cfailed');
    await expect.element(main.getByText('IMG_1.jpg')).toBeVisible();
    await expect.element(main.getByText('IMG_2.jpg')).toBeVisible();
    const filter = main.getByRole('combobox').filter({ hasText: 'For the web' });
    await expect.element(filter).toBeVisible();
  },
);
