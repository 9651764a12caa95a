import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { fillLibrary, nameOf } from '../fixtures/library.ts';
import { expectAccessible } from './drop-folders.ts';
import { expect, takePictures, test as base } from './window.ts';

/** Results that lie on the disk; the others of the ledger are gone. */
const THERE = 12;

const test = base.extend({
  prepare: async ({ page: _page }, use) => {
    // large enough that an export of all can be seen under way
    const size = { width: 1200, height: 1800 };
    await use((dataFolder) => fillLibrary(join(dataFolder, 'demo'), 30, { size }));
  },
});

const cell = (window: Page, index: number) => window.locator(`#result-cell-${index}`);
const enter = (window: Page, room: string) =>
  window.getByRole('navigation').getByRole('link', { name: room }).click();
const line = (window: Page) => window.getByRole('region', { name: 'Export results' });

async function openDialog(window: Page, key: 'e' | null = null): Promise<Locator> {
  if (key !== null) await window.keyboard.press(key);
  else await window.getByRole('button', { name: 'Export…' }).click();
  const dialog = window.getByRole('dialog', { name: 'Export results' });
  await expect(dialog.getByRole('textbox', { name: 'File names' })).toBeVisible();
  return dialog;
}

async function choose(dialog: Locator, label: string, option: RegExp): Promise<void> {
  await dialog.getByRole('combobox', { name: label }).click();
  await dialog.page().getByRole('option', { name: option }).click();
}

test('results are compared, culled and exported for somebody else', async ({ window, studio }) => {
  const client = join(studio.dataFolder, 'Client');
  const file = join(studio.dataFolder, 'a-file');
  await mkdir(client);
  await writeFile(file, '');
  await enter(window, 'Library');
  await expect(cell(window, 0)).toContainText('LOOK_');
  await window.getByRole('listbox', { name: 'Results' }).focus();

  // compared beside its photo, and culled there and in the grid
  await window.keyboard.press('Enter');
  await expect(window.getByRole('dialog', { name: /result/ })).toContainText('1 of 30');
  await window.keyboard.press('p');
  await window.keyboard.press('x');
  await window.keyboard.press('Escape');
  await window.keyboard.press('p');
  await expect(cell(window, 2)).toHaveAccessibleName(/picked/);

  // what cannot be used is said beside its field, and of a folder that takes nothing at once
  const dialog = await openDialog(window, 'e');
  await expect(dialog.getByRole('radio', { name: 'All 2 picks shown' })).toBeChecked();
  await expect(dialog).toContainText('LOOK_00000_White_1.jpg');
  await dialog.getByRole('button', { name: 'Export 2 results' }).click();
  await expect(dialog).toContainText('Choose a folder, or type its whole path');
  await dialog.getByRole('textbox', { name: 'File names' }).fill('{sku}/{name}');
  await choose(dialog, 'Format', /TIFF/);
  await choose(dialog, 'Colours', /Adobe RGB/);
  await expect(dialog).toContainText(/LOOK\S*\/LOOK_00000\.tif/);
  await dialog.getByRole('radio', { name: 'Smaller' }).click();
  await dialog.getByRole('textbox', { name: 'Long side, px' }).fill('9');
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(join(file, 'below'));
  await dialog.getByRole('button', { name: 'Export 2 results' }).click();
  await expect(dialog).toContainText('from 16 to 100,000');
  await dialog.getByRole('textbox', { name: 'Long side, px' }).fill('600');
  await dialog.getByRole('button', { name: 'Export 2 results' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Nothing can be written');
  await expectAccessible(window);
  await takePictures(window, 'export');
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(client);
  await dialog.getByRole('button', { name: 'Export 2 results' }).click();
  await expect(dialog).toBeHidden();
  await expect(line(window)).toContainText('2 results are exported to “Client”');

  const names = (await readdir(client, { recursive: true })).filter((name) => /tif/.test(name));
  const [first, third] = [0, 2].map((n) => join('LOOK', nameOf(n).replace('jpg', 'tif')));
  expect(names.sort()).toEqual([first, third]);
  const exported = sharp(join(client, first ?? ''));
  const { icc, ...metadata } = await exported.metadata();
  expect(metadata).toMatchObject({ format: 'tiff', width: 400, height: 600, depth: 'uchar' });
  expect(icc?.toString('latin1')).toContain('Compatible with Adobe RGB (1998)');
  // what 0, 90, 150 of sRGB is in the wider space
  const { channels } = await exported.stats();
  expect(channels.map(({ mean }) => Math.round(mean))).toEqual([51, 90, 147]);
});

test('an export goes on when the room is left, tells what is gone by name, and is cancelled', async ({
  window,
  studio,
}) => {
  const client = join(studio.dataFolder, 'Client');
  await enter(window, 'Library');
  await cell(window, 0).click();
  await window.keyboard.press('Shift+End');
  await expect(window.getByRole('toolbar').getByRole('status')).toContainText('30 results');
  const dialog = await openDialog(window);
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(client);
  await dialog.getByRole('textbox', { name: 'File names' }).fill('{name}');
  await choose(dialog, 'Format', /PNG/);
  await dialog.getByRole('button', { name: 'Export 30 results' }).click();
  await enter(window, 'Queue');
  await expect(window.getByRole('grid', { name: 'Jobs' })).toBeVisible();
  await enter(window, 'Library');
  await expect(line(window)).toContainText('12 of 30 are exported', { timeout: 30_000 });
  await line(window).getByText('18 could not be exported').click();
  await expect(line(window)).toContainText('"LOOK_00012.jpg.png" is not there any more');
  expect(await readdir(client)).toHaveLength(THERE);
  await takePictures(window, 'export-line');

  // what was chosen last is remembered, and nothing is written over
  await cell(window, 0).click();
  await cell(window, 11).click({ modifiers: ['Shift'] });
  const again = await openDialog(window);
  await expect(again.getByRole('textbox', { name: 'Folder' })).toHaveValue(client);
  await expect(again.getByRole('combobox', { name: 'Format' })).toContainText('PNG');
  await again.getByRole('button', { name: 'Export 12 results' }).click();
  await line(window).getByRole('button', { name: 'Cancel' }).click();
  await expect(line(window)).toContainText(/\d+ of 12 are exported/);
  const second = (await readdir(client)).filter((name) => name.endsWith('-2.png'));
  expect(second.length).toBeLessThan(THERE);
  await expect(line(window)).toContainText(`${second.length} of 12 are exported`);
  await line(window).getByRole('button', { name: 'Dismiss' }).click();
  await expect(line(window)).toBeHidden();
});
