import type { Locator, Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startDemo } from '#electron/demo/demo.ts';
import type { Demo } from '#electron/demo/types.ts';
import { expectAccessible, expectNoOverflow, tabTo } from './drop-folders.ts';
import { expectNoEnglish, templateNames } from './english.ts';
import { expect, takePicture, takePictures, test as base } from './window.ts';

const KEY = 'k-5a1be0c77d3f4e19';
/** ms that a scene of one's own is being prepared; longer than a test. */
const PREPARATION = 3_600_000;

const test = base.extend<{
  /** Whether a scene of one's own is being prepared, which is looked at again and again. */
  readonly isPreparing: boolean;
  readonly service: Demo;
  readonly panel: Locator;
}>({
  isPreparing: [false, { option: true }],

  service: async ({ isPreparing }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'darkslide-service-'));
    const speed = { executionMs: 100, jitterMs: 0, preparationMs: PREPARATION };
    const demo = await startDemo({ folder, keys: [KEY], render: 'quick', speed });
    ownScenes(folder, isPreparing);
    await use(demo);
    await demo.close();
    await rm(folder, { recursive: true, force: true });
  },
  startWith: async ({ service }, use) => {
    await use({ args: ['--service', service.url], env: { DARKSLIDE_API_KEY: service.key } });
  },
  /** The recipes, with a new one open. */
  panel: async ({ window }, use) => {
    await use(await newRecipe(window));
  },
});

const LOFT = 900_101;
const ROOF = 900_102;
const YARD = 900_103;

/** One scene that is complete, one that failed, and by choice one that is being prepared. */
function ownScenes(folder: string, isPreparing: boolean): void {
  const book = new DatabaseSync(join(folder, 'book.sqlite'));
  const insert = book.prepare(
    `INSERT INTO owned (id, kind, name, images, createdAt, fails) VALUES (?, 'scene', ?, ?, ?, ?)`,
  );
  const images = JSON.stringify(['http://127.0.0.1:1/cdn/templates/scene-interior-7.jpg']);
  const before = Date.now() - PREPARATION - 1000;
  insert.run(LOFT, 'Our loft', images, before, 0);
  insert.run(ROOF, 'Our roof', images, before, 1);
  if (isPreparing) insert.run(YARD, 'Our yard', images, Date.now(), 0);
  book.close();
}

/** The picture is there and not only its place. */
async function expectDrawn(picture: Locator): Promise<void> {
  const isDrawn = () =>
    picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0);
  await expect.poll(isDrawn).toBe(true);
}

async function newRecipe(window: Page): Promise<Locator> {
  await window.getByRole('button', { name: 'Recipes' }).click();
  const panel = window.getByRole('complementary', { name: 'Recipes' });
  await panel.getByRole('button', { name: 'New recipe' }).click();
  return panel;
}

async function chooseAgent(panel: Locator, name: RegExp): Promise<void> {
  await panel.getByRole('combobox', { name: /^Agent:/ }).click();
  await panel.page().getByRole('option', { name }).click();
}

const opener = (panel: Locator, label: string) =>
  panel.getByRole('button', { name: new RegExp(`^${label}: .*search$`, 'i') });
const picker = (window: Page) => window.getByRole('dialog');
const grid = (window: Page) => picker(window).getByRole('listbox');
const option = (window: Page, name: string | RegExp) => grid(window).getByRole('option', { name });
const asked = (service: Demo) => service.books().requests['info'] ?? 0;

/**
 * Waits until nothing more is asked: the pickers have two pages of scenes and two of models, and so has
 * who looks through the account for own ones. Answers how often it was.
 */
async function askedAll(service: Demo): Promise<number> {
  let last = 0;
  const isStill = () => {
    const before = last;
    last = asked(service);
    return last >= 8 && last === before;
  };
  await expect.poll(isStill, { intervals: [400] }).toBe(true);
  return last;
}

test('a scene is searched for, filtered and chosen with the keyboard alone', async ({
  window,
  panel,
  service,
}) => {
  const few = panel.getByRole('radiogroup', { name: 'Scene' });
  await expect(few.getByRole('radio')).toHaveCount(4);
  await expect(few.getByRole('radio').first()).toHaveAccessibleName('Our loft, Yours');
  await expect(opener(panel, 'Scene')).toHaveText('136 · search');
  await expectAccessible(window);
  await takePictures(window, 'templates-field');

  await tabTo(opener(panel, 'Scene'));
  await window.keyboard.press('Enter');
  const search = picker(window).getByRole('searchbox');
  await expect(search).toBeFocused();
  await expect(grid(window).getByRole('option').first()).toBeVisible();
  expect(await grid(window).getByRole('option').count()).toBeLessThan(60);
  await expectAccessible(window);
  await takePictures(window, 'templates-picker');

  await window.keyboard.type('lóft NIGHT');
  await expect(picker(window)).toContainText('Nothing in the list is like that.');
  await picker(window).getByRole('button', { name: 'Show all' }).click();
  await expect(picker(window)).toContainText('136 entries');
  await picker(window).getByRole('button', { name: 'Warm' }).click();
  await expect(picker(window)).toContainText(/^(?!.*136 entries).*\d+ entries/s);
  await picker(window).getByRole('button', { name: 'Warm' }).click();
  await picker(window)
    .getByRole('combobox', { name: /^Category:/ })
    .click();
  await window.getByRole('option', { name: 'Seaside', exact: true }).click();
  await expect(picker(window)).toContainText('19 entries');
  await picker(window)
    .getByRole('combobox', { name: /^Category:/ })
    .click();
  await window.getByRole('option', { name: 'All categories' }).click();

  const before = await askedAll(service);
  await search.focus();
  await window.keyboard.press('ArrowDown');
  await expect(grid(window)).toBeFocused();
  await window.keyboard.press('End');
  const last = grid(window).getByRole('option', { selected: false }).last();
  await expect(last).toHaveAttribute('aria-posinset', '136');
  await expect(last).toBeInViewport();
  await takePictures(window, 'templates-end');
  await window.keyboard.press('ArrowLeft');
  const name = await grid(window).locator('[aria-posinset="135"] bdi').innerText();
  await window.keyboard.press('Enter');
  await expect(picker(window)).toBeHidden();
  await expect(opener(panel, 'Scene')).toBeFocused();
  await expect(few.getByRole('radio', { checked: true })).toHaveAccessibleName(name);
  expect(asked(service)).toBe(before);

  await panel.getByRole('button', { name: 'Scene: clear' }).click();
  await expect(few.getByRole('radio', { checked: true })).toHaveCount(0);
});

test.describe('while one is being prepared', () => {
  test.use({ isPreparing: true });

  test('what is not ready is shown, says why, and is not to be chosen', async ({
    window,
    panel,
  }) => {
    await opener(panel, 'Scene').click();
    await picker(window).getByRole('radio', { name: 'Yours' }).click();
    await expect(grid(window).getByRole('option')).toHaveCount(3);
    for (const [name, reason] of [
      ['Our roof', 'Preparation failed'],
      ['Our yard', 'Still being prepared'],
    ] as const) {
      const one = option(window, name);
      await expect(one).toContainText(reason);
      await expect(one).toHaveAttribute('aria-disabled', 'true');
      await one.click({ force: true });
      await expect(picker(window)).toBeVisible();
    }
    await takePictures(window, 'templates-yours');
    await window.keyboard.press('Escape');
    await expect(picker(window)).toBeHidden();
    // a recipe may still hold one by its id
    await panel.getByRole('button', { name: 'Scene: Type an id' }).click();
    await panel.getByRole('textbox', { name: 'Scene: id' }).fill(String(ROOF));
    await expect(panel.getByText('Our roof')).toBeVisible();
    await expect(panel.getByText('The service could not prepare it')).toBeVisible();
  });
});

test('an id that the list does not hold is told beside the field, and nonsense is kept', async ({
  window,
  panel,
}) => {
  await panel.getByRole('button', { name: 'Scene: Type an id' }).click();
  const id = panel.getByRole('textbox', { name: 'Scene: id' });
  await expect(id).toBeFocused();
  await id.fill('4711');
  await expect(panel.getByText('does not hold 4711 any more')).toBeVisible();
  await takePictures(window, 'templates-gone');
  await id.fill('a loft');
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('Loft');
  await panel.getByRole('button', { name: 'Save recipe' }).click();
  await expect(id).toHaveValue('a loft');
  await expect(panel.getByText(/must be a number from the list/)).toBeVisible();
  await id.fill('1001');
  await expect(panel.getByText(/must be a number from the list/)).toBeHidden();
  await expect(panel.getByRole('radio', { checked: true })).toBeVisible();
});

test('tags are switched on and off, and the two versions of an agent keep their own', async ({
  window,
  panel,
}) => {
  await chooseAgent(panel, /mannequin/);
  await panel.getByRole('combobox', { name: /^Described by:/ }).click();
  await window.getByRole('option', { name: 'A scene and a model' }).click();
  const tags = panel.getByRole('group', { name: 'Tags' });
  await expect(tags.getByRole('button')).toHaveCount(8);
  await tags.getByRole('button', { name: 'Outdoors' }).click();
  await expect(tags.getByRole('button', { name: 'Outdoors' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(opener(panel, 'Scene')).toHaveText('36 · search');
  await expect(opener(panel, 'Model')).toHaveText('28 · search');
  const first = panel.getByRole('radiogroup', { name: 'Scene' }).getByRole('radio').first();
  const newest = await first.getAttribute('aria-label');
  await takePictures(window, 'templates-mannequin');

  await panel.getByRole('combobox', { name: /^Version:/ }).click();
  await window.getByRole('option', { name: 'v1.0' }).click();
  await panel.getByRole('combobox', { name: /^Described by:/ }).click();
  await window.getByRole('option', { name: 'A scene and a model' }).click();
  await expect(opener(panel, 'Scene')).toHaveText('24 · search');
  await expect(opener(panel, 'Model')).toHaveText('18 · search');
  await expect(tags.getByRole('button')).toHaveCount(6);
  await expect(tags.locator('[aria-pressed="true"]')).toHaveCount(0);
  await expect(first).not.toHaveAttribute('aria-label', newest ?? '');
});

test("a size of the list fills both sides, and a size of one's own is one", async ({
  window,
  panel,
}) => {
  await chooseAgent(panel, /expandimage/);
  await panel.getByRole('combobox', { name: /^Size:/ }).click();
  await takePictures(window, 'templates-sizes');
  await window.getByRole('option', { name: 'Story 9:16' }).click();
  await expect(panel.getByRole('textbox', { name: 'Width' })).toHaveValue('1080');
  await expect(panel.getByRole('textbox', { name: 'Height' })).toHaveValue('1920');
  await panel.getByRole('textbox', { name: 'Height' }).fill('1900');
  await expect(panel.getByRole('combobox', { name: 'Size: A size of your own' })).toBeVisible();
});

test('a service that is gone half-way leaves what came, and goes on where it was', async ({
  window,
  panel,
  service,
}) => {
  await expect(opener(panel, 'Model')).toHaveText('124 · search');
  await askedAll(service);
  service.inject({ on: 'info', kind: 'reset', after: 1 });
  await chooseAgent(panel, /aiproduct/);
  await expect(opener(panel, 'Scene')).toHaveText('112 · search');
  await opener(panel, 'Scene').click();
  await expect(picker(window)).toContainText('broke before its answer was complete');
  await expect(grid(window).getByRole('option').first()).toBeVisible();
  await takePictures(window, 'templates-half');
  service.clearFaults();
  const before = asked(service);
  await picker(window).getByRole('button', { name: 'Try again' }).click();
  await expect(picker(window)).toContainText('112 entries');
  expect(asked(service)).toBe(before + 1);
});

test('without the service there is what was kept, and it is said from when', async ({
  studio,
  window,
  panel,
  service,
  complaints,
}) => {
  await expect(opener(panel, 'Scene')).toHaveText('136 · search');
  await expectDrawn(panel.getByRole('radio', { name: 'Our loft, Yours' }).locator('img'));
  await askedAll(service);
  await studio.stop();
  await service.close();
  await studio.start();
  complaints.length = 0;
  await window.goto(studio.address());
  const again = await newRecipe(window);
  await expect(opener(again, 'Scene')).toHaveText('136 · search');
  await expectDrawn(again.getByRole('radio', { name: 'Our loft, Yours' }).locator('img'));
  await opener(again, 'Scene').click();
  await expect(picker(window)).toContainText('cannot be reached');
  await expect(picker(window)).toContainText('This is what the service gave');
  await takePictures(window, 'templates-offline');
  complaints.length = 0;
});

test('it can be used with text at 200 % and in Chinese', async ({ window }) => {
  await window.getByRole('link', { name: 'Settings' }).click();
  await window.getByRole('combobox', { name: /^Language:/ }).click();
  await window.getByRole('option', { name: '简体中文' }).click();
  await window.getByRole('link').first().click();
  await window.getByRole('button', { name: '配方' }).first().click();
  await window.getByRole('button', { name: '新建配方' }).last().click();
  const open = window.getByRole('button', { name: /^场景：.*搜索$/ });
  await open.click();
  await expect(grid(window).getByRole('option').first()).toBeVisible();
  await expectAccessible(window);
  await expectNoEnglish(window, [...templateNames, 'Our loft', 'Our roof']);
  await takePictures(window, 'templates-chinese');
  await window.setViewportSize({ width: 640, height: 400 });
  await expect(grid(window).getByRole('option').first()).toBeInViewport();
  await expectNoOverflow(window);
  await takePicture(window, 'templates-200-percent');
});
