import type { Locator, Page } from '@playwright/test';
import { mkdir, readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { plainFolder } from '../fixtures/hot-folder.ts';
import { deliverFiles, described } from '../fixtures/library.ts';
import { ledgerIn } from '../fixtures/new-ledger.ts';
import { uncheckedFolder } from '../fixtures/permitted.ts';
import { recipeOf } from '../fixtures/values.ts';
import { photosBeside, shootIn } from './hot-folders.ts';
import { choose, expectFocus, press, tabTo, typeInto } from './keys.ts';
import { panel, parameter } from './retouching.ts';
import { expect, test as base } from './window.ts';

const size = { width: 320, height: 264 };

const test = base.extend({
  prepare: ({ host: _host }, use) => use((dataFolder) => prepareStudio(dataFolder)),
});

/** Creates two photos with their results, the filmstrip with these photos, and a hot folder without photos. */
async function prepareStudio(dataFolder: string): Promise<void> {
  const shoot = join(photosBeside(dataFolder), 'Shoot');
  await mkdir(shoot, { recursive: true });
  const path = await shootIn(dataFolder, 'Selects', []);
  const outFolder = join(photosBeside(dataFolder), 'Delivered');
  await mkdir(outFolder);
  const ledger = ledgerIn(join(dataFolder, 'demo'));
  for (const left of [40, 140]) {
    const photo = await picture(join(shoot, `SHOE_${left}.png`), left, '#c8c8c8');
    const result = await picture(join(shoot, `SHOE_${left}_result.png`), left, '#ffffff00');
    await deliverFiles(ledger, { photo, results: [result] });
    const { file: source, ...identity } = await described(photo);
    const photoId = ledger.photos.know(identity);
    ledger.filmstrip.add({ photoId, source, name: basename(photo), ...size });
  }
  const recipe = recipeOf({
    name: 'White background',
    agent: 'removeBG',
    params: { maskType: 'autoSubjectSegment', backgroundHex: '#ffffff', batchCount: 1 },
  });
  const settings = { path, recipeId: ledger.jobs.recipe(recipe, 'white'), outFolder };
  const saved = ledger.savedRecipes.add(recipe);
  ledger.hotFolders.add(uncheckedFolder({ ...settings, ...plainFolder }), saved.id, 'process');
  ledger.close();
}

/** Creates a picture with a dark square. */
async function picture(file: string, left: number, background: string): Promise<string> {
  const square = { width: 90, height: 110, channels: 3 as const, background: '#301810' };
  await sharp({ create: { ...size, channels: 4, background } })
    .composite([{ input: { create: square }, left, top: 70 }])
    .png()
    .toFile(file);
  return file;
}

/** Edits the card with the keys of its view, and saves it with Enter. */
async function editLimit(window: Page, limit: string): Promise<Locator> {
  const card = window.getByRole('article').filter({ hasText: 'Selects' });
  await expect(card).toBeVisible();
  await press(window, 'j');
  await expect(card).toBeFocused();
  await press(window, 'e');
  const form = window.getByRole('form', { name: 'Edit "White background"' });
  await expectFocus(form.getByRole('textbox').first());
  await typeInto(form.getByRole('textbox', { name: 'Daily limit' }), limit);
  return form;
}

test('everything can be done with the keyboard alone, and the focus is always visible', async ({
  window,
  studio,
}) => {
  const shop = join(photosBeside(studio.dataFolder), 'Shop');
  await mkdir(shop);
  const button = (name: string | RegExp, within: Page | Locator = window) =>
    within.getByRole('button', { name });

  await test.step('a hot folder is edited in two windows, and each answer to the conflict is given', async () => {
    await window.keyboard.press('ControlOrMeta+1');
    const form = await editLimit(window, '111');
    const other = await window.context().newPage();
    await other.goto(`${studio.address()}#/folders`);
    await editLimit(other, '222');
    await press(other, 'Enter');
    await expectFocus(other.getByRole('article').filter({ hasText: 'of 222 images today' }));
    await expect(form).toContainText('was changed in another window');
    await tabTo(button('Use saved version', form), 'Shift+Tab');
    await press(window, 'Enter');
    await expect(form.getByRole('textbox', { name: 'Daily limit' })).toHaveValue('222');
    await typeInto(form.getByRole('textbox', { name: 'Daily limit' }), '333');
    await editLimit(other, '444');
    await press(other, 'Enter');
    await expect(form).toContainText('was changed in another window');
    await tabTo(button('Save my changes', form), 'Shift+Tab');
    await press(window, 'Enter');
    await expectFocus(window.getByRole('article').filter({ hasText: 'of 333 images today' }));
    await press(window, 'e');
    await tabTo(button('Cancel', form), 'Shift+Tab');
    await press(window, 'Enter');
    await expectFocus(window.getByRole('article').filter({ hasText: 'Selects' }));
    await other.close();
  });

  await test.step('the subject is selected on a series of photos, and undone in the editor', async () => {
    await window.keyboard.press('ControlOrMeta+2');
    await choose(panel(window).getByRole('combobox', { name: /^Agent:/ }), 'Remove background');
    await choose(parameter(window, 'maskType').getByRole('combobox'), 'Custom mask');
    await tabTo(window.getByRole('listbox', { name: 'Filmstrip' }), 'Shift+Tab');
    await press(window, 'ControlOrMeta+a');
    await tabTo(button('Select subject on all 2'));
    await press(window, 'Enter');
    await expect(parameter(window, 'mask')).toContainText("Each photo's own mask");
    await tabTo(button('Edit', parameter(window, 'mask')), 'Shift+Tab');
    await press(window, 'Enter');
    await expectFocus(window.getByRole('img', { name: /^Photo, .* kept$/ }));
    await expect(window.getByText('1 step', { exact: true })).toBeVisible();
    await press(window, 'ControlOrMeta+z');
    await expect(window.getByText('0 steps', { exact: true })).toBeVisible();
    await press(window, 'Escape');
    await expectFocus(button('Edit', parameter(window, 'mask')));
  });

  await test.step('costs are shown for another period and exported', async () => {
    await window.keyboard.press('ControlOrMeta+6');
    await choose(window.getByRole('combobox', { name: /^Period:/ }), 'Last month');
    await tabTo(button('Show all purchases'));
    await press(window, 'Enter');
    await expect(window.getByRole('table')).toContainText('Total');
    await choose(window.getByRole('combobox', { name: /^Group by:/ }), 'Recipe');
    await tabTo(button('Export CSV'), 'Shift+Tab');
    const download = window.waitForEvent('download');
    await press(window, 'Enter');
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file).toContain('\nClient,linked,2,2,');
  });

  await test.step('a result is exported with a new preset, which is then removed', async () => {
    await window.keyboard.press('ControlOrMeta+4');
    const results = window.getByRole('listbox', { name: 'Results' });
    await tabTo(results);
    await press(window, 'ControlOrMeta+Shift+e');
    const dialog = window.getByRole('dialog', { name: 'Export results' });
    await expectFocus(dialog.getByRole('textbox', { name: 'Folder' }));
    await tabTo(dialog.getByRole('radio', { name: 'Images' }), 'Shift+Tab');
    await press(window, 'ArrowRight');
    const manage = button('Manage presets…', dialog);
    await tabTo(manage);
    await press(window, 'Enter');
    const presets = window.getByRole('dialog', { name: 'Presets for shop files' });
    const more = button('More for "Shopify, square"', presets);
    await tabTo(more);
    await press(window, 'Enter');
    await expectFocus(window.getByRole('menuitem', { name: 'Duplicate and edit…' }));
    await press(window, 'Enter');
    const editor = window.getByRole('dialog', { name: 'New preset' });
    await typeInto(editor.getByRole('textbox', { name: 'Name', exact: true }), 'our-shop');
    await press(window, 'Escape');
    await expectFocus(more);
    await press(window, 'Enter', 'Enter');
    await typeInto(editor.getByRole('textbox', { name: 'Name', exact: true }), 'our-shop');
    await press(window, 'Enter');
    await expectFocus(more);
    await expect(presets.getByText('our-shop', { exact: true })).toBeVisible();
    await press(window, 'Escape');
    await expectFocus(manage);
    await tabTo(dialog.getByRole('switch', { name: 'our-shop' }), 'Shift+Tab');
    await press(window, 'Space');
    await typeInto(dialog.getByRole('textbox', { name: 'Folder' }), shop, 'Shift+Tab');
    await press(window, 'Enter');
    await expectFocus(results);
    const line = window.getByRole('region', { name: 'Export results' });
    await expect(line).toContainText('Exported 1 file to "Shop"');
    expect(await readdir(shop)).toEqual([expect.stringMatching(/_our-shop\.jpg$/)]);

    await tabTo(button('Dismiss', line), 'Shift+Tab');
    await press(window, 'Enter');
    await expect(line).toBeHidden();
    await tabTo(results);
    await press(window, 'ControlOrMeta+Shift+e');
    await expectFocus(dialog.getByRole('textbox', { name: 'Folder' }));
    await tabTo(manage);
    await press(window, 'Enter');
    await tabTo(button('More for "our-shop"', presets));
    await press(window, 'Enter', 'End');
    await expectFocus(window.getByRole('menuitem', { name: 'Remove' }));
    await press(window, 'Enter');
    const question = window.getByRole('alertdialog');
    await expectFocus(button('Cancel', question));
    await press(window, 'Escape');
    await expectFocus(button('More for "our-shop"', presets));
    await press(window, 'Enter', 'End', 'Enter');
    await tabTo(button('Remove preset', question));
    await press(window, 'Enter');
    await expect(presets.getByText('our-shop', { exact: true })).toBeHidden();
    await press(window, 'Escape');
    await expectFocus(manage);
    await tabTo(button('Remove "our-shop"', dialog), 'Shift+Tab');
    await press(window, 'Enter');
    await expect(dialog.getByText('our-shop')).toBeHidden();
    await press(window, 'Escape');
    await expectFocus(results);
  });
});
