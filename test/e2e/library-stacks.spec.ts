import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { systemClock } from '#electron/base/clock.ts';
import { openLedger } from '#electron/ledger/open.ts';
import { deliverFiles } from '../fixtures/library.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { expectAccessible, expectNoOverflow } from './drop-folders.ts';
import { chooseAgent, film, films, generate, set, test as retouching } from './retouching.ts';
import { expect, takePictures, test as base } from './window.ts';

const cell = (window: Page, index: number) => window.locator(`#result-cell-${index}`);
const badge = (window: Page, index: number) => cell(window, index).locator('[data-stack]');
const gridOf = (window: Page) => window.getByRole('listbox', { name: 'Results' });
const bar = (window: Page) => window.getByRole('toolbar', { name: 'What to do with them' });
const listed = (window: Page) => bar(window).getByRole('status');
const stackButton = (window: Page) => bar(window).getByRole('button', { name: /^Stack of/ });

async function stoodOn(window: Page, index: number): Promise<void> {
  await expect(gridOf(window)).toHaveAttribute('aria-activedescendant', `result-cell-${index}`);
}

async function openLibrary(window: Page): Promise<Locator> {
  await window.getByRole('navigation').getByRole('link', { name: 'Library' }).click();
  return gridOf(window);
}

retouching(
  'B11 results of one photo are one stack, which is expanded, rated in and collapsed',
  async ({ window, retouch }) => {
    await expect(retouch).toBeVisible();
    await films(window).first().click();
    await films(window)
      .last()
      .click({ modifiers: ['Shift'] });
    await chooseAgent(window, 'AI pose');
    await set(window, 'textDescription', 'walks towards the camera');
    await set(window, 'batchCount', '2');
    await generate(window).click();
    const grid = await openLibrary(window);
    await expect(listed(window)).toContainText('6 results of 3 photos');
    await window.getByRole('navigation').getByRole('link', { name: 'Retouch' }).click();
    await film(window, 'B.jpg').click();
    await chooseAgent(window, 'AI pose');
    await set(window, 'textDescription', 'stands still');
    await generate(window).click();
    await openLibrary(window);
    await expect(listed(window)).toContainText('8 results of 3 photos');

    // two runs of the same photo are one stack, with the newest result on top
    await expect(grid.getByRole('option')).toHaveCount(3);
    await expect(cell(window, 0)).toContainText('B.jpg');
    await expect(badge(window, 0)).toHaveAttribute('data-stack', '4');
    await grid.focus();
    await stoodOn(window, 0);
    await expect(cell(window, 0)).toHaveAccessibleName(/stack of 4, collapsed/);
    await expect(listed(window)).toHaveText('8 results of 3 photos · Only the top is chosen');
    await expect(stackButton(window)).toHaveAttribute('aria-expanded', 'false');
    const top = (await cell(window, 0).getAttribute('aria-label')) ?? '';

    await window.keyboard.press('s');
    await expect(grid.getByRole('option')).toHaveCount(6);
    await expect(stackButton(window)).toHaveAttribute('aria-expanded', 'true');
    await expect(listed(window)).toHaveText('8 results of 3 photos');
    await expect(cell(window, 3)).toHaveAccessibleName(/4 of 4 in its stack/);
    await expect(cell(window, 3)).toHaveAttribute('aria-setsize', '6');
    await stoodOn(window, 0);

    // marks in the expanded stack go on to the next result, and the picked one becomes the top
    await window.keyboard.press('4');
    await stoodOn(window, 1);
    await window.keyboard.press('ArrowRight');
    await window.keyboard.press('p');
    await stoodOn(window, 3);
    await expect(cell(window, 2)).toHaveAccessibleName(/picked/);
    await window.keyboard.press('s');
    await expect(grid.getByRole('option')).toHaveCount(3);
    await stoodOn(window, 0);
    await expect(cell(window, 0)).toHaveAccessibleName(/picked, stack of 4, collapsed/);
    expect(await cell(window, 0).getAttribute('aria-label')).not.toContain(top.split(' of ')[0]);

    // what is chosen of collapsed stacks is what is seen
    await window.keyboard.press('Shift+ArrowRight');
    await expect(listed(window)).toHaveText('2 results are chosen, only the top of each stack');
    await window.keyboard.press('Escape');

    // a filter makes stacks of what it lets through
    const stars = window.getByRole('group', { name: 'Show by stars' });
    await stars.getByRole('button', { name: 'At least 1 star' }).click();
    await expect(listed(window)).toHaveText('1 result');
    await expect(badge(window, 0)).toBeHidden();
    await stars.getByRole('button', { name: 'At least 1 star' }).click();
    await expect(listed(window)).toContainText('8 results of 3 photos');

    // the badge, and all at once
    await badge(window, 2).click();
    await expect(grid.getByRole('option')).toHaveCount(4);
    await stoodOn(window, 2);
    await badge(window, 3).click();
    await expect(grid.getByRole('option')).toHaveCount(3);
    await stoodOn(window, 2);
    await window.keyboard.press('Shift+S');
    await expect(grid.getByRole('option')).toHaveCount(8);
    await expect(cell(window, 7)).toHaveAccessibleName(/2 of 2 in its stack/);
    await window.getByRole('button', { name: 'Collapse all stacks' }).click();
    await expect(grid.getByRole('option')).toHaveCount(3);
    await expectAccessible(window);
  },
);

const PHOTOS = [
  'perfume-amber.jpg',
  'handbag-cognac.jpg',
  'watch-steel.jpg',
  'raccoon-face.jpg',
  'lipstick-rouge.jpg',
  'sunglasses-tortoise.jpg',
  'teapot-stoneware.jpg',
];

const test = base.extend<{ readonly grid: Locator }>({
  prepare: async ({ host: _host }, use) => {
    await use((dataFolder) => fillStacks(join(dataFolder, 'demo')));
  },
  grid: async ({ window }, use) => {
    const grid = await openLibrary(window);
    await expect(cell(window, 0)).toContainText('.jpg');
    await grid.focus();
    await use(grid);
  },
});

/** A shoot in which some photos have several results, in other light. */
async function fillStacks(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const opened = openLedger(folder, systemClock);
  if (!opened.ok) throw new Error(opened.problem.message);
  for (let n = 0; n < 40; n += 1) {
    const name = PHOTOS[n % PHOTOS.length] ?? '';
    const photo = join(folder, `DSC_${String(4200 + n)}.jpg`);
    await sharp(lightPhotograph(name))
      .modulate({ hue: n * 2 })
      .toFile(photo);
    const count = [1, 4, 1, 2, 9, 1, 3][n % 7] ?? 1;
    const results = Array.from({ length: count }, (_, at) =>
      join(folder, `DSC_${String(4200 + n)}_${at + 1}.png`),
    );
    for (const [at, file] of results.entries()) {
      await sharp(photo)
        .modulate({ brightness: 1.25 - at * 0.08, hue: at * 25 })
        .toFile(file);
    }
    await deliverFiles(opened.value, { photo, results });
  }
  opened.value.close();
}

/** Every cell that is drawn shows its picture. */
async function arePainted(grid: Locator): Promise<void> {
  const bare = () =>
    grid.evaluate((list) => {
      const cells = [...list.querySelectorAll('[role=option]')];
      const width = (cell: (typeof cells)[number]) =>
        (cell.querySelector('img') as { naturalWidth?: number } | null)?.naturalWidth ?? 0;
      return cells.length === 0 ? -1 : cells.filter((cell) => width(cell) === 0).length;
    });
  await expect.poll(bare).toBe(0);
}

test('B11 an expanded stack is framed as one, from line to line', async ({ window, grid }) => {
  await expectNoOverflow(window);
  await arePainted(grid);
  await takePictures(window, 'library-stacks');
  for (let n = 0; n < 3; n += 1) await window.keyboard.press('ArrowRight');
  await window.keyboard.press('s');
  await expect(stackButton(window)).toHaveAttribute('aria-expanded', 'true');
  const frames = grid.locator('.frameOfStack');
  await expect(frames).toHaveCount(4);
  const [first, second] = await Promise.all([0, 1].map((at) => frames.nth(at).boundingBox()));
  expect((first?.x ?? 0) + (first?.width ?? 0)).toBeCloseTo(second?.x ?? 0, 0);
  await window.keyboard.press('ArrowRight');
  await window.keyboard.press('p');
  await window.keyboard.press('4');
  await expectAccessible(window);
  await arePainted(grid);
  await takePictures(window, 'library-stack-expanded');
  await window.getByRole('radio', { name: 'Small' }).click();
  await window.getByRole('button', { name: 'Expand all stacks' }).click();
  await expect(listed(window)).toHaveText('122 results of 40 photos');
  await arePainted(grid);
  await takePictures(window, 'library-stacks-small');
});
