import { readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cardOf, drop, expectNoOverflow, fill, newForm, shootIn } from './hot-folders.ts';
import { goTo, pick, withPreferences } from './views.ts';
import { expect, takePictures, test } from './window.ts';

/** Milliseconds that a photo may take on a busy machine. */
const SLOW = 200_000;

test.use({ prepare: ({ host: _host }, use) => use(withPreferences({ askAbove: 2 })) });

test('photos wait for their tickets, and a large drop waits for an answer in the queue', async ({
  studio,
  window,
}) => {
  const path = await shootIn(studio.dataFolder, 'Orders', ['IMG_1.jpg']);
  const form = await newForm(window);
  await fill(form, { path, outFolder: join(studio.dataFolder, 'Delivered') });
  await pick(window, /^Tickets:/, 'Required', form);
  await form.getByRole('button', { name: 'Preview' }).click();
  await expect(form.getByText('1 waiting for a ticket')).toBeVisible({ timeout: SLOW });
  await takePictures(window, 'tickets-form');
  await form.getByRole('button', { name: 'Start watching' }).click();
  const card = cardOf(window, 'Orders');

  await test.step('a photo waits for its ticket, and the card shows it', async () => {
    const waits = card.getByText('IMG_1.jpg is waiting for its ticket, IMG_1.jpg.json.');
    await expect(waits).toBeVisible({ timeout: SLOW });
    await writeFile(join(path, 'IMG_2.jpg.json'), '{"params": {"batchCount": 99}}');
    await drop(path, 'IMG_2.jpg');
    const refused = card.getByText(/ticket "IMG_2\.jpg\.json" cannot be used.*Number of images/);
    await expect(refused).toBeVisible({ timeout: SLOW });
    await expectNoOverflow(window);
    await takePictures(window, 'tickets-card');
    await writeFile(join(path, 'IMG_1.jpg.json'), '{"params": {"backgroundHex": "#eeeeee"}}');
    await writeFile(join(path, 'IMG_2.jpg.json'), '{}');
    await expect(card.getByText('2 of 2 done')).toBeVisible({ timeout: SLOW });
    await expect(waits).toBeHidden();
    await expect(refused).toBeHidden();
  });

  await test.step('B7 a large drop is shown on its card and confirmed in the queue', async () => {
    // moves all photos into the folder in one step: photos that Darkslide finds one after another could become
    // several drops
    const look = await shootIn(studio.dataFolder, 'Look', ['IMG_3.jpg', 'IMG_4.jpg', 'IMG_5.jpg']);
    for (const name of await readdir(look)) await writeFile(join(look, `${name}.json`), '{}');
    await rename(look, join(path, 'Look'));
    await expect(card.getByText('3 photos (3 images) are waiting. Process them?')).toBeVisible({
      timeout: SLOW,
    });
    await takePictures(window, 'folders-asks');
    await goTo(window, 'Queue');
    const list = window.getByRole('list', { name: 'Hot folders that need attention' });
    const row = list.getByRole('listitem').filter({ hasText: path });
    await expect(row.getByText('3 photos (3 images) are waiting. Process them?')).toBeVisible();
    await expect(row.getByRole('button')).toHaveText([
      'Process 3 photos',
      'Always process large drops',
      'Skip…',
    ]);
    await takePictures(window, 'queue-asks');
    await row.getByRole('button', { name: 'Always process large drops' }).click();
    await expect(row).toBeHidden();
  });
  await goTo(window, 'Hot folders');
  await expect(card.getByText('5 of 5 done')).toBeVisible({ timeout: SLOW });
});
