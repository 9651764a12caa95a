import type { Page } from '@playwright/test';
import { expectAccessible } from './drop-folders.ts';
import {
  chooseAgent,
  expect,
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

async function openModels(window: Page, shelf = 'Own models'): Promise<void> {
  await window.getByRole('navigation').getByRole('link', { name: 'Models and scenes' }).click();
  await window.getByRole('radio', { name: shelf }).click();
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
