import type { Page } from '@playwright/test';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { startDemo } from '#electron/demo/demo.ts';
import type { Demo } from '#electron/demo/types.ts';
import { systemClock } from '#electron/base/clock.ts';
import { openLedger } from '#electron/ledger/open.ts';
import { parseRecipe } from '#shared/recipe.ts';
import { plainFolder } from '../fixtures/hot-folder.ts';
import { expectAccessible, expectNoOverflow, photosBeside, shootIn } from './drop-folders.ts';
import { expect, takePictures, test as base } from './window.ts';

/** Photos of the shoot. */
const PHOTOS = 6;

interface Work {
  /** A service of the test's own, which can be told to fail. */
  readonly service: Demo;
  /** Generated images a day; null for no limit. */
  readonly imagesPerDay: number | null;
}

const test = base.extend<Work>({
  imagesPerDay: [null, { option: true }],
  service: async ({ host: _host }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'darkslide-service-'));
    const service = await startDemo({
      folder,
      render: 'quick',
      speed: { executionMs: 300, jitterMs: 0, psdMs: 50 },
      seed: 1,
    });
    await use(service);
    await service.close();
    await rm(folder, { recursive: true, force: true });
  },
  startWith: ({ service }, use) =>
    use({ args: ['--service', service.url], env: { DARKSLIDE_API_KEY: service.key } }),
  prepare: ({ imagesPerDay }, use) =>
    use(async (dataFolder) => {
      const names = Array.from({ length: PHOTOS }, (_, n) => `IMG_${n + 1}.jpg`);
      const path = await shootIn(dataFolder, 'Selects', names);
      watch(dataFolder, path);
      const preferences = { imagesPerDay };
      await writeFile(join(dataFolder, 'settings.json'), JSON.stringify({ preferences }));
    }),
});

/** Writes a hot folder into the ledger, as a window left it. */
function watch(dataFolder: string, path: string): void {
  const opened = openLedger(dataFolder, systemClock);
  const parsed = parseRecipe({
    format: 1,
    name: 'White background',
    agent: 'removeBG',
    params: { maskType: 'autoSubjectSegment', backgroundHex: '#ffffff', batchCount: 1 },
    delivery: { metadata: 'none' },
  });
  if (!opened.ok || !('recipe' in parsed)) throw new Error('There is no ledger to prepare.');
  const ledger = opened.value;
  const saved = ledger.savedRecipes.add(parsed.recipe);
  const settings = {
    path,
    recipeId: ledger.jobs.recipe(parsed.recipe, 'white'),
    outFolder: join(dataFolder, 'Delivered'),
    ...plainFolder,
  };
  ledger.hotFolders.add(settings, saved.id, 'process');
  ledger.close();
}

/** Puts a photo of this size into the hot folder. */
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
  await expectAccessible(window);
  await expectNoOverflow(window);
  await takePictures(window, name);
}

test.describe('the daily limit of the studio', () => {
  test.use({ imagesPerDay: 2 });

  test('B6 is told once, with the way to raise it, and its photos wait', async ({ window }) => {
    const banner = window.getByRole('status').filter({ hasText: 'Daily limit reached.' });
    await expect(banner).toContainText('Daily limit reached. 4 photos continue tomorrow.');
    await expect(count(window, 'waiting')).toHaveText('4 waiting');
    await expect(count(window, 'running')).toHaveText('0 running');
    await expect(strip(window)).not.toContainText('left');
    await look(window, 'folders-limit');
    await window.getByRole('link', { name: 'Queue' }).click();
    await expect(window.getByRole('main').getByText('Waiting').first()).toBeVisible();
    await takePictures(window, 'queue-limit');

    await banner.getByRole('link', { name: 'Raise limit' }).click();
    const field = window.locator('input[name="imagesPerDay"]');
    await expect(field).toBeFocused();
    await field.fill('20');
    await field.press('Enter');
    await expect(banner).toBeHidden();
    await window.getByRole('link', { name: 'Drop folders' }).click();
    await expect(count(window, 'done')).toHaveText('6 done');
  });
});

test('B3 a refused key is tried again with the button on its banner', async ({
  window,
  studio,
  service,
}) => {
  service.inject({ on: 'any', kind: 'unauthorised' });
  // where all the others are done already
  await drop(studio.dataFolder, 'late.png', { width: 720, height: 600 });
  const banner = window
    .getByRole('status')
    .filter({ hasText: 'Everything waits for the service.' });
  await expect(banner).toBeVisible();
  await expect(strip(window)).toContainText('Key refused');
  await look(window, 'folders-key');
  await window.getByRole('link', { name: 'Queue' }).click();
  await takePictures(window, 'queue-key');
  service.clearFaults();
  await banner.getByRole('button', { name: 'Try again' }).click();
  await expect(banner).toBeHidden();
  await window.getByRole('link', { name: 'Drop folders' }).click();
  await expect(count(window, 'done')).toHaveText('7 done');
});

test('B9 a photo that is too long is padded with one click, and with its changed recipe', async ({
  window,
  studio,
  service,
}) => {
  await expect(count(window, 'done')).toHaveText('6 done');
  for (const [at, name] of ['pad-1.png', 'pad-2.png'].entries()) {
    await drop(studio.dataFolder, name, { width: 2400 + at, height: 560 });
  }
  await expect(strip(window)).toContainText('2 need you');
  await window.getByRole('link', { name: 'Queue' }).click();
  await window.getByRole('button', { name: /^Failed/ }).click();
  const line = (name: string) => window.getByRole('row').filter({ hasText: name });
  const details = window.getByRole('complementary', { name: 'Details of the job' });
  const help = details.getByRole('region', { name: 'What helps' });
  const standing = details.getByRole('paragraph').filter({ hasText: 'Done' });

  await line('pad-1.png').click();
  await window.keyboard.press('Enter');
  await look(window, 'queue-pad');
  await help.getByRole('button', { name: 'Pad and run again' }).click();
  await expect(standing).toBeVisible();
  await expect(window.getByText('1 photo is padded and run again.')).toBeVisible();

  await line('pad-2.png').click();
  await expect(details.getByRole('heading', { name: 'pad-2.png' })).toBeVisible();
  await help.getByRole('link', { name: 'Always pad with this recipe' }).click();
  const padding = window.getByRole('switch', { name: /^Pad/ });
  await expect(padding).toBeFocused();
  await expect(padding).not.toBeChecked();
  await padding.click();
  await look(window, 'recipe-save-and-run');
  await window.getByRole('button', { name: 'Save and run again' }).click();
  await expect(details.getByRole('heading', { name: 'pad-2.png' })).toBeVisible();
  await expect(window.getByText('1 photo is run again with the changed recipe.')).toBeVisible();
  await expect(standing).toBeVisible();
  expect(service.books().executions).toHaveLength(8);
});
