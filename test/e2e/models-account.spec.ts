import { join } from 'node:path';
import { readFile, writeFile } from 'node:fs/promises';
import { systemClock } from '#electron/base/clock.ts';
import { expectAccessible, expectNoOverflow } from './drop-folders.ts';
import { expectNoEnglish } from './english.ts';
import { beside, cell, enter, expect, test } from './owning.ts';
import * as retouching from './retouching.ts';
import { takePicture, takePictures } from './window.ts';

/** The local day so many days from now, as YYYY-MM-DD. */
function dayIn(days: number): string {
  const day = new Date(systemClock.wall());
  day.setDate(day.getDate() + days);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

test.use({ own: { models: 2, scenes: 1 } });

test('a card holds until when it may be used, a release and a name, and is taken out and in', async ({
  window,
  room,
  shoot,
}) => {
  const detail = beside(room, 'Own model');
  await cell(room, 'Studio model 2').click();
  await detail.getByRole('button', { name: 'Rename' }).click();
  await window.keyboard.type('Bea');
  await window.keyboard.press('Enter');
  await expect(cell(room, 'Bea')).toBeVisible();
  const notices = window.getByRole('region', { name: 'Messages' });
  await notices.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(room, 'Studio model 2')).toBeVisible();
  await detail.getByRole('button', { name: 'Rename' }).click();
  await window.keyboard.type('Bea');
  await window.keyboard.press('Enter');

  const release = join(shoot, 'release.pdf');
  await writeFile(release, '%PDF-1.4 signed');
  const chooser = window.waitForEvent('filechooser');
  await detail.getByRole('group', { name: 'Release file' }).getByRole('button').click();
  await (await chooser).setFiles([release]);
  await expect(detail.getByText('release.pdf')).toBeVisible();
  const last = detail.getByLabel('Last day it may be used');
  await last.fill(dayIn(10));
  await expect(cell(room, 'Bea')).toContainText('Ends in 10 days');
  await expect(detail.getByText(/^It ends in 10 days/)).toBeVisible();
  await detail.getByRole('textbox', { name: 'Notes' }).fill('Only in autumn.');
  await expect(detail.getByText('Saved', { exact: true })).toBeVisible();
  await takePictures(window, 'models-ends');
  await detail.getByRole('button', { name: 'Use in Retouch' }).click();
  const field = retouching.parameter(window, 'fashionModelId');
  await expect(field.getByText(/^Its release ends on /)).toBeVisible();
  await field.getByRole('link', { name: /^Card/ }).click();

  await last.fill(dayIn(-1));
  await expect(cell(room, 'Bea')).toContainText('Release over');
  await expect(detail.getByRole('button', { name: 'Use in Retouch' })).toBeDisabled();
  await expect(detail.getByText('Saved', { exact: true })).toBeVisible();
  await takePictures(window, 'models-over');
  await expectAccessible(window);
  await window.reload();
  await expect(detail.getByRole('textbox', { name: 'Notes' })).toHaveValue('Only in autumn.');
  await expect(last).toHaveValue(dayIn(-1));
  await expect(detail.getByText('release.pdf')).toBeVisible();

  await retouching.enter(window);
  await retouching.give(window, [join(shoot, 'wall.jpg')]);
  await expect(field.getByText(/^Its release was good until /)).toBeVisible();
  await expect(retouching.panel(window)).toContainText('Model: its release is over.');
  await expect(retouching.generate(window)).toBeDisabled();
  await takePictures(window, 'models-over-retouch');
  await retouching
    .panel(window)
    .getByRole('button', { name: /^Model: .*search$/ })
    .click();
  const option = window.getByRole('dialog').getByRole('option', { name: /^Bea Yours/ });
  await expect(option).toContainText('Release over');
  await expect(option).toHaveAttribute('aria-disabled', 'true');
  await takePictures(window, 'models-over-picker');
  await window.keyboard.press('Escape');

  await enter(window);
  const cards = room.getByRole('button', { name: 'Cards' });
  await cards.click();
  const saved = window.waitForEvent('download');
  await window.getByRole('menuitem', { name: 'Export cards…' }).click();
  const file = join(shoot, 'cards.json');
  await (await saved).saveAs(file);
  const exported = await readFile(file, 'utf8');
  await writeFile(file, exported.replace('"Bea"', '"Bea Lind"'));
  await cards.click();
  const picked = window.waitForEvent('filechooser');
  await window.getByRole('menuitem', { name: 'Import cards…' }).click();
  await (await picked).setFiles([file]);
  await expect(cell(room, 'Bea Lind')).toBeVisible();
  await expect(notices).toContainText('1 card was changed');
  await notices.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(room, 'Bea')).toBeVisible();
});

test('it can be used with text at 200 % and in Chinese', async ({ window, room }) => {
  await room.getByRole('button', { name: 'New model' }).click();
  for (const size of [
    { width: 2560, height: 1440 },
    { width: 1280, height: 800 },
    { width: 640, height: 400 },
  ]) {
    await window.setViewportSize(size);
    await expectNoOverflow(window);
  }
  await takePicture(window, 'models-200-percent');
  await window.setViewportSize({ width: 1280, height: 800 });
  await window.getByRole('link', { name: 'Settings' }).click();
  await window.getByRole('combobox', { name: /^Language:/ }).click();
  await window.getByRole('option', { name: '简体中文' }).click();
  await expect(window.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await window.goBack();
  const data = ['Studio model 1', 'Studio model 2', 'Studio scene 1'];
  await expect(window.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await expectNoEnglish(window, data);
  await takePictures(window, 'models-chinese');
  await window.getByRole('option').first().click();
  await expect(window.getByRole('heading', { name: 'Studio model 2' })).toBeVisible();
  await expectNoEnglish(window, data);
  await expectAccessible(window);
  await takePictures(window, 'models-chinese-card');
  await window.setViewportSize({ width: 640, height: 400 });
  await expectNoOverflow(window);
});
