import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expectNoEnglish } from './english.ts';
import { chooseAgent, films, generate, set, test as base } from './retouching.ts';
import {
  expectViewAtTwice,
  goTo,
  goToChinese,
  jobDetails,
  messages,
  withPreferences,
} from './views.ts';
import { expect, takePictures } from './window.ts';

/** Names that stay in English: file names and the name of the recipe. */
const DATA = ['A.jpg', 'B.jpg', 'C.jpg', 'aipose'];

const test = base.extend<{ readonly library: Locator }>({
  /** Sets the limit for large drops to 1, so that running several photos needs a confirmation. */
  prepare: ({ host: _host }, use) => use(withPreferences({ askAbove: 1 })),
  /** The grid, with two images for each of three photos and all stacks expanded. */
  library: async ({ window, retouch }, use) => {
    await expect(retouch).toBeVisible();
    await films(window).first().click();
    await films(window)
      .last()
      .click({ modifiers: ['Shift'] });
    await chooseAgent(window, 'AI pose');
    await set(window, 'textDescription', 'walks towards the camera');
    await set(window, 'batchCount', '2');
    await generate(window).click();
    await goTo(window, 'Library');
    const grid = window.getByRole('listbox', { name: 'Results' });
    await expect(window.getByText('6 results of 3 photos')).toBeVisible();
    await window.getByRole('button', { name: 'Expand all stacks' }).click();
    await expect(grid.getByRole('option')).toHaveCount(6);
    await use(grid);
  },
});

async function chooseAll(window: Page, grid: Locator): Promise<void> {
  await grid.getByRole('option').first().click();
  await grid
    .getByRole('option')
    .last()
    .click({ modifiers: ['Shift'] });
  await expect(window.getByText('6 results selected')).toBeVisible();
}

async function more(window: Page, name: string): Promise<void> {
  await window
    .getByRole('toolbar', { name: 'Actions for selected results' })
    .getByRole('button', { name: 'More' })
    .click();
  await window.getByRole('menuitem', { name }).click();
}

test('several results get PSDs, run again after a confirmation of the price, and have their tasks deleted', async ({
  window,
  library,
  service,
  studio,
  complaints,
}) => {
  const records = () => service.records();
  const first = library.getByRole('option').first();
  await first.click();
  await more(window, 'Request PSD');
  await expect(window.getByText(/Creating 1 layered PSD/)).toBeVisible();
  await expect(first).toHaveAccessibleName(/PSD delivered/);

  await window.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await more(window, 'Copy path');
  await expect(window.getByText('Path copied')).toBeVisible();
  const copied = await window.evaluate<string>('navigator.clipboard.readText()');
  expect(copied.startsWith(join(studio.dataFolder, 'Results'))).toBe(true);
  expect(copied).toMatch(/[ABC].*\.(png|jpg)$/);

  await more(window, 'Copy image');
  await expect(window.getByText('Image copied')).toBeVisible();
  const types = await window.evaluate<string[]>(
    'navigator.clipboard.read().then((items) => items.flatMap(({ types }) => types))',
  );
  expect(types).toEqual(['image/png']);

  await chooseAll(window, library);
  await more(window, 'Request PSDs');
  await expect(
    window.getByText(/Creating 2 layered PSDs.*1 PSD was already delivered/),
  ).toBeVisible();
  for (const cell of await library.getByRole('option').all()) {
    await expect(cell).toHaveAccessibleName(/PSD delivered/);
  }
  await takePictures(window, 'library-psds');

  await more(window, 'Run again…');
  const question = window.getByRole('alertdialog');
  await expect(question).toContainText('3 photos × 2 images = 6 images');
  await takePictures(window, 'library-run-again');
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(records().executions).toHaveLength(3);
  await more(window, 'Run again…');
  await question.getByRole('button', { name: 'Generate 6 images' }).click();
  await expect(window.getByText('Processing 3 photos again: 6 images')).toBeVisible();
  await expect(library.getByRole('option')).toHaveCount(12);
  expect(records().executions).toHaveLength(6);
  expect(records().tasks).toHaveLength(3);

  await library.getByRole('option').first().click();
  await window.keyboard.press('p');
  await library.getByRole('option').first().click();
  await more(window, 'Delete task from the service…');
  await expect(question).toContainText('Delete 1 task from the service?');
  await expect(question).toContainText('layered PSDs not downloaded yet');
  await takePictures(window, 'library-delete-task');
  await question.getByRole('button', { name: 'Delete from the service' }).click();
  await expect(window.getByText(/Deleting 1 task from the service/)).toBeVisible();
  await expect.poll(() => records().tasks.filter(({ deleted }) => deleted).length).toBe(1);
  await expect(library.getByRole('option').first()).toHaveAccessibleName(/picked/);
  await more(window, 'Request PSD');
  await expect(
    window.getByText(/1 PSD couldn't be requested: The task of .+ was deleted/),
  ).toBeVisible();

  await messages(window).getByRole('button', { name: 'Close' }).last().click();
  const photo = (await first.getAttribute('aria-label'))?.match(/from (\w+\.jpg)/)?.[1] ?? '';
  await goTo(window, 'Queue');
  const details = jobDetails(window);
  const jobs = window.getByRole('grid', { name: 'Jobs' }).getByRole('row');
  await jobs.filter({ hasText: photo }).click();
  await expect(details).toContainText('Task deleted from the service');
  await expect(details.getByRole('button', { name: /^Delete task/ })).toHaveCount(0);
  await jobs.filter({ hasText: /\.jpg/ }).filter({ hasNotText: photo }).first().click();
  await details.getByRole('button', { name: 'Delete task from the service…' }).click();
  await expect(question).toContainText(/Delete the task of [ABC]\.jpg from the service\?/);
  const other = /of ([ABC]\.jpg)/.exec(await question.innerText())?.[1] ?? '';
  await question.getByRole('button', { name: 'Delete from the service' }).click();
  await expect(details).toContainText('Task deleted from the service');
  expect(records().tasks.filter(({ deleted }) => deleted)).toHaveLength(2);

  await goTo(window, 'Library');
  await expectViewAtTwice(window, 'library-200-percent');
  await test.step('the list stays visible while Darkslide is unreachable', async () => {
    await expect(library.getByRole('option')).toHaveCount(12);
    await studio.stop();
    await expect(window.getByText('Darkslide is not responding.').first()).toBeVisible();
    await expect(library.getByRole('option')).toHaveCount(12);
    await library.getByRole('option').first().click();
    await more(window, 'Request PSD');
    await expect(messages(window)).toContainText("Darkslide isn't responding");
    await takePictures(window, 'library-away');
    await studio.start();
    await window.goto(`${studio.address()}#/library`);
    // in a new window, all stacks are collapsed
    await expect(library.getByRole('option')).toHaveCount(3);
    // the page logged the lost connection
    complaints.length = 0;
  });

  await test.step('the library is in Chinese', async () => {
    await goToChinese(window, '图库');
    const chinese = window.getByRole('listbox', { name: '结果' });
    const kept = chinese.getByRole('option').filter({ hasNotText: photo });
    await kept.filter({ hasNotText: other }).click();
    await takePictures(window, 'library-chinese');
    await window.getByRole('button', { name: '更多' }).click();
    await expectNoEnglish(window, DATA);
    await window.getByRole('menuitem', { name: '删除服务上的任务…' }).click();
    await expect(window.getByRole('alertdialog')).toContainText('删除服务上的 1 个任务？');
    await expectNoEnglish(window, DATA);
  });
});
