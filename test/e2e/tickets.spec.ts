import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  cardOf,
  drop,
  expectAccessible,
  expectNoOverflow,
  fill,
  newForm,
  shootIn,
} from './drop-folders.ts';
import { expect, takePictures, test } from './window.ts';

/** ms a photo may take on a machine that has much else to do. */
const SLOW = 200_000;

test.setTimeout(300_000);

test('a photo waits for its ticket, says so, and goes on when the ticket comes', async ({
  studio,
  window,
}) => {
  const path = await shootIn(studio.dataFolder, 'Orders', ['IMG_1.jpg']);
  const form = await newForm(window);
  await fill(form, { path, outFolder: join(studio.dataFolder, 'Delivered') });
  await form.getByRole('combobox', { name: /^Tickets:/ }).click();
  await window.getByRole('option', { name: 'Required' }).click();
  await form.getByRole('button', { name: 'Try it on what is inside' }).click();
  await expect(form.getByText('1 waits for its ticket')).toBeVisible({ timeout: SLOW });
  await takePictures(window, 'tickets-form');
  await form.getByRole('button', { name: 'Start watching' }).click();

  const card = cardOf(window, 'Orders');
  const waits = card.getByText('IMG_1.jpg waits for its ticket IMG_1.jpg.json.');
  await expect(waits).toBeVisible({ timeout: SLOW });
  await writeFile(join(path, 'IMG_2.jpg.json'), '{"params": {"batchCount": 99}}');
  await drop(path, 'IMG_2.jpg');
  const refused = card.getByText(/ticket "IMG_2\.jpg\.json" cannot be used.*batchCount/);
  await expect(refused).toBeVisible({ timeout: SLOW });
  await expectAccessible(window);
  await expectNoOverflow(window);
  await takePictures(window, 'tickets-card');

  await writeFile(join(path, 'IMG_1.jpg.json'), '{"params": {"backgroundHex": "#eeeeee"}}');
  await writeFile(join(path, 'IMG_2.jpg.json'), '{}');
  await expect(card.getByText('2 in · 2 done')).toBeVisible({ timeout: SLOW });
  await expect(waits).toBeHidden();
  await expect(refused).toBeHidden();
});
