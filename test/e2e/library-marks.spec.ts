import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { systemClock } from '#electron/base/clock.ts';
import { openLedger } from '#electron/ledger/open.ts';
import { fillLibrary } from '../fixtures/library.ts';
import { expect, takePictures, test as base } from './window.ts';

const test = base.extend<{ readonly grid: Locator }>({
  prepare: async ({ host: _host }, use) => {
    await use(async (dataFolder) => {
      const folder = join(dataFolder, 'demo');
      await fillLibrary(folder, 12);
      const opened = openLedger(folder, systemClock);
      if (!opened.ok) throw new Error(opened.problem.message);
      const { library, results, close } = opened.value;
      const [first = 0] = library.page({}, 'newest', 0, 1).ids;
      const row = results.get(first)?.executionRow;
      if (row !== undefined) results.wantPsd(row);
      close();
    });
  },
  grid: async ({ window }, use) => {
    await window.getByRole('navigation').getByRole('link', { name: 'Library' }).click();
    await expect(cell(window, 0)).toContainText('LOOK_');
    const grid = window.getByRole('listbox', { name: 'Results' });
    await grid.focus();
    await use(grid);
  },
});

const cell = (window: Page, index: number) => window.locator(`#result-cell-${index}`);

async function boxOf(area: Locator) {
  const box = await area.boundingBox();
  if (box === null) throw new Error('The area is not shown.');
  return box;
}

test('B11 P then 5 marks one picture, and the next one is selected once', async ({
  window,
  grid,
}) => {
  await window.keyboard.press('p');
  await window.keyboard.press('5');
  await expect(cell(window, 0)).toHaveAccessibleName(/picked, 5 stars/);
  await expect(grid).toHaveAttribute('aria-activedescendant', 'result-cell-1');
  await expect(cell(window, 1)).not.toHaveAccessibleName(/stars/);
  // once another picture was gone to, stars are its own
  await window.keyboard.press('p');
  await window.keyboard.press('ArrowRight');
  await window.keyboard.press('3');
  await expect(cell(window, 3)).toHaveAccessibleName(/3 stars/);
});

test('B11 a small cell has room for its name beside PSD badge, pick and stars', async ({
  window,
  grid: _grid,
}) => {
  await window.keyboard.press('p');
  await window.keyboard.press('5');
  await window.getByRole('radio', { name: 'Small' }).click();
  const first = cell(window, 0);
  await expect(first.getByText('PSD')).toBeVisible();
  await expect(first.getByText('★★★★★')).toBeVisible();
  const whole = await boxOf(first);
  const name = first.getByText('LOOK_00000.jpg');
  expect((await boxOf(name)).width).toBeGreaterThan(whole.width - 24);
  const [marks, psd] = [await boxOf(first.locator('.marks')), await boxOf(first.getByText('PSD'))];
  expect(marks.x + marks.width).toBeLessThan(psd.x);
  expect(psd.x + psd.width).toBeLessThanOrEqual(whole.x + whole.width);
  expect(psd.y + psd.height).toBeLessThanOrEqual((await boxOf(name)).y + 1);
  await takePictures(window, 'library-small');
  for (const size of ['Medium', 'Large']) {
    await window.getByRole('radio', { name: size }).click();
    await takePictures(window, `library-${size.toLowerCase()}`);
  }
});

test('B11 X rejects in the grid, beside the photo and in the survey', async ({
  window,
  grid: _grid,
}) => {
  await window.keyboard.press('x');
  await expect(cell(window, 0)).toHaveAccessibleName(/rejected/);
  await window.keyboard.press('Enter');
  await window.keyboard.press('x');
  await window.keyboard.press('Escape');
  await expect(cell(window, 1)).toHaveAccessibleName(/rejected/);
  await window.keyboard.press('Shift+ArrowRight');
  await window.keyboard.press('n');
  const looks = window
    .getByRole('dialog', { name: 'Survey' })
    .getByRole('button', { name: /^Look at/ });
  await expect(looks).toHaveCount(2);
  await window.keyboard.press('x');
  await expect(looks.first()).toHaveAccessibleName(/rejected/);
  await window.keyboard.press('Delete');
  await expect(looks).toHaveCount(1);
});
