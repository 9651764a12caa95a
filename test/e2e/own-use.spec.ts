import type { Locator, Page } from '@playwright/test';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemClock } from '#electron/base/clock.ts';
import { localDay } from '#electron/ledger/spending.ts';
import { expectAccessible } from './drop-folders.ts';
import {
  chooseAgent,
  enter,
  expect,
  films,
  generate,
  panel,
  parameter,
  runs,
  set,
  test as base,
} from './retouching.ts';
import { takePictures } from './window.ts';

const HOUR = 3_600_000;
const inDays = (days: number) => localDay(systemClock.wall() + days * 24 * HOUR);
/** A name as nobody would give a file. */
const ODD = 'Anna "A" <b> ../ אנה';

/** A service whose account has models and a scene from before, and a scene that is being prepared. */
const test = base.extend({
  startWith: async ({ service, serviceFolder }, use) => {
    service.addOwn({ models: 2, scenes: 1 });
    const book = new DatabaseSync(join(serviceFolder, 'book.sqlite'));
    book
      .prepare(
        `INSERT INTO owned (id, kind, name, images, createdAt, fails) VALUES (?, 'scene', ?, ?, ?, 0)`,
      )
      .run(900_101, 'Our yard', '["http://127.0.0.1:1/a.jpg"]', systemClock.wall() + HOUR);
    book.close();
    await use({ args: ['--service', service.url], env: { DARKSLIDE_API_KEY: service.key } });
  },
});

async function openModels(window: Page, shelf = 'Own models'): Promise<Locator> {
  await window.getByRole('navigation').getByRole('link', { name: 'Models and scenes' }).click();
  await window.getByRole('radio', { name: shelf }).click();
  return window.getByRole('region', { name: 'Models and scenes', exact: true });
}

async function use(window: Page, name: string): Promise<void> {
  await window.getByRole('option', { name: new RegExp(`^${name}`) }).click();
  await window.getByRole('button', { name: 'Use in Retouch' }).click();
  await expect(generate(window)).toBeVisible();
}

/** Writes on the card of an own one that is in the list. */
async function note(
  window: Page,
  name: string,
  { name: localName, lastDay }: { readonly name?: string; readonly lastDay: string },
): Promise<void> {
  await window.getByRole('option', { name: new RegExp(`^${name}`) }).click();
  await setLastDay(window, lastDay);
  if (localName === undefined) return;
  await window.getByRole('button', { name: /^Rename/ }).click();
  await window.keyboard.type(localName);
  await window.keyboard.press('Enter');
  await expect(window.getByRole('option', { name: localName })).toBeVisible();
}

async function setLastDay(window: Page, day: string): Promise<void> {
  await window.getByLabel('Last day it may be used').fill(day);
  await expect(window.getByText('Saved', { exact: true })).toBeVisible();
}

test('a model of the room is in the panel with one click, has an effect, and is bought', async ({
  window,
  service,
  retouch,
}) => {
  await expect(retouch).toBeVisible();
  await chooseAgent(window, 'AI model');
  await set(window, 'textDescription', 'at dusk');
  await set(window, 'batchCount', '1');
  await set(window, 'maskType', 'only the background changes');
  await expect(parameter(window, 'fashionModelId')).toBeHidden();
  await chooseAgent(window, 'AI pose');

  await openModels(window);
  await use(window, 'Studio model 2');
  await expect(panel(window).getByRole('combobox', { name: 'Agent: AI model' })).toBeVisible();
  const model = parameter(window, 'fashionModelId');
  await expect(model).toBeInViewport();
  await expect(model.locator(':focus')).toHaveCount(1);
  await expect(model.getByRole('radio', { checked: true })).toHaveAccessibleName(
    'Studio model 2, Yours',
  );
  await expect(
    window.getByText(/"Studio model 2" is set in the panel, and "What stays" is/),
  ).toBeVisible();
  await window.getByRole('button', { name: 'Undo' }).click();
  await expect(model).toBeHidden();
  await expect(parameter(window, 'maskType')).toContainText('only the background changes');

  await openModels(window, 'Own scenes');
  await use(window, 'Studio scene 1');
  await expect(window.getByText('"Studio scene 1" is set in the panel.')).toBeVisible();
  await openModels(window);
  await use(window, 'Studio model 2');
  await expect(model.getByRole('radio', { checked: true })).toHaveCount(1);
  await expectAccessible(window);
  await takePictures(window, 'own-use-panel');
  await generate(window).click();
  await expect(runs(window).first()).toContainText('ready');
  const params = service.books().executions[0]?.params ?? {};
  expect(params).toMatchObject({ textDescription: 'at dusk', maskType: 'autoApparelSegment' });
  expect(Object.keys(params)).toEqual(expect.arrayContaining(['fashionModelId', 'locationId']));
  await retouch.getByRole('button', { name: 'Settings of this run' }).click();
  const told = window.locator('.facts-float');
  await expect(told).toContainText(`Studio model 2 (${String(params['fashionModelId'])})`);
  await expect(told).toContainText(`Studio scene 1 (${String(params['locationId'])})`);
  await takePictures(window, 'own-use-run');
});

test('photos for a new one are picked from the filmstrip by the keyboard, in their order', async ({
  window,
  retouch,
}) => {
  await expect(retouch).toBeVisible();
  await expect(films(window)).toHaveCount(3);
  await openModels(window);
  await window.getByRole('button', { name: 'New model' }).click();
  await window.getByRole('button', { name: /ilmstrip or library…$/ }).click();
  const picker = window.getByRole('dialog', { name: 'Choose up to 4 photos' });
  await expect(picker.getByRole('searchbox')).toBeFocused();
  await expect(picker.getByRole('option')).toHaveCount(3);
  await window.keyboard.press('ArrowDown');
  await expect(picker.getByRole('listbox')).toBeFocused();
  await window.keyboard.press('ArrowRight');
  await window.keyboard.press('Space');
  await window.keyboard.press('ArrowLeft');
  await window.keyboard.press('Space');
  await expect(picker).toContainText('2 of 4 chosen');
  await expectAccessible(window);
  await takePictures(window, 'own-use-photos');
  await picker.getByRole('radio', { name: 'Library' }).click();
  await expect(picker).toContainText('There are no results in the library yet.');
  await picker.getByRole('button', { name: 'Take 2 photos' }).click();
  await expect(picker).toBeHidden();
  const photos = window.getByRole('region', { name: 'Photos it is made of' });
  await expect(photos.getByRole('listitem').nth(0)).toContainText('B.jpg');
  await expect(photos.getByRole('listitem').nth(1)).toContainText('A.jpg');
  await expect(photos).not.toContainText('Being looked at');
  await takePictures(window, 'own-use-created');
});

test('a release that ends warns, and one that is over blocks, wherever it is chosen', async ({
  window,
  service,
  retouch,
}) => {
  await expect(retouch).toBeVisible();
  await openModels(window);
  await note(window, 'Studio model 1', { name: ODD, lastDay: inDays(-1) });
  await note(window, 'Studio model 2', { lastDay: inDays(3) });
  await window.getByRole('navigation').getByRole('link', { name: 'Retouch' }).click();
  await chooseAgent(window, 'AI model');
  const model = parameter(window, 'fashionModelId');
  await model.getByRole('button', { name: /search$/ }).click();
  const picker = window.getByRole('dialog', { name: 'Choose: Model' });
  const [over, ends] = [picker.getByRole('option').nth(0), picker.getByRole('option').nth(1)];
  await expect(over).toContainText(ODD);
  await expect(over).toContainText('Release over');
  await expect(over).toHaveAttribute('aria-disabled', 'true');
  await expect(ends).toContainText('Release ends soon');
  await expectAccessible(window);
  await takePictures(window, 'own-use-picker');
  await over.click({ force: true });
  await expect(picker).toBeVisible();
  await ends.click();
  await expect(model).toContainText('Its release ends on');
  await expect(panel(window)).toContainText('The release of "Studio model 2" ends on');
  await expect(generate(window)).toHaveAttribute('aria-disabled', 'false');

  await set(window, 'fashionModelId', '900001');
  await expect(model).toContainText(ODD);
  await expect(
    model.getByText(/^Its release was good until \w+ \d+, \d{4}, so nothing/),
  ).toHaveCount(1);
  await expect(generate(window)).toHaveAttribute('aria-disabled', 'true');
  await expect(panel(window).locator('footer')).toContainText('Model: its release is over.');
  await expectAccessible(window);
  await takePictures(window, 'own-use-over');
  await window.keyboard.press('Control+Enter');
  expect(service.books().executions).toEqual([]);

  await model.getByRole('link', { name: `Card of ${ODD}` }).click();
  await setLastDay(window, inDays(90));
  await window.goBack();
  await expect(generate(window)).toHaveAttribute('aria-disabled', 'false');
  await expect(model).not.toContainText('release');
});

test('a scene is there to be chosen the moment it is ready, in the picker that is open', async ({
  window,
  serviceFolder,
  retouch,
}) => {
  test.slow();
  await expect(retouch).toBeVisible();
  await chooseAgent(window, 'AI model');
  await parameter(window, 'locationId')
    .getByRole('button', { name: /search$/ })
    .click();
  const picker = window.getByRole('dialog', { name: 'Choose: Scene' });
  await picker.getByRole('radio', { name: 'Yours' }).click();
  const yard = picker.getByRole('option', { name: /^Our yard/ });
  await expect(yard).toContainText('Still being prepared');
  await expect(yard).toHaveAttribute('aria-disabled', 'true');
  const book = new DatabaseSync(join(serviceFolder, 'book.sqlite'));
  book.exec(`UPDATE owned SET createdAt = 0 WHERE name = 'Our yard'`);
  book.close();
  await expect(yard).toHaveAttribute('aria-disabled', 'false', { timeout: 60_000 });
  await yard.click();
  await expect(picker).toBeHidden();
  await expect(
    parameter(window, 'locationId').getByRole('radio', { checked: true }),
  ).toHaveAccessibleName('Our yard, Yours');
});

test.describe('with nothing of one’s own', () => {
  test.use({
    startWith: async ({ service }, use) => {
      await use({ args: ['--service', service.url], env: { DARKSLIDE_API_KEY: service.key } });
    },
  });

  test('the picker leads to making one, and photos are looked for in the library', async ({
    window,
  }) => {
    await enter(window);
    await chooseAgent(window, 'AI model');
    await parameter(window, 'fashionModelId')
      .getByRole('button', { name: /search$/ })
      .click();
    const picker = window.getByRole('dialog', { name: 'Choose: Model' });
    await picker.getByRole('radio', { name: 'Yours' }).click();
    await expect(picker).toContainText('The account has no own models yet.');
    await takePictures(window, 'own-use-none');
    await picker.getByRole('link', { name: 'Make one of your photos' }).click();
    await window.getByRole('button', { name: /ilmstrip or library…$/ }).click();
    const photos = window.getByRole('dialog', { name: 'Choose up to 4 photos' });
    await expect(photos.getByRole('radio', { name: 'Library', checked: true })).toBeVisible();
    await expect(photos).toContainText('There are no results in the library yet.');
    await window.keyboard.type('anything');
    await expect(photos).toContainText('No photo here is called that.');
    await expect(photos.getByRole('radio', { name: 'Library', checked: true })).toBeVisible();
    await window.keyboard.press('Escape');
    await window.keyboard.press('Escape');
    await expect(photos).toBeHidden();
    await expect(window.getByRole('button', { name: /ilmstrip or library…$/ })).toBeFocused();
  });
});
