import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { cardOf, drop, fill, newForm, photos, shootIn, tabTo } from './drop-folders.ts';
import { expect, ownHost, takePictures, test } from './window.ts';

/** ms a photo may take on a machine that has much else to do. */
const SLOW = 200_000;

test.setTimeout(300_000);

test('a drop folder is made with the keyboard alone', async ({ studio, window }) => {
  const path = await shootIn(studio.dataFolder, 'Selects', []);
  await expect(window.getByRole('article')).toBeVisible();
  const keys = window.keyboard;
  await keys.press('n');
  const form = window.getByRole('form', { name: 'New drop folder' });
  await keys.type(path);
  await tabTo(form.getByRole('combobox', { name: /^Recipe:/ }));
  await keys.press('Enter');
  await expect(window.getByRole('option').first()).toBeVisible();
  await keys.type('White');
  await keys.press('Enter');
  await expect(form.getByRole('combobox', { name: 'Recipe: White background' })).toBeFocused();
  const results = form.getByLabel('Folder for results', { exact: true }).getByRole('textbox');
  await expect(results).toHaveValue(`${path} results`);
  await tabTo(results);
  await keys.press('ControlOrMeta+a');
  await keys.type(join(studio.dataFolder, 'Delivered'));
  await keys.press('Enter');
  await tabTo(form.getByRole('button', { name: 'Start watching' }));
  await keys.press('Enter');
  await expect(window.getByRole('article')).toHaveCount(2);

  // the cards are gone through and acted on by single keys
  await window.locator('body').click({ position: { x: 5, y: 5 } });
  await keys.press('j');
  const card = window.getByRole('article').first();
  await expect(card).toBeFocused();
  await keys.press('p');
  await expect(card.getByText('Paused')).toBeVisible();
  await keys.press('p');
  await expect(card.getByText('Watching')).toBeVisible();
  await keys.press('e');
  await expect(window.getByRole('form', { name: /^Edit/ })).toBeVisible();
  await tabTo(
    window.getByRole('form', { name: /^Edit/ }).getByRole('button', { name: 'Save changes' }),
  );
  await keys.press('Enter');
  await expect(card).toBeFocused();
  await keys.press('?');
  await expect(window.getByRole('dialog')).toContainText('Pause or resume the drop folder');
});

test.describe('a sudden drop', () => {
  test.use({
    prepare: ({ host: _host }, use) =>
      use((dataFolder) =>
        writeFile(
          join(dataFolder, 'settings.json'),
          JSON.stringify({ preferences: { askAbove: 1 } }),
        ),
      ),
  });

  test('asks once, and takes what it is told to', async ({ studio, window }) => {
    const path = await shootIn(studio.dataFolder, 'Selects', []);
    const form = await newForm(window);
    await fill(form, { path, outFolder: join(studio.dataFolder, 'Delivered') });
    await form.getByRole('button', { name: 'Try it on what is inside' }).click();
    await form.getByRole('button', { name: 'Start watching' }).click();
    const card = cardOf(window, 'Selects');
    await expect(card.getByText('Watching')).toBeVisible();
    for (const photo of photos) await drop(path, photo);
    await expect(card.getByText(/\d photos?, \d images?: go\?/)).toBeVisible({ timeout: SLOW });
    await expect(card.getByText('Asks you')).toBeVisible();
    await takePictures(window, 'folders-asks');
    await card.getByRole('button', { name: /^Go: / }).click();
    await expect(card.getByText('3 in · 3 done')).toBeVisible({ timeout: SLOW });
  });

  test('B7 is answered in the queue with the same three answers', async ({ studio, window }) => {
    const path = await shootIn(studio.dataFolder, 'Selects', []);
    const form = await newForm(window);
    await fill(form, { path, outFolder: join(studio.dataFolder, 'Delivered') });
    await form.getByRole('button', { name: 'Try it on what is inside' }).click();
    await form.getByRole('button', { name: 'Start watching' }).click();
    await expect(cardOf(window, 'Selects').getByText('Watching')).toBeVisible();
    for (const photo of photos) await drop(path, photo);
    await window.getByRole('link', { name: 'Queue' }).click();
    const list = window.getByRole('list', { name: 'Hot folders that need attention' });
    const row = list.getByRole('listitem').filter({ hasText: path });
    await expect(row.getByText('3 photos, 3 images: go?')).toBeVisible({ timeout: SLOW });
    await expect(row.getByRole('button')).toHaveText([
      'Go: 3 images',
      'Always for this folder',
      'Mark as seen…',
    ]);
    await takePictures(window, 'queue-asks');
    await row.getByRole('button', { name: 'Always for this folder' }).click();
    await expect(row).toBeHidden();
    await window.getByRole('link', { name: 'Drop folders', exact: true }).click();
    await expect(cardOf(window, 'Selects').getByText('3 in · 3 done')).toBeVisible({
      timeout: SLOW,
    });
  });

  test('leaves the photos alone when it is told to', async ({ studio, window }) => {
    const path = await shootIn(studio.dataFolder, 'Selects', []);
    const form = await newForm(window);
    await fill(form, { path, outFolder: join(studio.dataFolder, 'Delivered') });
    await form.getByRole('button', { name: 'Try it on what is inside' }).click();
    await form.getByRole('button', { name: 'Start watching' }).click();
    const card = cardOf(window, 'Selects');
    await expect(card.getByText('Watching')).toBeVisible();
    for (const photo of photos) await drop(path, photo);
    await card.getByRole('button', { name: 'Mark as seen…' }).click({ timeout: SLOW });
    await window.getByRole('alertdialog').getByRole('button', { name: 'Mark as seen' }).click();
    await expect(card.getByText('Watching')).toBeVisible();
    await expect(card.getByText(/\d in ·/)).toHaveCount(0);
    const left = (await readdir(path)).filter((name) => name.endsWith('.jpg'));
    expect(left).toHaveLength(photos.length);
  });
});

test.describe('with the demo at work', () => {
  test.use({ photographs: 'light' });

  test('a photo of which nobody knows whether it was charged is answered in place', async ({
    studio,
    window,
  }) => {
    const card = window.getByRole('article').first();
    await expect(card.getByRole('link', { name: /[1-9]\d* done/ })).toBeVisible({ timeout: SLOW });
    await studio.stop();
    // as the ledger stands after an answer was lost and the window for it has passed
    const ledger = new DatabaseSync(join(studio.dataFolder, 'demo', 'ledger.sqlite'));
    ledger.exec(
      `UPDATE jobs SET state = 'held', code = 'execution-unknown', message = 'Not known.', ended_at = NULL
     WHERE id = (SELECT id FROM jobs WHERE state = 'done' ORDER BY id LIMIT 1)`,
    );
    ledger.close();
    await studio.start();
    await window.goto(studio.address());

    const row = card.getByText(/We don't know whether .+ was charged/);
    await expect(row).toBeVisible();
    await expect(card.getByRole('link', { name: /1 needs you/ })).toBeVisible();
    await takePictures(window, 'folders-unknown');
    await card.getByRole('button', { name: 'Send again…' }).click();
    const question = window.getByRole('alertdialog');
    await expect(question).toContainText('bought twice');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await card.getByRole('button', { name: 'Ask the service again' }).click();
    await expect(row).toBeHidden();
  });
});

test(
  'the room comes back by itself after Darkslide did',
  { tag: ownHost },
  async ({ studio, window, complaints }) => {
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
  },
);
