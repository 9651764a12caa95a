import type { Locator, Page } from '@playwright/test';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Demo } from '#electron/demo/types.ts';
import { test as base } from './account.ts';
import { expectAccessible, expectNoOverflow } from './hot-folders.ts';
import { expectNoEnglish, templateNames } from './english.ts';
import { goToChinese } from './views.ts';
import { expect, takePicture, takePictures } from './window.ts';

const test = base.extend<{ readonly panel: Locator }>({
  startWith: async ({ startWith, serviceFolder }, use) => {
    customScene(serviceFolder);
    await use(startWith);
  },
  /** The recipe panel, with a new recipe. */
  panel: async ({ window }, use) => use(await newRecipe(window)),
});

/** Adds a custom scene to the account; the scene is ready for use. */
function customScene(folder: string): void {
  const database = new DatabaseSync(join(folder, 'book.sqlite'));
  const insert = database.prepare(
    `INSERT INTO owned (id, kind, name, images, createdAt, fails) VALUES (?, 'scene', ?, ?, ?, ?)`,
  );
  const images = JSON.stringify(['http://127.0.0.1:1/cdn/templates/scene-interior-7.jpg']);
  insert.run(900_101, 'Our loft', images, 0, 0);
  database.close();
}

/** Checks that the picture itself is shown, not only its placeholder. */
async function expectDrawn(picture: Locator): Promise<void> {
  const isDrawn = () =>
    picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0);
  await expect.poll(isDrawn).toBe(true);
}

async function newRecipe(window: Page): Promise<Locator> {
  await window.getByRole('button', { name: 'Recipes' }).click();
  const panel = window.getByRole('complementary', { name: 'Recipes' });
  await panel.getByRole('button', { name: 'New recipe' }).click();
  return panel;
}

const opener = (panel: Locator, label: string) =>
  panel.getByRole('button', { name: new RegExp(`^${label}: .*search$`, 'i') });
const picker = (window: Page) => window.getByRole('dialog');
const grid = (window: Page) => picker(window).getByRole('listbox');
const asked = (service: Demo) => service.records().requests['info'] ?? 0;

/**
 * Waits until all lists have loaded, and returns the number of requests. The pickers load two pages of scenes
 * and two of models; the search for custom templates loads the same pages.
 */
async function askedAll(service: Demo): Promise<number> {
  let last = 0;
  const isStill = () => {
    const before = last;
    last = asked(service);
    return last >= 8 && last === before;
  };
  await expect.poll(isStill, { intervals: [400] }).toBe(true);
  return last;
}

test('a scene can be found and chosen, even without the service and in Chinese', async ({
  studio,
  window,
  panel,
  service,
  complaints,
}) => {
  const few = panel.getByRole('radiogroup', { name: 'Scene' });
  const customModels = window.getByRole('radio', { name: 'Our loft, Yours' }).locator('img');
  await expect(few.getByRole('radio').first()).toHaveAccessibleName('Our loft, Yours');
  await expect(opener(panel, 'Scene')).toHaveText('135 · search');
  await expectDrawn(customModels);
  await takePictures(window, 'templates-field');

  await test.step('a search sends no request to the service', async () => {
    await opener(panel, 'Scene').click();
    const search = picker(window).getByRole('searchbox');
    await expect(grid(window).getByRole('option').first()).toBeVisible();
    await expectAccessible(window);
    await takePictures(window, 'templates-picker');
    const before = await askedAll(service);
    await search.fill('SÉASIDE');
    await expect(picker(window)).toContainText('19 entries');
    await search.press('ArrowDown');
    await window.keyboard.press('End');
    const last = grid(window).locator('[aria-posinset="19"]');
    await expect(last).toBeInViewport();
    await takePictures(window, 'templates-end');
    const name = await last.locator('bdi').innerText();
    await window.keyboard.press('Enter');
    await expect(picker(window)).toBeHidden();
    await expect(few.getByRole('radio', { checked: true })).toHaveAccessibleName(name);
    expect(asked(service)).toBe(before);
  });

  await test.step('without the service, the cached list is shown with its age', async () => {
    await studio.stop();
    await service.close();
    await studio.start();
    await window.goto(studio.address());
    const again = await newRecipe(window);
    await expect(opener(again, 'Scene')).toHaveText('135 · search');
    await expectDrawn(customModels);
    await opener(again, 'Scene').click();
    await expect(picker(window)).toContainText('cannot be reached');
    await expect(picker(window)).toContainText('Last updated');
    await takePictures(window, 'templates-offline');
    await window.keyboard.press('Escape');
    await expect(picker(window)).toBeHidden();
  });

  await test.step('the picker works in Chinese, with text at 200 %', async () => {
    await goToChinese(window, '监视文件夹');
    await window.getByRole('button', { name: /^场景：.*搜索$/ }).click();
    await expect(grid(window).getByRole('option').first()).toBeVisible();
    await expectNoEnglish(window, [...templateNames, 'Our loft']);
    await takePictures(window, 'templates-chinese');
    await window.setViewportSize({ width: 640, height: 400 });
    await expect(grid(window).getByRole('option').first()).toBeInViewport();
    await expectNoOverflow(window);
    await takePicture(window, 'templates-200-percent');
  });
  complaints.length = 0;
});
