import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectNoOverflow, shootIn } from './hot-folders.ts';
import { expectNoEnglish, templateNames } from './english.ts';
import { filledDemo, removeFilled } from './filled.ts';
import { goTo, pick, withPreferences } from './views.ts';
import { expect, takePictures, test as base } from './window.ts';

/** Names of the recipes and folders that the fixtures create. */
const NAMES = [
  'White background',
  'Ghost mannequin, grey',
  '/photos/of the season',
  'of the season',
];

/** The message of the demo service about an unknown task. Messages of the service are not translated. */
const SAID = 'There is no task with this taskId';

const test = base.extend<{ readonly isFilled: boolean }>({
  isFilled: [false, { option: true }],
  prepare: async ({ isFilled }, use) => {
    await use(async (dataFolder) => {
      await withPreferences({ language: 'zh-CN' })(dataFolder);
      if (isFilled) await filledDemo(dataFolder, { jobs: 400, waiting: 40 });
    });
  },
});
test.afterAll(removeFilled);

/** Checks the dialogs that are available in every view: the shortcut sheet and the commands. */
async function lookEverywhere(window: Page, data: readonly string[] = NAMES): Promise<void> {
  for (const keys of ['?', 'ControlOrMeta+k']) {
    await window.keyboard.press(keys);
    await expect(window.getByRole('dialog')).toBeVisible();
    await expectNoEnglish(window, data);
    await window.keyboard.press('Escape');
    await expect(window.getByRole('dialog')).toBeHidden();
  }
}

test('hot folders and recipes are in Chinese', async ({ studio, window }) => {
  await test.step('the form and its problems', async () => {
    const path = await shootIn(studio.dataFolder, 'Selects', ['IMG_1.jpg']);
    await writeFile(join(path, 'IMG_2.jpg'), 'no picture at all');
    await writeFile(join(path, 'IMG_3.png'), '');
    await expect(window.getByRole('article')).toBeVisible();
    await expectNoEnglish(window, NAMES);
    await lookEverywhere(window);

    await window.getByRole('button', { name: '新建监视文件夹' }).click();
    const form = window.getByRole('form', { name: '新建监视文件夹' });
    const watched = form.getByLabel('要监视的文件夹', { exact: true }).getByRole('textbox');
    const results = form.getByLabel('输出文件夹', { exact: true }).getByRole('textbox');
    const tryIt = form.getByRole('button', { name: '预览' });
    await tryIt.click();
    await expectNoEnglish(window, NAMES);
    await pick(window, /^配方/, /./, form);
    await watched.fill(join(studio.dataFolder, 'Nowhere'));
    await results.fill(join(studio.dataFolder, 'Delivered'));
    await tryIt.click();
    await expect(form).toContainText('不存在或无法打开');
    await expectNoEnglish(window, NAMES);
    await takePictures(window, 'chinese-folder-missing');
    await watched.fill(path);
    await tryIt.click();
    await expect(form).toContainText('IMG_2.jpg');
    await expectNoEnglish(window, NAMES);
    await takePictures(window, 'chinese-dry-run');
  });

  await test.step('the folder picker and the recipes', async () => {
    await window.getByRole('button', { name: /^选择.要监视的文件夹/ }).click();
    const picker = window.getByRole('dialog', { name: '要监视的文件夹' });
    await expect(
      picker.getByRole('navigation', { name: '位置' }).getByRole('button').first(),
    ).toBeVisible();
    for (const path of [join(studio.dataFolder, 'Nowhere'), 'Nowhere']) {
      await picker.getByLabel('路径').fill(path);
      await picker.getByLabel('路径').press('Enter');
      await expect(picker.getByRole('alert')).toBeVisible();
      await picker.getByText('详细信息').click();
      await expectNoEnglish(window, [...NAMES, studio.dataFolder]);
    }
    await takePictures(window, 'chinese-picker');
    await window.keyboard.press('Escape');
    await expect(picker).toBeHidden();

    await window.getByRole('button', { name: '配方', exact: true }).click();
    const panel = window.getByRole('complementary', { name: '配方' });
    await panel.getByRole('button', { name: '新建配方' }).click();
    await panel.getByRole('textbox', { name: '图像数量' }).fill('99');
    await panel.getByRole('textbox', { name: '名称', exact: true }).fill('White background');
    for (const template of ['{nam}', '../{name}', '{recipe}', '{name', 'a:{name}']) {
      await panel.getByRole('textbox', { name: '文件名' }).fill(template);
      await expectNoEnglish(window, [...NAMES, ...templateNames]);
    }
    for (const agent of [/虚拟试穿/, /人台/]) {
      await pick(window, /^智能体/, agent, panel);
      await panel.getByRole('button', { name: '保存配方' }).click();
      await expectNoEnglish(window, [...NAMES, ...templateNames]);
    }
    await takePictures(window, 'chinese-recipe');
  });
});

const list = (window: Page) => window.getByRole('grid', { name: '任务列表' });
const chip = (window: Page, name: string) =>
  window.getByRole('group', { name: '按状态筛选' }).getByRole('button', { name });

/** Filters by state, and how many of the 400 jobs each filter shows. */
const jobsOf = [
  ['失败', 4],
  ['需要处理', 7],
  ['已取消', 3],
  ['已完成', 350],
  ['等待中', 40],
] as const;

test.describe('with jobs of every kind', () => {
  test.use({ isFilled: true });

  test('the queue and the settings are in Chinese', async ({ window }) => {
    await test.step('the history of jobs of every kind', async () => {
      await goTo(window, '队列');
      const details = window.getByRole('complementary', { name: '任务详情' });
      const first = window.locator('#job-line-0');
      for (const [state, jobs] of jobsOf) {
        await chip(window, state).click();
        await expect(list(window)).toHaveAttribute('aria-rowcount', String(jobs + 1));
        await first.click();
        await expect(details.getByRole('heading', { name: '历史记录' })).toBeVisible();
        for (const more of await details.getByText('详细信息').all()) await more.click();
        await expectNoEnglish(window, NAMES);
        await expectNoOverflow(window);
        await takePictures(window, `chinese-queue-${state}`);
        await chip(window, state).click();
      }
    });

    await test.step('rejections in the queue', async () => {
      await goTo(window, '队列');
      await chip(window, '已完成').click();
      await expect(list(window)).toHaveAttribute('aria-rowcount', '351');
      await window.locator('#job-line-0 [data-part="mark"]').click();
      const cancel = window.getByRole('button', { name: '取消任务' });
      await expect(cancel).toHaveAttribute('aria-disabled', 'true');
      await expect(cancel).toHaveAccessibleDescription('所选任务都无法取消。');
      await expectNoEnglish(window, NAMES);

      await chip(window, '需要处理').click();
      const held = window.getByRole('row').filter({ hasText: '无法确定' }).first();
      await held.click();
      const details = window.getByRole('complementary', { name: '任务详情' });
      await details.getByRole('button', { name: '关联已有运行' }).click();
      const field = details.getByRole('textbox', { name: '运行 ID' });
      await field.fill('no-such-execution');
      await details.getByRole('button', { name: '关联', exact: true }).click();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expectNoEnglish(window, [...NAMES, SAID]);
      await lookEverywhere(window, [...NAMES, SAID]);
    });

    await test.step('the settings and their problems', async () => {
      await window.getByRole('link', { name: '设置' }).click();
      const view = window.getByRole('main');
      await expect(view.getByRole('heading', { name: '设置', exact: true })).toBeVisible();
      await expectNoEnglish(window, NAMES);
      await lookEverywhere(window);

      const wrong: readonly (readonly [field: string, text: string])[] = [
        ['每日上限', '12 images'],
        ['文件名', '{sku}/{nam}'],
        ['货号 (SKU) 模式', '(a+)+'],
        ['输出文件夹', 'Results'],
      ];
      for (const [name, text] of wrong) {
        const field = view.getByRole('textbox', { name });
        await field.fill(text);
        await field.press('Enter');
        await expect(field).toHaveAttribute('aria-invalid', 'true');
        await expectNoEnglish(window, NAMES);
      }
      await takePictures(window, 'chinese-settings-refused');

      const test = view.getByRole('button', { name: '测试连接' });
      for (const url of ['not an address', 'http://example.com', 'http://127.0.0.1:9']) {
        await view.getByRole('textbox', { name: '服务地址' }).fill(url);
        await test.click();
        await expect(view.getByRole('status').filter({ hasText: '尚无法连接' })).toBeVisible();
        await expectNoEnglish(window, NAMES);
      }
      await view.getByRole('button', { name: '连接', exact: true }).click();
      await expect(view.getByText('没有 API 密钥。')).toBeVisible();
      await expectNoEnglish(window, NAMES);
      await takePictures(window, 'chinese-settings-connection');
    });
  });
});
