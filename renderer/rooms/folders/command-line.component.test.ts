import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { success } from '#shared/problem.ts';
import { showFolders } from '../../testing/folders-room.ts';
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
    'Hot folders of the command line',
    'Watched from the command line with “White for the web”: 2 items need attention.',
    'Open in the queue',
  ],
  [
    'de',
    'Überwachte Ordner der Befehlszeile',
    'Über die Befehlszeile mit „White for the web“ überwacht: 2 Einträge brauchen Aufmerksamkeit.',
    'In der Warteschlange öffnen',
  ],
  [
    'zh-CN',
    '命令行的投放文件夹',
    '由命令行使用“White for the web”监视：2 项需要处理。',
    '在队列中打开',
  ],
] as const)(
  'B10 a hot folder of the command line that needs attention leads to its files, in %s',
  async (language, list, says, link) => {
    const attention = { drops: [], refused: [refused('IMG_1.jpg'), refused('IMG_2.jpg')] };
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
