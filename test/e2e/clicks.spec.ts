import type { Page } from '@playwright/test';
import { cardOf, photosBeside, shootIn } from './hot-folders.ts';
import { pick } from './views.ts';
import { expect, takePicture, test } from './window.ts';

/** Counts all clicks in the window from now on, including clicks on lists and menus. */
async function countClicks(window: Page): Promise<() => number> {
  let clicks = 0;
  await window.exposeFunction('noteClick', () => (clicks += 1));
  await window.evaluate(`addEventListener(
    'pointerdown',
    ({ button }) => button === 0 && noteClick(),
    { capture: true },
  )`);
  return () => clicks;
}

test('a hot folder with its own recipe takes 9 clicks from an empty window', async ({
  studio,
  window,
}) => {
  await shootIn(studio.dataFolder, 'Catalogue');
  const clicks = await countClicks(window);
  await window.getByRole('button', { name: 'New hot folder' }).click();
  const form = window.getByRole('form', { name: 'New hot folder' });
  await form
    .getByLabel('Folder to watch', { exact: true })
    .getByRole('textbox')
    .fill(photosBeside(studio.dataFolder));
  await form.getByRole('button', { name: 'Choose: Folder to watch' }).click();
  const picker = window.getByRole('dialog', { name: 'Folder to watch' });
  await picker.getByRole('button', { name: 'Catalogue' }).click();
  await picker.getByRole('button', { name: 'Choose "Catalogue"' }).click();
  await takePicture(window, 'clicks-folder');
  await form.getByRole('button', { name: 'New recipe' }).click();
  const panel = window.getByRole('complementary', { name: 'Recipes' });
  await panel.getByLabel('Name', { exact: true }).fill('Catalogue cut-outs');
  await pick(window, /^Agent:/, /^Remove background/, panel);
  await takePicture(window, 'clicks-recipe');
  await panel.getByRole('button', { name: 'Save recipe' }).click();
  await expect(form.getByText('3 files found')).toBeVisible();
  await takePicture(window, 'clicks-preview');
  await form.getByRole('button', { name: 'Process these 3 photos' }).click();
  await expect(cardOf(window, 'Catalogue')).toBeVisible();
  await takePicture(window, 'clicks-card');
  expect(clicks()).toBe(9);
});
