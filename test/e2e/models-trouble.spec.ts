import { join } from 'node:path';
import { cell, create, endPreparation, enter, expect, owned, test } from './owning.ts';

test('a model is made exactly once, whatever is closed and started anew meanwhile', async ({
  window,
  room,
  studio,
  shoot,
  service,
  serviceFolder,
  complaints,
}) => {
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
});
