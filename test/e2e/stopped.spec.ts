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
import { expectAccessible, expectNoOverflow, photosBeside, shootIn } from './drop-folders.ts';
import { expect, takePictures, test as base } from './window.ts';

/** Photos of the shoot. */
const PHOTOS = 12;

interface Work {
  /** A service of the test's own, which can be told to fail. */
  readonly service: Demo;
  /** ms that an execution takes. */
  readonly executionMs: number;
  /** Generated images a day, of the studio and of the hot folder. */
  readonly limits: { readonly studio: number | null; readonly folder: number | null };
}

const test = base.extend<Work>({
  executionMs: [300, { option: true }],
  limits: [{ studio: null, folder: null }, { option: true }],
  service: async ({ executionMs }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'darkslide-service-'));
    const service = await startDemo({
      folder,
      render: 'quick',
      speed: { executionMs, jitterMs: 0, psdMs: 50 },
      seed: 1,
    });
    await use(service);
    await service.close();
    await rm(folder, { recursive: true, force: true });
  },
  startWith: ({ service }, use) =>
    use({ args: ['--service', service.url], env: { DARKSLIDE_API_KEY: service.key } }),
  prepare: ({ limits }, use) =>
    use(async (dataFolder) => {
      const names = Array.from({ length: PHOTOS }, (_, n) => `IMG_${n + 1}.jpg`);
      const path = await shootIn(dataFolder, 'Selects', names);
      watch(dataFolder, path, limits.folder);
      const preferences = { imagesPerDay: limits.studio };
      await writeFile(join(dataFolder, 'settings.json'), JSON.stringify({ preferences }));
    }),
});

/** Writes a hot folder into the ledger, as a window left it. */
function watch(dataFolder: string, path: string, imagesPerDay: number | null): void {
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
    after: 'leave',
    subFolders: 'keep',
    settleMs: 200,
    rescanMs: 60_000,
    imagesPerDay,
    needsTickets: false,
  } as const;
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

test.describe('work under way', () => {
  test.use({ executionMs: 20_000 });

  test('B8 counts what the service has, draws an empty bar, and B6 is paused and resumed on the card', async ({
    window,
    service,
  }) => {
    await expect.poll(() => service.books().executions.length).toBe(8);
    await expect(count(window, 'running')).toHaveText('8 running');
    await expect(count(window, 'waiting')).toHaveText('4 waiting');
    await expect(strip(window)).toContainText('8 running');
    // nothing of the bar is filled
    const bar = card(window).getByRole('img', { name: /0 done/ });
    await expect(bar.locator('span')).toHaveCount(1);
    await look(window, 'folders-running');
    await window.getByRole('link', { name: 'Queue' }).click();
    await expect(window.getByText('0 of 12 photos done')).toBeVisible();
    await takePictures(window, 'queue-running');
    await window.getByRole('link', { name: 'Drop folders' }).click();

    await card(window).getByRole('button', { name: 'Pause all' }).click();
    await expect(card(window).getByText('Paused', { exact: true })).toBeVisible();
    await expect(strip(window)).toContainText('Paused');
    await look(window, 'folders-paused');
    await window.getByRole('link', { name: 'Queue' }).click();
    await expect(window.getByRole('main').getByText('Paused').first()).toBeVisible();
    await takePictures(window, 'queue-paused');
    await window.getByRole('link', { name: 'Drop folders' }).click();
    await card(window).getByRole('button', { name: 'Resume all' }).click();
    await expect(card(window).getByText('Watching', { exact: true })).toBeVisible();
  });
});

test.describe('work under way for hours', () => {
  test.use({ executionMs: 60_000 });

  test('B5 one time left is told on card, queue and status bar', async ({ window, service }) => {
    await expect.poll(() => service.books().executions.length).toBe(8);
    // what the studio tells after some hours of work
    const estimate = JSON.stringify({ perHour: 97, timeLeft: 83 * 60_000 });
    await window.routeWebSocket(/\/studio$/, (way) => {
      way.connectToServer().onMessage((frame) => {
        way.send(String(frame).replaceAll('"estimate":null', `"estimate":${estimate}`));
      });
    });
    await window.reload();
    const left = 'about 83 min left';
    await expect(card(window)).toContainText(left);
    await expect(card(window)).toContainText('97 an hour');
    await expect(strip(window)).toContainText(left);
    await window.getByRole('link', { name: 'Queue' }).click();
    await expect(window.getByRole('main')).toContainText(left);
    await expect(strip(window)).toContainText(left);
  });
});

test.describe('the daily limit of the studio', () => {
  test.use({ limits: { studio: 4, folder: null } });

  test('B6 is told once, with the way to raise it, and its photos wait', async ({ window }) => {
    const banner = window.getByRole('status').filter({ hasText: 'Daily limit reached.' });
    await expect(banner).toContainText('Daily limit reached. 8 photos continue tomorrow.');
    await expect(count(window, 'waiting')).toHaveText('8 waiting');
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
    await expect(count(window, 'done')).toHaveText('12 done');
  });
});

test.describe('the daily limit of a hot folder', () => {
  test.use({ limits: { studio: null, folder: 5 } });

  test('B6 is told on its card, with the way to raise it', async ({ window }) => {
    await expect(card(window)).toContainText('Daily limit reached. 7 photos continue tomorrow.');
    await takePictures(window, 'folders-folder-limit');
    await card(window).getByRole('button', { name: 'Raise limit' }).click();
    const form = window.getByRole('form', { name: /^Edit/ });
    const field = form.locator('input[name="limit"]');
    await expect(field).toBeFocused();
    await field.fill('20');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect(count(window, 'done')).toHaveText('12 done');
    await expect(card(window)).not.toContainText('Daily limit reached');
  });
});

test('B3 a refused key is tried again with the button on its banner', async ({
  window,
  service,
}) => {
  service.inject({ on: 'any', kind: 'unauthorised' });
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
  await expect(count(window, 'done')).toHaveText('12 done');
});

test('B9 a photo that is too long is padded with one click, and with its changed recipe', async ({
  window,
  studio,
  service,
}) => {
  await expect(count(window, 'done')).toHaveText('12 done');
  for (const [at, name] of ['pad-1.png', 'pad-2.png', 'pad-3.png'].entries()) {
    await drop(studio.dataFolder, name, { width: 2400 + at, height: 560 });
  }
  await expect(strip(window)).toContainText('3 need you');
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

  // the toolbar offers it where it helps
  await line('pad-2.png').click();
  await window.getByRole('toolbar').getByRole('button', { name: 'Pad and run again' }).click();
  await expect(line('pad-2.png')).toBeHidden();

  await line('pad-3.png').click();
  await expect(details.getByRole('heading', { name: 'pad-3.png' })).toBeVisible();
  await help.getByRole('link', { name: 'Always pad with this recipe' }).click();
  const padding = window.getByRole('switch', { name: /^Pad/ });
  await expect(padding).toBeFocused();
  await expect(padding).not.toBeChecked();
  await padding.click();
  await look(window, 'recipe-save-and-run');
  await window.getByRole('button', { name: 'Save and run again' }).click();
  await expect(details.getByRole('heading', { name: 'pad-3.png' })).toBeVisible();
  await expect(window.getByText('1 photo is run again with the changed recipe.')).toBeVisible();
  await expect(standing).toBeVisible();
  expect(service.books().executions).toHaveLength(15);
});

test('B9 a changed recipe is offered beside a photo that it was not made for', async ({
  window,
  studio,
  service,
}) => {
  await expect(count(window, 'done')).toHaveText('12 done');
  await drop(studio.dataFolder, 'long.png', { width: 2400, height: 560 });
  await expect(strip(window)).toContainText('1 needs you');
  await window.getByRole('button', { name: 'Recipes' }).click();
  await window.getByRole('button', { name: /^White background/ }).click();
  await window.getByRole('switch', { name: /^Pad/ }).click();
  await expect(window.getByRole('button', { name: 'Save and run again' })).toBeHidden();
  await window.getByRole('button', { name: 'Save recipe' }).click();
  await window.getByRole('link', { name: 'Queue' }).click();
  await window.getByRole('button', { name: /^Failed/ }).click();
  await window.getByRole('row').filter({ hasText: 'long.png' }).click();
  await window.keyboard.press('Enter');
  const details = window.getByRole('complementary', { name: 'Details of the job' });
  const run = details.getByRole('button', { name: 'Run again with the changed recipe' });
  await expect(run).toBeVisible();
  await look(window, 'queue-changed-recipe');
  await run.click();
  await expect(details.getByRole('paragraph').filter({ hasText: 'Done' })).toBeVisible();
  expect(service.books().executions).toHaveLength(13);
});
