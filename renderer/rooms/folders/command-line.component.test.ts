import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { success } from '#shared/problem.ts';
import { showFolders } from '../../testing/folders-room.ts';
import { expectAccessible, expectNoOverflow } from '../../testing/looks.ts';
import { settingsWith } from '../../testing/plain-studio.ts';

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
    showFolders(
      {},
      {
        'settings.get': () => success(settingsWith({ language })),
        'folders.command-line': () => success([folder, { ...folder, id: 5, needPerson: 0 }]),
      },
    );
    const row = page.getByRole('list', { name: list }).getByRole('listitem');
    await expect.element(row).toMatchTextContent('/photos/For the web');
    await expect.element(row).toMatchTextContent(says);
    await expect
      .element(row.getByRole('link', { name: link }))
      .toHaveAttribute('href', '#/queue?hotFolderId=4&states=held%2Cfailed');
    await expectAccessible();
    expectNoOverflow();
  },
);
