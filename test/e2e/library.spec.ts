import { readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { fillLibrary, nameOf } from '../fixtures/library.ts';
import { dragFrom, keepPicture } from './dragging.ts';
import { expectAccessible, expectNoOverflow } from './hot-folders.ts';
import { goTo, pick } from './views.ts';
import { expect, long, takePictures, test as base, type JobsOption } from './window.ts';

interface Fixtures {
  /** Number of results; the newest ones have pictures. */
  readonly results: number;
  readonly grid: Locator;
}

const test = base.extend<Fixtures>({
  results: [60, { option: true }],
  prepare: ({ results }, use) =>
    use((dataFolder) => fillLibrary(join(dataFolder, 'demo'), results)),
  /** The focused grid, after its first results have loaded. */
  grid: async ({ window }, use) => {
    await enter(window);
    await use(window.getByRole('listbox', { name: 'Results' }));
  },
});

async function enter(window: Page): Promise<void> {
  await goTo(window, 'Library');
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
  window.getByRole('toolbar', { name: 'Actions for selected results' }).getByRole('status');
/** Checks that the pictures of the first results, whose files exist, are painted. */
async function arePainted(within: Locator): Promise<void> {
  const first = within.locator('img').first();
  await expect
    .poll(() => first.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(0);
}

const loupe = (window: Page) => window.getByRole('dialog', { name: /result/ });
const survey = (window: Page) => window.getByRole('dialog', { name: 'Survey' });

test('results are culled with the keyboard, viewed and compared, survive a restart, and can be dragged out', async ({
  window,
  studio,
  grid,
  host,
  playwright,
}) => {
  for (const key of ['p', 'x', '4']) await window.keyboard.press(key);
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
  await takePictures(window, 'library-loupe');
  await window.keyboard.press('Escape');
  await expect(grid).toBeFocused();

  for (const key of ['Shift+ArrowRight', 'Shift+ArrowRight', 'n']) await window.keyboard.press(key);
  const looks = survey(window).getByRole('button', { name: /^Open / });
  await expect(looks).toHaveCount(3);
  await arePainted(survey(window));
  await takePictures(window, 'library-survey');
  await window.keyboard.press('5');
  await expect(looks.first()).toHaveAccessibleName(/5 stars/);
  await window.keyboard.press('Escape');
  await expect(survey(window)).toBeHidden();

  await studio.stop();
  await studio.start();
  await window.goto(studio.address());
  await enter(window);
  await expect(cell(window, 0)).toHaveAccessibleName(/picked/);
  await expect(cell(window, 1)).toHaveAccessibleName(/rejected/);
  await expect(cell(window, 2)).toHaveAccessibleName(/5 stars/);

  // in the desktop app, the system handles the drag
  if (host === 'desktop') return;
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

  // dragging a selected result drags the whole selection; dragging any other result drags only that one
  await cell(window, 3).click();
  await cell(window, 5).click({ modifiers: ['Shift'] });
  await expect(listed(window)).toHaveText('3 results selected');
  const all = await dragFrom(window, cell(window, 4));
  expect(all.data['text/uri-list']?.split('\r\n')).toHaveLength(3);
  expect(all.data['downloadurl']).toContain('image/jpeg:LOOK_4_result.jpg:');
  await expect(window.getByText('you can drag only one file: LOOK_4_result.jpg')).toBeVisible();
  await keepPicture('library-dragged', all.below);
  const other = await dragFrom(window, cell(window, 1));
  expect(other.data['text/uri-list']?.split('\r\n')).toHaveLength(1);

  await cell(window, 2).click();
  await window.keyboard.press('Enter');
  const handle = loupe(window).getByRole('img', { name: 'Drag to another app' });
  expect((await dragFrom(window, handle)).data).toEqual(one.data);

  // a deleted file cannot be downloaded
  await unlink(file);
  expect((await window.request.get(address)).status()).toBe(404);
});

/** Checks that at least one cell is visible, and that every visible cell shows its picture. */
async function areAllPainted(grid: Locator): Promise<void> {
  const unpainted = () =>
    grid.evaluate((list) => {
      const box = list.getBoundingClientRect();
      const seen = [...list.querySelectorAll('[role=option]')].filter((cell) => {
        const { top, bottom } = cell.getBoundingClientRect();
        return bottom > box.top && top < box.bottom;
      });
      const widths = seen.map(
        (cell) => cell.querySelector('img') as { naturalWidth?: number } | null,
      );
      return seen.length === 0 ? -1 : widths.filter((image) => !image?.naturalWidth).length;
    });
  await expect.poll(unpainted, { timeout: 60_000 }).toBe(0);
}

const many = test.extend<JobsOption>({
  jobs: [600, { option: true }],
  prepare: ({ jobs }, use) =>
    use((dataFolder) => fillLibrary(join(dataFolder, 'demo'), jobs, { isEverywhere: true })),
});

many(
  'only a few cells are drawn at any scroll position, and the search finds results',
  { tag: long },
  async ({ window, grid, jobs }) => {
    const counted = (count: number) => `${count.toLocaleString('en')} results`;
    await expect(listed(window)).toHaveText(counted(jobs));
    await window.getByRole('radio', { name: 'Small' }).click();
    await grid.focus();
    await window.keyboard.press('End');
    await expect(cell(window, jobs - 1)).toContainText(nameOf(jobs - 1));
    await expect(cell(window, jobs - 1)).toBeInViewport();
    expect(await grid.getByRole('option').count()).toBeLessThan(200);
    await window.keyboard.press('Home');
    await expect(cell(window, 0)).toBeInViewport();
    await takePictures(window, 'library-many');

    // pictures load during slow scrolling with the wheel and after a jump over a long distance
    await grid.hover();
    for (let turn = 0; turn < 5; turn += 1) await window.mouse.wheel(0, 600);
    await expect(cell(window, 0)).not.toBeInViewport();
    await areAllPainted(grid);
    await grid.evaluate((list) => (list.scrollTop = list.scrollHeight));
    await areAllPainted(grid);
    await expect(cell(window, jobs - 1)).toBeInViewport();

    await window.keyboard.press('/');
    await window.keyboard.type('look_0012');
    await expect(listed(window)).toHaveText('10 results');
    await expect(cell(window, 0)).toContainText(nameOf(120));
    await areAllPainted(grid);
    await pick(window, /^Recipe:/, 'Grey');
    await expect(listed(window)).toHaveText('5 results');
    await window.getByRole('searchbox').fill('');
    await expect(listed(window)).toHaveText(counted(jobs / 2));
    await pick(window, /^Sort by:/, 'Oldest first');
    await expect(cell(window, 0)).toContainText(nameOf(jobs - 1));
  },
);
