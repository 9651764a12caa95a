import type { Page } from '@playwright/test';
import { join } from 'node:path';
import { expectAccessible, expectNoOverflow, tabTo } from './drop-folders.ts';
import {
  begin,
  beside,
  cell,
  cells,
  choose,
  endPreparation,
  enter,
  expect,
  owned,
  test,
} from './owning.ts';
import * as retouching from './retouching.ts';
import { takePictures } from './window.ts';

/** The template picker, opened from the field of a parameter. */
async function openPicker(window: Page, label: string) {
  await retouching
    .panel(window)
    .getByRole('button', { name: new RegExp(`^${label}: .*search$`) })
    .click();
  return window.getByRole('dialog');
}

test('a model is made of two photos, used in Retouch, and deleted after one question', async ({
  window,
  room,
  shoot,
  service,
  serviceFolder,
}) => {
  const at = (name: string) => join(shoot, name);
  await expect(room.getByText('0 of 1,000')).toBeVisible();
  await expectAccessible(window);
  await takePictures(window, 'models-empty');

  const form = await begin(room, 'model');
  await expect(form.getByText('The full face is visible')).toBeVisible();
  const photos = form.getByRole('region', { name: 'Photos it is made of' });
  const dataTransfer = await retouching.carried(window, [at('face.jpg')]);
  await photos.dispatchEvent('drop', { dataTransfer });
  // what cannot be used is said at its place, and takes nothing from the others
  await choose(form, [at('notes.jpg'), at('left.png')]);
  await expect(photos.getByRole('alert')).toContainText('"notes.jpg" is not in any image format');
  await expect(form.getByText('A photo cannot be used')).toBeVisible();
  await expect(photos.getByText('4.4 MB')).toBeVisible();
  const make = form.getByRole('button', { name: /^Create model/ });
  await expect(make).toBeDisabled();
  await choose(form, ['right.jpg', 'wall.jpg'].map(at));
  const leftOut = 'A model is made of at most 4 photos. 1 was left out: wall.jpg';
  await expect(photos.getByText(leftOut)).toBeInViewport({ ratio: 0.9 });
  await expectAccessible(window);
  await takePictures(window, 'models-form');
  await photos.getByRole('button', { name: 'Remove notes.jpg' }).click();
  await photos.getByRole('button', { name: 'Remove right.jpg' }).click();
  await expect(photos.getByRole('alert')).toBeHidden();
  await form.getByRole('textbox', { name: 'Name at the service' }).fill('Ann');

  service.inject({ on: 'upload', kind: 'slow-upload', bytesPerSecond: 1_500_000 });
  await make.click();
  const making = beside(room, 'Ann');
  await expect(making.getByText(/^Photo 2 of 2, [1-9]\d?%$/)).toBeVisible();
  await expect(making.getByText('Uploaded', { exact: true })).toHaveCount(1);
  await takePictures(window, 'models-uploading');
  await expect(cell(room, 'Ann')).toContainText('Being prepared');
  const detail = beside(room, 'Own model');
  const use = detail.getByRole('button', { name: 'Use in Retouch' });
  await expect(use).toBeDisabled();
  await expect(detail).toContainText('It can be used as soon as it is ready');
  endPreparation(serviceFolder);
  await expect(cell(room, 'Ann')).toContainText('Ready');
  await expect(room.getByText('1 of 1,000')).toBeVisible();
  const [ann] = owned(serviceFolder, 'model');
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
  await panel.getByRole('textbox', { name: 'Name of the recipe' }).fill('Ann at work');
  await window.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: /Recipe: Ann at work/ })).toBeVisible();
  await expect(window.getByText('1 image today')).toBeVisible();
  await expect(window.getByText('0 running')).toBeVisible();
  expect(service.books().executions[0]?.params).toMatchObject({ fashionModelId: ann?.id });
  await takePictures(window, 'models-used');

  await enter(window);
  await cell(room, 'Ann').click();
  await detail.getByRole('button', { name: 'Delete model…' }).click();
  const question = window.getByRole('alertdialog');
  await expect(question).toContainText('Delete the model “Ann” from the account?');
  await expect(question).toContainText('The recipe “Ann at work” uses it');
  await expect(question).toContainText('1 delivered image stays');
  await takePictures(window, 'models-question');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(room.getByText('No own models yet')).toBeVisible();
  expect(owned(serviceFolder, 'model')).toEqual([]);
  await retouching.enter(window);
  // what the list says of it gives way to what a run would be refused for, as soon as that is known
  await expect(model).toContainText('The model "Ann" is not in the account any more');
  const picker = await openPicker(window, 'Model');
  await picker.getByRole('radio', { name: 'Yours' }).click();
  await expect(picker.getByText('The account has no own models yet.')).toBeVisible();
  await takePictures(window, 'models-deleted');
});

test('C5 a scene is made of an image address', async ({ window, room, service }) => {
  await room.getByRole('radio', { name: 'Own scenes' }).click();
  const form = await begin(room, 'scene');
  const address = form.getByRole('textbox', { name: 'Image address' });
  const add = form.getByRole('button', { name: 'Add address' });
  await address.fill('ftp://example.com/loft.jpg');
  await expect(form).toContainText('Enter an address that starts with http:// or https://.');
  await expect(add).toBeDisabled();
  await address.fill('https://photos.example/shoot/loft.jpg');
  await takePictures(window, 'models-address');
  await add.click();
  await expect(form.getByText('https://photos.example/shoot/loft.jpg')).toBeVisible();
  await takePictures(window, 'models-address-added');
  // an address is replaced in its field, without a file chooser
  await form.getByRole('button', { name: 'Replace loft.jpg' }).click();
  await expect(address).toBeFocused();
  await expect(address).toHaveValue('https://photos.example/shoot/loft.jpg');
  await address.fill('https://photos.example/shoot/hall.jpg');
  await form.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect(form.getByText('https://photos.example/shoot/hall.jpg')).toBeVisible();
  await expect(form.getByText('https://photos.example/shoot/loft.jpg')).toBeHidden();
  await expect(add).toBeVisible();
  await form.getByRole('button', { name: 'Create scene' }).click();
  await expect.poll(() => service.books().requests['own-scene-create'] ?? 0).toBe(1);
  expect(service.books().requests['upload'] ?? 0).toBe(0);
});

test('a scene is made of one photo that is not too small, and used', async ({
  window,
  room,
  shoot,
  service,
  serviceFolder,
}) => {
  const at = (name: string) => join(shoot, name);
  await room.getByRole('radio', { name: 'Own scenes' }).click();
  const form = await begin(room, 'scene');
  await choose(form, [at('tiny.jpg'), at('meadow.jpg')]);
  await expect(form).toContainText('A scene is made of one photo. 1 was left out: meadow.jpg');
  await expect(form.getByRole('alert').filter({ hasText: '513' })).toBeVisible();
  await takePictures(window, 'models-scene-form');
  const chooser = window.waitForEvent('filechooser');
  await form.getByRole('button', { name: 'Replace tiny.jpg' }).click();
  await (await chooser).setFiles([at('meadow.jpg')]);
  await expect(form.getByRole('alert')).toBeHidden();
  await form.getByRole('button', { name: 'Create scene' }).click();
  await expect(cells(room)).toContainText('Being prepared');
  endPreparation(serviceFolder);
  await expect(cells(room)).toContainText('Ready');
  await takePictures(window, 'models-scene');
  const [scene] = owned(serviceFolder, 'scene');
  await beside(room, 'Own scene').getByRole('button', { name: 'Use in Retouch' }).click();
  const field = retouching.parameter(window, 'locationId');
  const chosen = field.getByRole('radio', { checked: true });
  await expect(chosen).toHaveAccessibleName(`${scene?.name}, Yours`);
  await retouching.give(window, [at('wall.jpg')]);
  await retouching.generate(window).click();
  await expect.poll(() => service.books().executions.length).toBe(1);
  expect(service.books().executions[0]?.params).toMatchObject({ locationId: scene?.id });
});

test('with the keyboard alone one is made that shows no face: said with advice, and not to be chosen', async ({
  window,
  room,
  shoot,
  serviceFolder,
}) => {
  await window.keyboard.press('n');
  const form = beside(room, 'New model');
  await expect(form.getByRole('button', { name: 'Choose photos…' })).toBeFocused();
  const chooser = window.waitForEvent('filechooser');
  await window.keyboard.press('Enter');
  await (await chooser).setFiles([join(shoot, 'wall.jpg')]);
  await expect(form.getByRole('button', { name: 'Create model from 1 photo' })).toBeEnabled();
  await tabTo(form.getByRole('checkbox', { name: 'The full face is visible' }));
  await window.keyboard.press('Space');
  await expect(form.getByRole('checkbox', { name: 'The full face is visible' })).toBeChecked();
  await tabTo(form.getByRole('textbox', { name: 'Name at the service' }));
  await window.keyboard.type('Nobody');
  await tabTo(form.getByRole('button', { name: 'Create model from 1 photo' }));
  await window.keyboard.press('Enter');
  await expect(cell(room, 'Nobody')).toContainText('Being prepared');
  endPreparation(serviceFolder);
  await expect(cell(room, 'Nobody')).toContainText('Failed');
  const detail = beside(room, 'Own model');
  await expect(detail).toContainText('Most often no face was seen: make a new one from photos');
  await expect(detail.getByRole('button', { name: 'Use in Retouch' })).toBeDisabled();
  await expectAccessible(window);
  await takePictures(window, 'models-failed');
  await window.keyboard.press('Escape');
  await expect(detail).toBeHidden();

  await retouching.enter(window);
  await retouching.chooseAgent(window, 'AI model');
  const picker = await openPicker(window, 'Model');
  await picker.getByRole('radio', { name: 'Yours' }).click();
  const option = picker.getByRole('option', { name: 'Nobody' });
  await expect(option).toContainText('Preparation failed');
  await expect(option).toHaveAttribute('aria-disabled', 'true');
  await option.click({ force: true });
  await expect(picker).toBeVisible();
  await takePictures(window, 'models-failed-picker');
});
