import type { Page } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { plainFolder } from '../fixtures/hot-folder.ts';
import { ledgerIn } from '../fixtures/new-ledger.ts';
import { recipeOf } from '../fixtures/values.ts';
import { test as base } from './account.ts';
import { expectNoOverflow, photosBeside, shootIn } from './hot-folders.ts';
import { goTo, jobDetails, withPreferences } from './views.ts';
import { expect, takePictures } from './window.ts';
import { uncheckedFolder } from '../fixtures/permitted.ts';

/** Number of photos in the shoot. */
const PHOTOS = 6;

const test = base.extend({
  serviceOptions: { speed: { executionMs: 300, jitterMs: 0, psdMs: 50 }, seed: 1 },
  prepare: ({ host: _host }, use) =>
    use(async (dataFolder) => {
      const names = Array.from({ length: PHOTOS }, (_, n) => `IMG_${n + 1}.jpg`);
      const path = await shootIn(dataFolder, 'Selects', names);
      watch(dataFolder, path);
      await withPreferences({ imagesPerDay: 2 })(dataFolder);
    }),
});

/** Adds a hot folder to the ledger, as the window would. */
function watch(dataFolder: string, path: string): void {
  const ledger = ledgerIn(dataFolder);
  const recipe = recipeOf({
    name: 'White background',
    agent: 'removeBG',
    params: { maskType: 'autoSubjectSegment', backgroundHex: '#ffffff', batchCount: 1 },
    delivery: { metadata: 'none' },
  });
  const saved = ledger.savedRecipes.add(recipe);
  const outFolder = join(dataFolder, 'Delivered');
  mkdirSync(outFolder);
  const settings = {
    path,
    recipeId: ledger.jobs.recipe(recipe, 'white'),
    outFolder,
    ...plainFolder,
  };
  ledger.hotFolders.add(uncheckedFolder(settings), saved.id, 'process');
  ledger.close();
}

/** Adds a photo of this size in px to the hot folder. */
async function drop(
  dataFolder: string,
  name: string,
  size: { readonly width: number; readonly height: number },
): Promise<void> {
  const background = { r: 90, g: 120, b: 60 };
  await sharp({ create: { ...size, channels: 3, background } })
    .png()
    .toFile(join(photosBeside(dataFolder), 'Selects', name));
}

const card = (window: Page) => window.getByRole('article').filter({ hasText: 'Selects' });
const strip = (window: Page) => window.getByRole('contentinfo');
const count = (window: Page, what: string) =>
  card(window).getByRole('link', { name: new RegExp(`^\\d+ ${what}$`) });

async function look(window: Page, name: string): Promise<void> {
  await expectNoOverflow(window);
  await takePictures(window, name);
}

test('a problem that stops all work is shown once, with a way to continue', async ({
  window,
  studio,
  service,
}) => {
  const banner = (says: string) => window.getByRole('status').filter({ hasText: says });

  await test.step('B6 the daily limit is shown with a link to raise it, and photos wait', async () => {
    const limit = banner('Daily limit of 2 images reached.');
    await expect(limit).toContainText(
      'Daily limit of 2 images reached. 4 photos will wait until tomorrow.',
    );
    await expect(count(window, 'waiting')).toHaveText('4 waiting');
    await expect(count(window, 'running')).toHaveText('0 running');
    await expect(strip(window)).not.toContainText('left');
    await look(window, 'folders-limit');
    await goTo(window, 'Queue');
    await expect(window.getByRole('main').getByText('Waiting').first()).toBeVisible();
    await takePictures(window, 'queue-limit');

    await limit.getByRole('link', { name: 'Raise limit' }).click();
    const field = window.locator('input[name="imagesPerDay"]');
    await expect(field).toBeFocused();
    await field.fill('20');
    await field.press('Enter');
    await expect(limit).toBeHidden();
    await goTo(window, 'Hot folders');
    await expect(count(window, 'done')).toHaveText('6 done');
  });

  await test.step('B3 a rejected key is retried with the button on its banner', async () => {
    service.inject({ on: 'any', kind: 'unauthorised' });
    await drop(studio.dataFolder, 'late.png', { width: 720, height: 600 });
    const refused = banner('Photos are waiting for the service.');
    await expect(refused).toBeVisible();
    await expect(strip(window)).toContainText('API key rejected');
    await look(window, 'folders-key');
    await goTo(window, 'Queue');
    await takePictures(window, 'queue-key');
    service.clearFaults();
    await refused.getByRole('button', { name: 'Try again' }).click();
    await expect(refused).toBeHidden();
    await goTo(window, 'Hot folders');
    await expect(count(window, 'done')).toHaveText('7 done');
  });

  await test.step('B9 a photo that is too long is padded with one click, or by its recipe, without leaving the queue', async () => {
    for (const [at, name] of ['pad-1.png', 'pad-2.png'].entries()) {
      await drop(studio.dataFolder, name, { width: 2400 + at, height: 560 });
    }
    await expect(strip(window)).toContainText('2 need attention');
    await goTo(window, 'Queue');
    await window.getByRole('button', { name: /^Failed/ }).click();
    const line = (name: string) => window.getByRole('row').filter({ hasText: name });
    const details = jobDetails(window);
    const help = details.getByRole('region', { name: 'Suggested fixes' });
    const status = details.getByRole('paragraph').filter({ hasText: 'Done' });

    await line('pad-1.png').click();
    await window.keyboard.press('Enter');
    await look(window, 'queue-pad');
    await help.getByRole('button', { name: 'Pad and run again' }).click();
    await expect(window.getByText('Padding 1 photo and running again')).toBeVisible();
    await expect(status).toBeVisible();

    await line('pad-2.png').click();
    await expect(details.getByRole('heading', { name: 'pad-2.png' })).toBeVisible();
    const address = window.url();
    await help.getByRole('button', { name: 'Always pad with this recipe' }).click();
    const dialog = window.getByRole('dialog', { name: 'Always pad with this recipe' });
    await expect(dialog.getByRole('switch', { name: /^Pad/ })).toBeFocused();
    await look(window, 'queue-fix');
    await dialog.getByRole('button', { name: 'Save and retry' }).click();
    await expect(dialog).toBeHidden();
    await expect(window.getByText('Saved "White background". Running pad-2.png')).toBeVisible();
    await expect(details).toBeFocused();
    expect(window.url()).toBe(address);
    await expect(status).toBeVisible();
    expect(service.records().executions).toHaveLength(9);
  });
});
