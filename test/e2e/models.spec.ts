import { join } from 'node:path';
import { expectAccessible, expectNoOverflow } from './hot-folders.ts';
import {
  begin,
  beside,
  cell,
  choose,
  endPreparation,
  enter,
  expect,
  customModelsAt,
  test,
} from './custom-models.ts';
import * as retouching from './retouching.ts';
import { takePictures } from './window.ts';

test('a model is created from two photos, used in Retouch, and deleted after a confirmation', async ({
  window,
  view,
  shoot,
  service,
  serviceFolder,
}) => {
  const at = (name: string) => join(shoot, name);
  await expect(view.getByText('0 of 1,000')).toBeVisible();
  await takePictures(window, 'models-empty');

  const form = await begin(view, 'model');
  await expect(form.getByText('The full face is visible')).toBeVisible();
  const photos = form.getByRole('region', { name: 'Source photos' });
  const dataTransfer = await retouching.carried(window, [at('face.jpg')]);
  await photos.dispatchEvent('drop', { dataTransfer });
  await choose(form, [at('left.png')]);
  await expect(photos.getByText('1.4 MB')).toBeVisible();
  const make = form.getByRole('button', { name: /^Create model/ });
  await takePictures(window, 'models-form');
  await form.getByRole('textbox', { name: 'Name on the service' }).fill('Ann');

  service.inject({ on: 'upload', kind: 'slow-upload', bytesPerSecond: 600_000 });
  await make.click();
  const making = beside(view, 'Ann');
  await expect(making.getByText(/^Photo 2 of 2, [1-9]\d?%$/)).toBeVisible();
  await expect(making.getByText('Uploaded', { exact: true })).toHaveCount(1);
  await takePictures(window, 'models-uploading');
  await expect(cell(view, 'Ann')).toContainText('Preparing');
  const detail = beside(view, 'Custom model');
  const use = detail.getByRole('button', { name: 'Use in Retouch' });
  await expect(use).toBeDisabled();
  await expect(detail).toContainText('Still being prepared');
  endPreparation(serviceFolder);
  await expect(cell(view, 'Ann')).toContainText('Ready');
  await expect(view.getByText('1 of 1,000')).toBeVisible();
  const [ann] = customModelsAt(serviceFolder, 'model');
  expect(ann).toMatchObject({ name: 'Ann', images: { length: 2 } });
  await expectAccessible(window);
  await expectNoOverflow(window);
  await takePictures(window, 'models-ready');

  await use.click();
  const model = retouching.parameter(window, 'fashionModelId');
  await expect(model.getByRole('radio', { checked: true })).toHaveAccessibleName('Ann, Yours');
  await retouching.give(window, [at('wall.jpg')]);
  await expect(retouching.films(window)).toHaveCount(1);
  await retouching.set(window, 'batchCount', '1');
  await retouching.generate(window).click();
  const panel = retouching.panel(window);
  await panel.getByRole('button', { name: 'Save as recipe' }).click();
  await panel.getByRole('textbox', { name: 'Recipe name' }).fill('Ann at work');
  await window.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: /Recipe: Ann at work/ })).toBeVisible();
  await expect(window.getByText('1 image today')).toBeVisible();
  await expect(window.getByText('0 running')).toBeVisible();
  await expect
    .poll(() => service.records().executions[0]?.params)
    .toMatchObject({ fashionModelId: ann?.id });
  await takePictures(window, 'models-used');

  await enter(window);
  await cell(view, 'Ann').click();
  await detail.getByRole('button', { name: 'Delete model…' }).click();
  const question = window.getByRole('alertdialog');
  await expect(question).toContainText('Delete the model "Ann" from the account?');
  await expect(question).toContainText('The recipe “Ann at work” uses it');
  await expect(question).toContainText('1 delivered image is kept');
  await takePictures(window, 'models-question');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(view.getByText('No custom models yet')).toBeVisible();
  expect(customModelsAt(serviceFolder, 'model')).toEqual([]);
  await retouching.enter(window);
  // the reason why a run would be rejected replaces the status in the list as soon as it is known
  await expect(model).toContainText('The model "Ann" is no longer in the account');
  await takePictures(window, 'models-deleted');
});
