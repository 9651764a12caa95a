import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { plainFolder } from '../fixtures/hot-folder.ts';
import { ledgerIn } from '../fixtures/new-ledger.ts';
import { uncheckedFolder } from '../fixtures/permitted.ts';
import { recipeOf } from '../fixtures/values.ts';
import { test as base } from './account.ts';
import { shootIn } from './hot-folders.ts';
import { boxOf } from './looking.ts';
import { goTo, jobDetails, messages } from './views.ts';
import { expect, takePictures } from './window.ts';

const test = base.extend({
  prepare: ({ host: _host }, use) =>
    use(async (dataFolder) => {
      const path = await shootIn(dataFolder, 'Selects', ['IMG_1.jpg']);
      const mask = join(`${dataFolder}-photos`, 'mask.png');
      const half = { width: 20, height: 40, channels: 3 as const, background: '#ffffff' };
      await sharp({ create: { ...half, width: 40, background: '#000000' } })
        .composite([{ input: { create: half }, left: 0, top: 0 }])
        .png()
        .toFile(mask);
      const ledger = ledgerIn(dataFolder);
      const outFolder = join(dataFolder, 'Delivered');
      await mkdir(outFolder);
      const recipe = recipeOf({
        name: 'White background',
        agent: 'removeBG',
        params: { maskType: 'custom', backgroundHex: '#ffffff', batchCount: 1 },
        mask,
      });
      const saved = ledger.savedRecipes.add(recipe);
      const recipeId = ledger.jobs.recipe(recipe, 'white');
      const settings = { path, recipeId, outFolder, ...plainFolder };
      ledger.hotFolders.add(uncheckedFolder(settings), saved.id, 'process');
      ledger.close();
    }),
});

test('B9 for a photo whose mask does not fit, a new mask is drawn without leaving the queue, and the job runs again', async ({
  window,
  service,
}) => {
  await goTo(window, 'Queue');
  await window.getByRole('button', { name: /^Failed/ }).click();
  await window.getByRole('row').filter({ hasText: 'IMG_1.jpg' }).click();
  await window.keyboard.press('Enter');
  const details = jobDetails(window);
  const change = details.getByRole('button', { name: 'Change mask' });
  const address = await test.step('the mask is drawn on the photo of the job', async () => {
    await change.click();
    const dialog = window.getByRole('dialog', { name: 'Change mask' });
    await expect(dialog.getByRole('button', { name: 'Draw mask' })).toBeFocused();
    await expect(dialog.getByText('40 × 40 px')).toHaveCount(2);
    await expect(dialog.getByText('The mask file is')).toBeHidden();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await change.click();
    await dialog.getByRole('button', { name: 'Draw mask' }).click();
    const surface = window.getByRole('img', { name: /^Photo, .* kept$/ });
    await expect(surface).toBeFocused();
    await expect(messages(window)).toHaveCount(1);
    // Escape closes only the editor, not the dialog behind it
    await window.keyboard.press('Escape');
    await expect(dialog.getByRole('button', { name: 'Draw mask' })).toBeFocused();
    await window.keyboard.press('Enter');
    await expect(surface).toBeFocused();
    await window.keyboard.press('m');
    const box = await boxOf(surface);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await window.mouse.move(x - 80, y - 80);
    await window.mouse.down();
    await window.mouse.move(x + 80, y + 80, { steps: 4 });
    await window.mouse.up();
    await takePictures(window, 'queue-fix-mask-editor');
    await window.getByRole('button', { name: 'Use mask' }).click();
    await expect(dialog.getByText('Mask 1')).toBeVisible();
    await takePictures(window, 'queue-fix-mask');
    return window.url();
  });
  await window.getByRole('button', { name: 'Retry this photo only' }).click();
  await expect(window.getByText('Running IMG_1.jpg again')).toBeVisible();
  await expect(details.getByRole('paragraph').filter({ hasText: 'Done' })).toBeVisible();
  expect(window.url()).toBe(address);
  expect(service.records().executions).toHaveLength(1);
});
