import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { photoName } from '../fixtures/big-ledger.ts';
import { expectAccessible, expectNoOverflow, fill, newForm, shootIn } from './drop-folders.ts';
import { filledDemo, removeFilled } from './filled.ts';
import {
  expect,
  long,
  takePicture,
  takePictures,
  test as base,
  type JobsOption,
} from './window.ts';

const test = base.extend<JobsOption & { readonly queue: Locator }>({
  jobs: [2000, { option: true }],
  prepare: async ({ jobs }, use) => {
    await use((dataFolder) => filledDemo(dataFolder, { jobs, waiting: 300 }));
  },
  /** The list, with its first rows. */
  queue: async ({ window }, use) => {
    await window.getByRole('link', { name: 'Queue' }).first().click();
    await expect(line(window, 0)).toContainText('.jpg');
    await use(window.getByRole('grid', { name: 'Jobs' }));
  },
});
test.afterAll(removeFilled);

const line = (window: Page, index: number) => window.locator(`#job-line-${index}`);
const chip = (window: Page, name: string) =>
  window.getByRole('group', { name: 'Show by state' }).getByRole('button', { name });
const notice = (window: Page) => window.getByRole('region', { name: 'Messages' });
const details = (window: Page) => window.getByRole('complementary', { name: 'Details of the job' });

test(
  'the list is filtered, searched, sorted and scrolled to its end',
  { tag: long },
  async ({ window, queue, jobs }) => {
    const all = String(jobs + 1);
    const [held, failed] = [(3 * jobs) / 1000, (4 * jobs) / 1000];
    await expect(queue).toHaveAttribute('aria-rowcount', all);
    expect(await queue.getByRole('row').count()).toBeLessThan(60);
    await expectAccessible(window);
    await takePictures(window, 'queue-many');

    await chip(window, 'Need you').click();
    await expect(queue).toHaveAttribute('aria-rowcount', String(held + failed + 1));
    await expect(chip(window, 'Need you')).toContainText(String(held + failed));
    await expect(window.getByRole('contentinfo')).toContainText(`${held + failed} need you`);
    await expect(window.getByTitle(`${held + failed} need you`)).toBeVisible();
    await expect(window).toHaveURL(/states=held%2Cfailed/);
    await takePictures(window, 'queue-trouble');
    await chip(window, 'Failed').click();
    await expect(queue).toHaveAttribute('aria-rowcount', String(held + 1));
    await chip(window, 'All').click();

    const one = photoName(jobs - 298);
    await window.keyboard.press('/');
    await window.keyboard.type(/\d{6}/.exec(one)?.[0] ?? '');
    await expect(queue).toHaveAttribute('aria-rowcount', '2');
    await expect(line(window, 0)).toContainText(one);
    await expect(chip(window, 'Waiting')).toContainText('1');
    await window.keyboard.press('Escape');
    await expect(queue).toHaveAttribute('aria-rowcount', all);

    await window.getByRole('combobox', { name: /^Order:/ }).click();
    await window.getByRole('option', { name: 'By name' }).click();
    await expect(line(window, 0)).toContainText(photoName(0));
    await queue.focus();
    await window.keyboard.press('End');
    await expect(line(window, jobs - 1)).toContainText('A1059_');
    await expect(line(window, jobs - 1)).toHaveAttribute('aria-selected', 'true');
    await window.keyboard.press('Home');
    await expect(line(window, 0)).toBeInViewport();
  },
);

test(
  'everything the filter shows is marked and changed at once',
  { tag: long },
  async ({ window, queue, jobs }) => {
    await chip(window, 'Waiting').click();
    await expect(queue).toHaveAttribute('aria-rowcount', '301');
    await queue.focus();
    await window.keyboard.press('Control+a');
    await expect(window.getByText('All 300 jobs here are marked')).toBeVisible();
    await window.getByRole('button', { name: 'Cancel jobs' }).click();
    await expect(notice(window)).toContainText('300 jobs are cancelled.');
    await expect(window.getByText('No matching jobs')).toBeVisible();
    await window.getByRole('button', { name: 'Show all jobs' }).click();
    await expect(chip(window, 'Cancelled')).toContainText(String((3 * jobs) / 1000 + 300));
  },
);

test('a list that was there stays while Darkslide is away', async ({
  studio,
  window,
  queue,
  complaints,
}) => {
  await line(window, 0).click();
  await expect(details(window)).toBeVisible();
  await studio.stop('SIGKILL');
  await expect(window.getByText('Darkslide does not answer.').first()).toBeVisible();
  await expect(line(window, 0)).toContainText('.jpg');
  await takePictures(window, 'queue-away');
  await studio.start();
  await window.goto(`${studio.address()}#/queue?states=waiting`);
  await expect(queue).toHaveAttribute('aria-rowcount', '301');
  // the page complained of the way that was cut
  complaints.length = 0;
});

test('it can be used with text at 200 % and in Chinese', async ({ window, queue }) => {
  await line(window, 0).click();
  await window.setViewportSize({ width: 640, height: 400 });
  await expectNoOverflow(window);
  await takePicture(window, 'queue-200-percent');
  await details(window).getByRole('button', { name: 'Close' }).click();
  await expect(queue).toBeVisible();
  await window.setViewportSize({ width: 1280, height: 800 });

  await window.getByRole('link', { name: 'Settings' }).click();
  await window.getByRole('combobox', { name: /^Language:/ }).click();
  await window.getByRole('option', { name: '简体中文' }).click();
  await window.getByRole('link', { name: '队列' }).first().click();
  await expect(window.getByRole('grid', { name: '任务列表' })).toBeVisible();
  await line(window, 0).click();
  await expectAccessible(window);
  await takePictures(window, 'queue-chinese');
});

base.describe('with the demo at work', () => {
  base.use({ photographs: 'light' });

  base(
    'photos of the demo go through the list while one watches, and show what was made',
    async ({ window }) => {
      await window.getByRole('link', { name: 'Queue' }).first().click();
      const running = window.getByRole('row').filter({ hasText: /Generating|Uploading|Preparing/ });
      await expect(running.first()).toBeVisible();
      await takePictures(window, 'queue-at-work');
      const done = window.getByRole('row').filter({ hasText: 'Done' }).first();
      await expect(done).toBeVisible({ timeout: 60_000 });
      await done.click();
      await expect(details(window).getByRole('region', { name: 'Results' })).toBeVisible();
      await expect(details(window)).toContainText('PSD');
      await expect(details(window)).toContainText('Taken by the service');
      await expectAccessible(window);
      await takePictures(window, 'queue-result');
    },
  );

  base(
    'a drop folder that is added in another window can be filtered by',
    async ({ studio, window }) => {
      await window.getByRole('link', { name: 'Queue' }).first().click();
      await expect(window.getByRole('grid', { name: 'Jobs' })).toBeVisible();
      const path = await shootIn(studio.dataFolder, 'Lookbook');
      const other = await window.context().newPage();
      await other.goto(`${studio.address()}#/folders`);
      const form = await newForm(other);
      await fill(form, { path, outFolder: join(studio.dataFolder, 'Delivered') });
      await form.getByRole('button', { name: 'Try it on what is inside' }).click();
      await form.getByRole('button', { name: 'Start with these 3 photos' }).click();
      await window.getByRole('combobox', { name: /^Drop folder:/ }).click();
      await window.getByRole('option', { name: /Lookbook/ }).click();
      await expect(window.getByRole('grid')).toHaveAttribute('aria-rowcount', '4', {
        timeout: 30_000,
      });
      await expect(chip(window, 'All')).toContainText('3');
    },
  );
});
