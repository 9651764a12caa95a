import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { fillLibrary, nameOf } from '../fixtures/library.ts';
import { goTo, pick } from './views.ts';
import { expect, takePictures, test as base } from './window.ts';

/** Number of results whose files exist; the files of all other results are missing. */
const THERE = 12;

const test = base.extend({
  prepare: ({ page: _page }, use) => use((dataFolder) => fillLibrary(join(dataFolder, 'demo'), 30)),
});

const cell = (window: Page, index: number) => window.locator(`#result-cell-${index}`);
const line = (window: Page) => window.getByRole('region', { name: 'Export results' });

/** Opens the dialog with its shortcut. */
async function openDialog(window: Page): Promise<Locator> {
  await window.keyboard.press('ControlOrMeta+Shift+e');
  const dialog = window.getByRole('dialog', { name: 'Export results' });
  await expect(dialog.getByRole('textbox', { name: 'File names' })).toBeVisible();
  return dialog;
}

test('results are culled and exported, even while another view is open', async ({
  window,
  studio,
}) => {
  const client = join(studio.dataFolder, 'Client');
  const file = join(studio.dataFolder, 'a-file');
  await mkdir(client);
  await writeFile(file, '');
  await goTo(window, 'Library');
  await expect(cell(window, 0)).toContainText('LOOK_');
  await window.getByRole('listbox', { name: 'Results' }).focus();
  for (const key of ['p', 'x', 'p']) await window.keyboard.press(key);
  await expect(cell(window, 2)).toHaveAccessibleName(/picked/);

  // a folder that is not writable is reported before the export starts
  const dialog = await openDialog(window);
  await expect(dialog.getByRole('radio', { name: 'All 2 picks in this view' })).toBeChecked();
  await expect(dialog).toContainText('LOOK_00000_White_1.jpg');
  await dialog.getByRole('textbox', { name: 'File names' }).fill('{sku}/{name}');
  await pick(window, 'Format', /TIFF/, dialog);
  await pick(window, 'Colour space', /Adobe RGB/, dialog);
  await expect(dialog).toContainText(/LOOK\S*\/LOOK_00000\.tif/);
  await dialog.getByRole('radio', { name: 'Resize' }).click();
  await dialog.getByRole('textbox', { name: 'Long edge, px' }).fill('300');
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(join(file, 'below'));
  await dialog.getByRole('button', { name: 'Export 2 results' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Nothing can be written');
  await takePictures(window, 'export');
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(client);
  await dialog.getByRole('button', { name: 'Export 2 results' }).click();
  await expect(dialog).toBeHidden();
  await expect(line(window)).toContainText('Exported 2 results to "Client"');

  const names = (await readdir(client, { recursive: true })).filter((name) => /tif/.test(name));
  const [first, third] = [0, 2].map((n) => join('LOOK', nameOf(n).replace('jpg', 'tif')));
  expect(names.sort()).toEqual([first, third]);
  const exported = sharp(join(client, first ?? ''));
  const { icc, ...metadata } = await exported.metadata();
  expect(metadata).toMatchObject({ format: 'tiff', width: 200, height: 300, depth: 'uchar' });
  expect(icc?.toString('latin1')).toContain('Compatible with Adobe RGB (1998)');
  // the colour 0, 90, 150 in sRGB, converted to Adobe RGB
  const { channels } = await exported.stats();
  expect(channels.map(({ mean }) => Math.round(mean))).toEqual([51, 90, 147]);

  // exports all results with the last options except names and format; the export continues while another
  // view is open
  await cell(window, 0).click();
  await window.keyboard.press('Shift+End');
  await expect(window.getByRole('toolbar').getByRole('status')).toContainText('30 results');
  await openDialog(window);
  await expect(dialog.getByRole('textbox', { name: 'Folder' })).toHaveValue(client);
  await expect(dialog.getByRole('textbox', { name: 'Long edge, px' })).toHaveValue('300');
  await dialog.getByRole('textbox', { name: 'File names' }).fill('{name}');
  await pick(window, 'Format', /PNG/, dialog);
  await dialog.getByRole('button', { name: 'Export 30 results' }).click();
  await goTo(window, 'Queue');
  await expect(window.getByRole('grid', { name: 'Jobs' })).toBeVisible();
  await goTo(window, 'Library');
  await expect(line(window)).toContainText('Exported 12 of 30');
  await line(window).getByText("18 results couldn't be exported").click();
  await expect(line(window)).toContainText('"LOOK_00012.jpg.png" is no longer there');
  const written = (await readdir(client)).filter((name) => name.endsWith('.png'));
  expect(written).toHaveLength(THERE);
  await takePictures(window, 'export-line');
});
