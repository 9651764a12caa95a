import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible, expectNoOverflow } from './hot-folders.ts';
import { expect, generate, image, panel, removeBackground, runs, test } from './retouching.ts';
import { takePictures } from './window.ts';

test('a preset is previewed on a photo, and a result becomes a shop file in 6 clicks', async ({
  window,
  studio,
  retouch,
}) => {
  await test.step('the preview shows the finished canvas with its numbers', async () => {
    await panel(window).getByText('Output and charges').click();
    const presets = panel(window).getByRole('group', { name: 'Presets' });
    await presets.getByRole('switch', { name: 'eBay, main image' }).click();
    await presets.getByRole('button', { name: 'Show preview' }).click();
    const preview = presets.getByRole('img', { name: 'Preview of ebay-main' });
    await expect(preview).toHaveJSProperty('complete', true);
    await expect(presets).toContainText(/\d × \d.* px.*kB, quality 90/);
    await preview.scrollIntoViewIfNeeded();
    await expectAccessible(window);
    await expectNoOverflow(window);
    await takePictures(window, 'shop-files-preview');
    await presets.getByRole('switch', { name: 'eBay, main image' }).click();
  });

  const shop = join(studio.dataFolder, 'Shop');
  await mkdir(shop);
  await removeBackground(window);
  await generate(window).click();
  await expect(runs(window).first()).toContainText('1 of 1 ready');

  let clicks = 0;
  const click = async (target: ReturnType<typeof image>, button: 'left' | 'right' = 'left') => {
    clicks += 1;
    await target.click({ button });
  };
  await click(image(window, 1), 'right');
  await click(window.getByRole('menuitem', { name: 'Export…' }));
  const dialog = window.getByRole('dialog', { name: 'Export results' });
  await click(dialog.getByRole('radio', { name: 'Shop files' }));
  await click(dialog.getByRole('switch', { name: 'eBay, main image' }));
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(shop);
  await takePictures(window, 'shop-files-export');
  await click(dialog.getByRole('button', { name: 'Export 1 result' }));
  await expect(retouch).toContainText('Exported 1 file to "Shop"');
  expect(clicks).toBeLessThanOrEqual(6);
  expect(await readdir(shop)).toEqual([expect.stringMatching(/_ebay-main\.jpg$/)]);
});
