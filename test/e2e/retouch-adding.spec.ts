import { join } from 'node:path';
import {
  addFolder,
  chooseAgent,
  copyAs,
  enter,
  expect,
  films,
  manyPhotos,
  set,
  test,
} from './retouching.ts';
import { takePictures } from './window.ts';

test('a large folder is added while one works, stopped, and what was refused is summed up', async ({
  window,
  shoot,
}) => {
  const room = await enter(window);
  const many = join(shoot, 'many');
  await manyPhotos(many, 60);
  for (const name of ['x1.jpg', 'x2.jpg', 'x3.jpg', 'x4.jpg', 'x5.jpg']) {
    await copyAs(import.meta.filename, many, name);
  }
  await addFolder(window, many);
  await expect(room.getByText(/^\d+ of 65 files looked at$/)).toBeVisible();
  await expect(films(window).first()).toBeVisible();
  await chooseAgent(window, 'AI pose');
  await set(window, 'textDescription', 'typed while photos come in');
  await takePictures(window, 'retouch-adding');
  await room.getByRole('button', { name: 'Stop adding' }).click();
  const notices = window.getByRole('region', { name: 'Messages' });
  await expect(notices).toContainText(
    /^Stopped: \d+ photos are on the filmstrip, \d+ files were left/,
  );
  const total = async () => Number(await films(window).first().getAttribute('aria-setsize'));
  const kept = await total();
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThan(60);

  await addFolder(window, many);
  // it goes on while another room is open
  await window.getByRole('link', { name: 'Queue' }).first().click();
  await expect(window.getByRole('heading', { name: 'Queue' })).toBeVisible();
  // what was refused is told in the view that it belongs to
  await expect(notices).toBeEmpty();
  await enter(window);
  await expect(notices).toContainText('5 files were not taken.', { timeout: 30_000 });
  await expect(notices).toContainText('"x1.jpg"');
  await expect(notices).toContainText('Also: x4.jpg, x5.jpg.');
  expect(await total()).toBe(60);
});
