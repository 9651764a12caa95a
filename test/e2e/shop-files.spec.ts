import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { patches } from '../fixtures/pictures.ts';
import { inFolder } from './account.ts';
import { expectAccessible, expectNoOverflow } from './hot-folders.ts';
import {
  chooseAgent,
  expect,
  generate,
  image,
  panel,
  runs,
  test as retouching,
} from './retouching.ts';
import { countClicks } from './views.ts';
import { takePictures } from './window.ts';

const test = retouching.extend({
  serviceOptions: {
    render: 'full',
    speed: { executionMs: 150, jitterMs: 0, psdMs: 50 },
    seed: 1,
  },
  // photos of a subject, from which shops would take a file
  shoot: ({ host: _host }, use) =>
    inFolder('shoot', async (folder) => {
      const border = { top: 120, bottom: 150, left: 160, right: 160, background: '#f4f4f4' };
      for (const [n, name] of ['A.jpg', 'B.jpg', 'C.jpg'].entries()) {
        const photo = patches(400 + 10 * n, 330).extend(border);
        await photo.jpeg({ quality: 95 }).toFile(join(folder, name));
      }
      await use(folder);
    }),
});

test('a photo becomes a shop file with 5 clicks in the agent panel, and later with 6 clicks by export', async ({
  window,
  studio,
  retouch,
}) => {
  const presets = panel(window).getByRole('group', { name: 'Presets' });
  const ebay = presets.getByRole('switch', { name: 'eBay, main image' });
  const clicks = await countClicks(window);

  await test.step('a run with a preset delivers the file for the shop', async () => {
    await takePictures(window, 'shop-files-begin');
    await chooseAgent(window, 'Remove background');
    await panel(window).getByText('Output and charges').click();
    await ebay.click();
    await takePictures(window, 'shop-files-preset');
    await generate(window).click();
    await expect(runs(window).first()).toContainText('1 of 1 ready');
    expect(clicks()).toBe(5);
    const results = join(studio.dataFolder, 'Results');
    const made = async () => (await readdir(results)).filter((name) => name.includes('_ebay-'));
    await expect.poll(made).toEqual([expect.stringMatching(/_ebay-main\.jpg$/)]);
    const [name = ''] = await made();
    const { width, height } = await sharp(join(results, name)).metadata();
    expect(width).toBe(height);
    await takePictures(window, 'shop-files-delivered');
  });

  await test.step('the preview shows the finished canvas with its numbers', async () => {
    await presets.getByRole('button', { name: 'Show preview' }).click();
    const preview = presets.getByRole('img', { name: 'Preview of ebay-main' });
    await expect(preview).toHaveJSProperty('complete', true);
    await expect(presets).toContainText(/\d × \d.* px.*kB, quality 90/);
    await preview.scrollIntoViewIfNeeded();
    await expectAccessible(window);
    await expectNoOverflow(window);
    await takePictures(window, 'shop-files-preview');
  });

  await test.step('the result is exported with another preset', async () => {
    const shop = join(studio.dataFolder, 'Shop');
    await mkdir(shop);
    const before = clicks();
    await image(window, 1).click({ button: 'right' });
    await window.getByRole('menuitem', { name: 'Export…' }).click();
    const dialog = window.getByRole('dialog', { name: 'Export results' });
    await dialog.getByRole('radio', { name: 'Shop files' }).click();
    await dialog.getByRole('switch', { name: 'Google Shopping' }).click();
    await dialog.getByRole('textbox', { name: 'Folder' }).click();
    await window.keyboard.insertText(shop);
    await takePictures(window, 'shop-files-export');
    await dialog.getByRole('button', { name: 'Export 1 result' }).click();
    await expect(retouch).toContainText('Exported 1 file to "Shop"');
    expect(clicks() - before).toBe(6);
    expect(await readdir(shop)).toEqual([expect.stringMatching(/_google-shopping\.jpg$/)]);
    await takePictures(window, 'shop-files-exported');
  });
});
