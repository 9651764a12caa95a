import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  cardOf,
  expectAccessible,
  expectNoOverflow,
  newForm,
  photos,
  shootIn,
} from './hot-folders.ts';
import { countClicks, goTo, jobDetails, pick } from './views.ts';
import { expect, takePictures, test } from './window.ts';

/** Milliseconds that a photo may take on a busy machine. */
const SLOW = 200_000;

test('a hot folder can be created with 9 clicks, previewed, processed, edited and removed', async ({
  studio,
  window,
}) => {
  const path = await shootIn(studio.dataFolder, 'Selects');
  const outFolder = join(dirname(path), 'Selects results');
  const other = await window.context().newPage();
  await other.goto(`${studio.address()}#/queue`);
  await expect(other.getByRole('heading', { name: 'Queue', level: 1 })).toBeVisible();
  const clicks = await countClicks(window);
  const form = await newForm(window);
  await test.step('a folder is chosen and previewed with its own recipe', async () => {
    // the first field has the focus, so a user can type without a click
    await window.keyboard.insertText(dirname(path));
    await form.getByRole('button', { name: 'Choose: Folder to watch' }).click();
    const picker = window.getByRole('dialog', { name: 'Folder to watch' });
    await picker.getByRole('button', { name: 'Selects' }).click();
    await expect(picker.getByText('3 photos in this folder')).toBeVisible();
    await takePictures(window, 'folders-picker');
    await picker.getByRole('button', { name: 'Choose "Selects"' }).click();
    await form.getByRole('button', { name: 'New recipe' }).click();
    const panel = window.getByRole('complementary', { name: 'Recipes' });
    await expect(panel.getByLabel('Name', { exact: true })).toBeFocused();
    await window.keyboard.insertText('Catalogue cut-outs');
    await pick(window, /^Agent:/, /^Remove background/, panel);
    await expect(panel.getByText('1 image per photo')).toBeVisible();
    await takePictures(window, 'folders-recipe');
    await panel.getByRole('button', { name: 'Save recipe' }).click();
    await expect(
      form.getByText('3 files found: 3 photos to process, 3 images to pay for.'),
    ).toBeVisible();
    await expect(
      form.getByLabel('Output folder', { exact: true }).getByRole('textbox'),
    ).toHaveValue(outFolder);
    await expect(form.getByRole('listitem').filter({ hasText: photos[0] })).toContainText('new');
    await expectNoOverflow(window);
    await takePictures(window, 'folders-tried');
  });

  const card = cardOf(window, 'Selects');
  await test.step('its photos are processed and delivered', async () => {
    await form.getByRole('button', { name: 'Process these 3 photos' }).click();
    await expect(card).toBeVisible();
    expect(clicks()).toBe(9);
    await expect(card.getByText('3 of 3 done')).toBeVisible({
      timeout: SLOW,
    });
    await expect(card.getByText('3 images today')).toBeVisible();
    expect((await readdir(outFolder)).filter((name) => name.endsWith('.png'))).toHaveLength(3);
    await expect(form).toBeHidden();
    await takePictures(window, 'folders-done');
  });

  await test.step('another window filters the queue by the folder and shows its results', async () => {
    await pick(other, /^Hot folder:/, /Selects/);
    await expect(other.getByRole('grid')).toHaveAttribute('aria-rowcount', '4');
    await other.getByRole('row').filter({ hasText: 'Done' }).first().click();
    const details = jobDetails(other);
    await expect(details.getByRole('region', { name: 'Results' })).toContainText(
      '_Catalogue cut-outs_1.png',
    );
    await expect(details).toContainText('Accepted by the service');
    await expectAccessible(other);
    await takePictures(other, 'queue-result');
  });

  await test.step('changes in two windows are not lost', async () => {
    await goTo(other, 'Hot folders');
    const pages = [window, other] as const;
    const limitIn = (page: Page) => page.getByLabel('Daily limit').first();
    for (const page of pages) {
      await cardOf(page, 'Selects')
        .getByRole('button', { name: 'Edit Catalogue cut-outs' })
        .click();
      await limitIn(page).fill(page === window ? '1,000' : '222');
    }
    await other.getByRole('button', { name: 'Save changes' }).click();
    await expect(window.getByText('was changed in another window')).toBeVisible();
    await expect(limitIn(window)).toHaveValue('1,000');
    await window.getByRole('button', { name: 'Save my changes' }).click();
    for (const page of pages) {
      await expect(cardOf(page, 'Selects').getByText('3 of 1,000 images today')).toBeVisible();
    }
  });

  await card.getByRole('button', { name: 'More actions for Catalogue cut-outs' }).click();
  await window.getByRole('menuitem', { name: 'Stop watching…' }).click();
  await window.getByRole('alertdialog').getByRole('button', { name: 'Stop watching' }).click();
  await expect(card).toBeHidden();
  expect(photos.filter((photo) => !existsSync(join(path, 'Processed', photo)))).toEqual([]);
});
