import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cardOf, drop, fill, newForm, photos, shootIn } from './drop-folders.ts';
import { expect, takePictures, test } from './window.ts';

/** ms a photo may take on a machine that has much else to do. */
const SLOW = 200_000;

test.setTimeout(300_000);

test.describe('a large drop', () => {
  test.use({
    prepare: ({ host: _host }, use) =>
      use((dataFolder) =>
        writeFile(
          join(dataFolder, 'settings.json'),
          JSON.stringify({ preferences: { askAbove: 1 } }),
        ),
      ),
  });

  test('B7 is asked about on its card, and answered in the queue', async ({ studio, window }) => {
    const path = await shootIn(studio.dataFolder, 'Selects', []);
    const form = await newForm(window);
    await fill(form, { path, outFolder: join(studio.dataFolder, 'Delivered') });
    await form.getByRole('button', { name: 'Try it on what is inside' }).click();
    await form.getByRole('button', { name: 'Start watching' }).click();
    const card = cardOf(window, 'Selects');
    await expect(card.getByText('Watching')).toBeVisible();
    for (const photo of photos) await drop(path, photo);
    await expect(card.getByText('3 photos, 3 images: go?')).toBeVisible({ timeout: SLOW });
    await takePictures(window, 'folders-asks');
    await window.getByRole('link', { name: 'Queue' }).click();
    const list = window.getByRole('list', { name: 'Hot folders that need attention' });
    const row = list.getByRole('listitem').filter({ hasText: path });
    await expect(row.getByText('3 photos, 3 images: go?')).toBeVisible();
    await expect(row.getByRole('button')).toHaveText([
      'Go: 3 images',
      'Always for this folder',
      'Mark as seen…',
    ]);
    await takePictures(window, 'queue-asks');
    await row.getByRole('button', { name: 'Always for this folder' }).click();
    await expect(row).toBeHidden();
    await window.getByRole('link', { name: 'Drop folders', exact: true }).click();
    await expect(card.getByText('3 in · 3 done')).toBeVisible({ timeout: SLOW });
  });
});

test('the room comes back by itself after Darkslide did', async ({
  studio,
  window,
  complaints,
}) => {
  const card = window.getByRole('article').first();
  await expect(card.getByText('Watching')).toBeVisible();
  await studio.stop('SIGKILL');
  await expect(window.getByText('Darkslide does not answer.').first()).toBeVisible();
  await expect(card).toBeVisible();
  await studio.start();
  await window.goto(studio.address());
  await expect(card.getByText('Watching')).toBeVisible();
  // the page complained of the way that was cut
  complaints.length = 0;
});
