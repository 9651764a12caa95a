import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './drop-folders.ts';
import {
  chooseAgent,
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

/** A service whose account has models and a scene from before. */
const test = base.extend({
  startWith: async ({ service }, use) => {
    service.addOwn({ models: 2, scenes: 1 });
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
  await expect(window.getByText(/"Model" is set in the panel, and "What stays" is/)).toBeVisible();
  await window.getByRole('button', { name: 'Undo' }).click();
  await expect(model).toBeHidden();
  await expect(parameter(window, 'maskType')).toContainText('only the background changes');

  await openModels(window, 'Own scenes');
  await use(window, 'Studio scene 1');
  await expect(window.getByText('"Scene" is set in the panel.')).toBeVisible();
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
  await window.getByRole('button', { name: 'From filmstrip or library…' }).click();
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
