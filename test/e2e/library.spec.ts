import type { Tags } from 'exiftool-vendored';
import { readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { openReader } from '../fixtures/exiftool.ts';
import { fillLibrary, nameOf } from '../fixtures/library.ts';
import { dragFrom, keepPicture } from './dragging.ts';
import { expectAccessible, expectNoOverflow } from './drop-folders.ts';
import { expect, takePictures, test as base } from './window.ts';

interface Fixtures {
  readonly results: number;
  /** Every result has a picture, not only the first. */
  readonly isEverywhere: boolean;
  readonly grid: Locator;
}

const test = base.extend<Fixtures>({
  results: [60, { option: true }],
  isEverywhere: [false, { option: true }],
  prepare: async ({ results, isEverywhere }, use) => {
    await use((dataFolder) => fillLibrary(join(dataFolder, 'demo'), results, { isEverywhere }));
  },
  /** The grid, with its first results and the keyboard in it. */
  grid: async ({ window }, use) => {
    await enter(window);
    await use(window.getByRole('listbox', { name: 'Results' }));
  },
});

async function enter(window: Page): Promise<void> {
  await window.getByRole('navigation').getByRole('link', { name: 'Library' }).click();
  await expect(cell(window, 0)).toContainText('LOOK_');
  await window.getByRole('listbox', { name: 'Results' }).focus();
}

const cell = (window: Page, index: number) => window.locator(`#result-cell-${index}`);
const stoodOn = (window: Page, index: number) =>
  expect(window.getByRole('listbox', { name: 'Results' })).toHaveAttribute(
    'aria-activedescendant',
    `result-cell-${index}`,
  );
const listed = (window: Page) =>
  window.getByRole('toolbar', { name: 'What to do with them' }).getByRole('status');
/** The pictures of the first results are there, which are the ones that lie on the disk. */
async function arePainted(within: Locator): Promise<void> {
  const first = within.locator('img').first();
  await expect
    .poll(() => first.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(0);
}

const loupe = (window: Page) => window.getByRole('dialog', { name: /result/ });
const survey = (window: Page) => window.getByRole('dialog', { name: 'Survey' });

test('results are culled by keyboard, looked at and surveyed, and their marks are kept over a kill', async ({
  window,
  studio,
  grid,
}) => {
  await window.keyboard.press('p');
  await window.keyboard.press('x');
  await window.keyboard.press('4');
  await stoodOn(window, 3);
  await expect(cell(window, 2)).toHaveAccessibleName(/4 stars/);
  await window.keyboard.press('ControlOrMeta+z');
  await stoodOn(window, 2);
  await expect(cell(window, 2)).not.toHaveAccessibleName(/stars/);
  await arePainted(grid);
  await expectAccessible(window);
  await expectNoOverflow(window);
  await takePictures(window, 'library-marked');

  await window.keyboard.press('Enter');
  await expect(loupe(window)).toContainText('3 of 60');
  await expect(loupe(window).getByRole('img', { name: 'Result', exact: true })).toBeVisible();
  await expectAccessible(window);
  await takePictures(window, 'library-loupe');
  await window.keyboard.press('Escape');
  await expect(grid).toBeFocused();

  await window.keyboard.press('Shift+ArrowRight');
  await window.keyboard.press('Shift+ArrowRight');
  await window.keyboard.press('n');
  const looks = survey(window).getByRole('button', { name: /^Look at/ });
  await expect(looks).toHaveCount(3);
  await arePainted(survey(window));
  await takePictures(window, 'library-survey');
  await expectAccessible(window);
  await window.keyboard.press('5');
  await expect(looks.first()).toHaveAccessibleName(/5 stars/);
  await window.keyboard.press('Escape');
  await expect(survey(window)).toBeHidden();

  await studio.stop('SIGKILL');
  await studio.start();
  await window.goto(studio.address());
  await enter(window);
  await expect(cell(window, 0)).toHaveAccessibleName(/picked/);
  await expect(cell(window, 1)).toHaveAccessibleName(/rejected/);
  await expect(cell(window, 2)).toHaveAccessibleName(/5 stars/);
});

/** Every cell that is seen, and there are some, shows its picture. */
async function areAllPainted(grid: Locator): Promise<void> {
  const unpainted = () =>
    grid.evaluate((list) => {
      const box = list.getBoundingClientRect();
      const seen = [...list.querySelectorAll('[role=option]')].filter((cell) => {
        const { top, bottom } = cell.getBoundingClientRect();
        return bottom > box.top && top < box.bottom;
      });
      const bare = seen.filter(
        (cell) =>
          ((cell.querySelector('img') as { naturalWidth?: number } | null)?.naturalWidth ?? 0) ===
          0,
      );
      return seen.length === 0 ? -1 : bare.length;
    });
  await expect.poll(unpainted, { timeout: 60_000 }).toBe(0);
}

test.describe('with 5,000 photos', () => {
  test.use({ results: 5000, isEverywhere: true });

  test('few cells are drawn, wherever it is scrolled to, and what is looked for is found', async ({
    window,
    grid,
  }) => {
    await expect(listed(window)).toHaveText('5,000 results');
    await window.setViewportSize({ width: 2560, height: 1440 });
    for (const size of ['Small', 'Medium', 'Large']) {
      await window.getByRole('radio', { name: size }).click();
      await grid.focus();
      await window.keyboard.press('End');
      await expect(cell(window, 4999)).toContainText(nameOf(4999));
      await expect(cell(window, 4999)).toBeInViewport();
      expect(await grid.getByRole('option').count()).toBeLessThan(400);
      await window.keyboard.press('Home');
      await expect(cell(window, 0)).toBeInViewport();
      await expect(cell(window, 0)).toContainText(nameOf(0));
    }
    await takePictures(window, 'library-5000');

    // pictures come while it is scrolled, by the wheel and by a long way
    await window.setViewportSize({ width: 1280, height: 800 });
    await window.getByRole('radio', { name: 'Small' }).click();
    await grid.hover();
    for (let turn = 0; turn < 10; turn += 1) await window.mouse.wheel(0, 600);
    await expect(cell(window, 0)).not.toBeInViewport();
    await areAllPainted(grid);
    for (const share of [0.5, 1]) {
      await grid.evaluate((list, share) => (list.scrollTop = share * list.scrollHeight), share);
      await areAllPainted(grid);
    }
    await expect(cell(window, 4999)).toBeInViewport();

    await window.keyboard.press('/');
    await window.keyboard.type('look_0123');
    await expect(listed(window)).toHaveText('10 results');
    await expect(cell(window, 0)).toContainText(nameOf(1230));
    await areAllPainted(grid);
    await window.getByRole('combobox', { name: /^Recipe:/ }).click();
    await window.getByRole('option', { name: 'Grey' }).click();
    await expect(listed(window)).toHaveText('5 results');
    await window.getByRole('searchbox').fill('');
    await expect(listed(window)).toHaveText('2,500 results');
    await window.getByRole('combobox', { name: /^Order:/ }).click();
    await window.getByRole('option', { name: 'Oldest first' }).click();
    await expect(cell(window, 0)).toContainText(nameOf(4999));
    await areAllPainted(grid);
  });
});

test('stars and picks reach the files by choice, those of before when they are asked for', async ({
  window,
  studio,
  grid,
}) => {
  const tool = await openReader();
  const told = async (n: number) => {
    const file = join(studio.dataFolder, 'demo', `LOOK_${n}_result.jpg`);
    return (await tool.read<Tags & { Pick?: number }>(file)) ?? {};
  };
  await expect(grid).toBeFocused();
  await window.keyboard.press('4');
  await expect(cell(window, 0)).toHaveAccessibleName(/4 stars/);
  expect((await told(0)).Rating).toBeUndefined();

  await window.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  await window.getByRole('switch', { name: 'Write stars and picks into the files' }).click();
  const section = window.getByRole('region', { name: 'Folders', exact: true });
  await expect(section).toContainText('1 mark is not in its file.');
  await section.scrollIntoViewIfNeeded();
  await expectAccessible(window);
  await takePictures(window, 'settings-marks-in-files');
  await section.getByRole('button', { name: 'Write them now' }).click();
  await expect(section).not.toContainText(/mark is|being written/);
  expect((await told(0)).Rating).toBe(4);

  await enter(window);
  await window.keyboard.press('p');
  await window.keyboard.press('x');
  await stoodOn(window, 2);
  await window.keyboard.press('ControlOrMeta+z');
  await stoodOn(window, 1);
  await window.keyboard.press('2');
  await expect(cell(window, 1)).toHaveAccessibleName(/2 stars/);
  await expect.poll(async () => (await told(0)).Pick, { timeout: 10_000 }).toBe(1);
  await expect.poll(async () => (await told(1)).Rating, { timeout: 10_000 }).toBe(2);
  await arePainted(grid);
  await tool.end();
});

test('results are dragged out to other programs, as the very files that were delivered', async ({
  window,
  studio,
  grid,
  host,
  playwright,
}) => {
  test.skip(host === 'desktop', 'there the system takes over');
  await arePainted(grid);
  const file = join(studio.dataFolder, 'demo', 'LOOK_2_result.jpg');
  const one = await dragFrom(window, cell(window, 2));
  const address = one.data['text/uri-list'] ?? '';
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/media\/[\w-]{43}\/file\/\d+$/);
  expect(one.data['downloadurl']).toBe(`image/jpeg:LOOK_2_result.jpg:${address}`);
  expect(one.allowed).toBe('copy');
  const saved = await window.request.get(address);
  expect((await saved.body()).equals(await readFile(file))).toBe(true);
  expect(saved.headers()).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': "attachment; filename*=UTF-8''LOOK_2_result.jpg",
    'x-content-type-options': 'nosniff',
  });
  const stranger = await playwright.request.newContext();
  expect((await stranger.get(address)).status()).toBe(403);
  await stranger.dispose();

  // all that are chosen go along with one of them, and alone goes what is not among them
  await cell(window, 3).click();
  await cell(window, 5).click({ modifiers: ['Shift'] });
  await expect(listed(window)).toHaveText('3 results are chosen');
  const all = await dragFrom(window, cell(window, 4));
  expect(all.data['text/uri-list']?.split('\r\n')).toHaveLength(3);
  expect(all.data['downloadurl']).toContain('image/jpeg:LOOK_4_result.jpg:');
  await expect(window.getByText('hands over one file at a time: LOOK_4_result.jpg')).toBeVisible();
  await keepPicture('library-dragged', all.below);
  const other = await dragFrom(window, cell(window, 1));
  expect(other.data['text/uri-list']?.split('\r\n')).toHaveLength(1);

  await cell(window, 2).click();
  await window.keyboard.press('Enter');
  const handle = loupe(window).getByRole('img', { name: 'Drag to another program' });
  expect((await dragFrom(window, handle)).data).toEqual(one.data);

  // a file that has gone has nothing to save
  await unlink(file);
  expect((await window.request.get(address)).status()).toBe(404);
});
