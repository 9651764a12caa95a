import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { systemClock } from '#electron/base/clock.ts';
import { openLedger } from '#electron/ledger/open.ts';
import { deliverFiles } from '../fixtures/library.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { expectAccessible, expectNoOverflow } from './drop-folders.ts';
import { expect, takePictures, test as base } from './window.ts';

const cell = (window: Page, index: number) => window.locator(`#result-cell-${index}`);
const bar = (window: Page) => window.getByRole('toolbar', { name: 'What to do with them' });
const listed = (window: Page) => bar(window).getByRole('status');
const stackButton = (window: Page) => bar(window).getByRole('button', { name: /^Stack of/ });

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
    await window.getByRole('navigation').getByRole('link', { name: 'Library' }).click();
    const grid = window.getByRole('listbox', { name: 'Results' });
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
  for (let n = 0; n < 12; n += 1) {
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
  await expect(listed(window)).toHaveText('38 results of 12 photos');
  await arePainted(grid);
  await takePictures(window, 'library-stacks-small');
});
