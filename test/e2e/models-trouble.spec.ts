import { join } from 'node:path';
import { expectAccessible } from './drop-folders.ts';
import { beside, cell, create, endPreparation, enter, expect, owned, test } from './owning.ts';
import { ownHost, takePictures } from './window.ts';

test(
  'a model is made exactly once, whatever is closed and started anew meanwhile',
  { tag: ownHost },
  async ({ window, room, studio, shoot, service, serviceFolder, complaints }) => {
    const photos = ['face.jpg', 'left.png'].map((name) => join(shoot, name));
    service.inject({ on: 'upload', kind: 'slow-upload', bytesPerSecond: 20_000 });
    await create(room, 'model', 'Ann', photos);
    await expect(cell(room, 'Ann')).toContainText(/Photo \d of 2/);
    await window.goto('about:blank');
    await studio.stop('SIGKILL');
    expect(owned(serviceFolder, 'model')).toEqual([]);
    await studio.start();
    await window.goto(studio.address());
    await enter(window);
    // the photos are on their way again, by themselves
    await expect(cell(room, 'Ann')).toContainText(/Photo \d of 2/);
    service.clearFaults();
    await window.goto('about:blank');
    await studio.stop();
    await studio.start();
    await window.goto(studio.address());
    await enter(window);
    await expect(cell(room, 'Ann')).toContainText('Being prepared');

    await window.goto('about:blank');
    await studio.stop();
    endPreparation(serviceFolder);
    await studio.start();
    await window.goto(studio.address());
    await enter(window);
    await expect(cell(room, 'Ann')).toContainText('Ready');
    await expect(room.getByText('1 of 1,000')).toBeVisible();
    expect(owned(serviceFolder, 'model')).toHaveLength(1);
    expect(service.books().requests['own-model-create']).toBe(1);
    complaints.length = 0;
  },
);

test('what the service refuses is said in its words; a lost answer is in doubt, and found', async ({
  window,
  room,
  shoot,
  service,
  serviceFolder,
}) => {
  const on = 'own-model-create';
  service.inject({ on, kind: 'refused', text: 'The name is not allowed.', times: 2 });
  service.inject({ on, kind: 'accept-then-close', times: 1 });
  await create(room, 'model', 'Ann!', [join(shoot, 'face.jpg')]);
  const refused = beside(room, 'Ann!');
  await expect(cell(room, 'Ann!')).toContainText('Not created');
  await expect(refused).toContainText('The name is not allowed.');
  await refused.getByRole('button', { name: 'Change…' }).click();
  const form = beside(room, 'New model');
  await expect(form.getByRole('textbox', { name: /^Name/ })).toHaveValue('Ann!');
  await form.getByRole('textbox', { name: /^Name/ }).fill('Ann');
  await form.getByRole('button', { name: 'Create' }).click();
  const making = beside(room, 'Ann');
  await expect(cell(room, 'Ann')).toContainText('Not created');
  await expect(cell(room, 'Ann!')).toBeHidden();
  await takePictures(window, 'models-refused');
  expect(owned(serviceFolder, 'model')).toEqual([]);

  // so that it is not found until the test has looked
  await expect(making.getByRole('button', { name: 'Dismiss' })).toBeVisible();
  service.inject({ on: 'info', kind: 'lag', ms: 3_600_000 });
  await making.getByRole('button', { name: 'Try again' }).click();
  await expect(cell(room, 'Ann')).toContainText('Not known yet');
  await expect(making).toContainText("We don't know yet whether it was created.");
  await expect(making).toContainText('does not send it again');
  await expect(making.getByRole('button', { name: 'Try again' })).toBeHidden();
  await expectAccessible(window);
  await takePictures(window, 'models-doubt');
  service.clearFaults();
  await expect(room.getByText('Not known yet').first()).toBeHidden({ timeout: 30_000 });
  await expect(cell(room, 'Ann')).toContainText('Being prepared');
  await expect(beside(room, 'Own model')).toBeVisible();
  expect(owned(serviceFolder, 'model')).toHaveLength(1);
  // the refused ones and the lost one, and none for the doubt
  expect(service.books().requests[on]).toBe(3);
});
