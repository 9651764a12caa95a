import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { photoName } from '../fixtures/big-ledger.ts';
import { expectAccessible, expectNoOverflow, fill, newForm, shootIn } from './drop-folders.ts';
import { filledDemo, removeFilled } from './filled.ts';
import { expect, takePictures, test as base } from './window.ts';

const test = base.extend<{ readonly jobs: number; readonly queue: Locator }>({
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
const mark = (window: Page, index: number) => line(window, index).locator('[data-part="mark"]');
const chip = (window: Page, name: string) =>
  window.getByRole('group', { name: 'Show by state' }).getByRole('button', { name });
const notice = (window: Page) => window.getByRole('region', { name: 'Messages' });
const details = (window: Page) => window.getByRole('complementary', { name: 'Details of the job' });

test.describe('with 20,000 jobs', () => {
  test.use({ jobs: 20_000 });

  test('the list is filtered, searched, sorted and scrolled to its end', async ({
    window,
    queue,
  }) => {
    await expect(queue).toHaveAttribute('aria-rowcount', '20001');
    expect(await queue.getByRole('row').count()).toBeLessThan(60);
    await expectAccessible(window);
    await takePictures(window, 'queue-20000');

    await chip(window, 'Need you').click();
    await expect(queue).toHaveAttribute('aria-rowcount', '141');
    await expect(chip(window, 'Need you')).toContainText('140');
    await expect(window.getByRole('contentinfo')).toContainText('140 need you');
    await expect(window.getByTitle('140 need you')).toBeVisible();
    await expect(window).toHaveURL(/states=held%2Cfailed/);
    await takePictures(window, 'queue-trouble');
    await chip(window, 'Failed').click();
    await expect(queue).toHaveAttribute('aria-rowcount', '61');
    await chip(window, 'All').click();

    await window.keyboard.press('/');
    await window.keyboard.type('019702');
    await expect(queue).toHaveAttribute('aria-rowcount', '2');
    await expect(line(window, 0)).toContainText(photoName(19_702));
    await expect(chip(window, 'Waiting')).toContainText('1');
    await window.keyboard.press('Escape');
    await expect(queue).toHaveAttribute('aria-rowcount', '20001');

    await window.getByRole('combobox', { name: /^Order:/ }).click();
    await window.getByRole('option', { name: 'By name' }).click();
    await expect(line(window, 0)).toContainText(photoName(0));
    await queue.focus();
    await window.keyboard.press('End');
    await expect(line(window, 19_999)).toContainText('A1059_');
    await expect(line(window, 19_999)).toHaveAttribute('aria-selected', 'true');
    await window.keyboard.press('Home');
    await expect(line(window, 0)).toBeInViewport();
  });

  test('everything the filter shows is marked and changed at once', async ({ window, queue }) => {
    await chip(window, 'Waiting').click();
    await expect(queue).toHaveAttribute('aria-rowcount', '301');
    await queue.focus();
    await window.keyboard.press('Control+a');
    await expect(window.getByText('All 300 jobs here are marked')).toBeVisible();
    await window.getByRole('button', { name: 'Cancel jobs' }).click();
    await expect(notice(window)).toContainText('300 jobs are cancelled.');
    await expect(window.getByText('No job is like that')).toBeVisible();
    await window.getByRole('button', { name: 'Show all jobs' }).click();
    await expect(chip(window, 'Cancelled')).toContainText('360');
  });
});

test('some are marked with the mouse, changed, and the change is taken back', async ({
  window,
  queue,
}) => {
  await chip(window, 'Waiting').click();
  await expect(queue).toHaveAttribute('aria-rowcount', '301');
  const room = await queue.boundingBox();
  await mark(window, 0).click();
  await mark(window, 4).click({ modifiers: ['Shift'] });
  await mark(window, 2).click({ modifiers: ['Control'] });
  await expect(window.getByText('4 jobs marked')).toBeVisible();
  // what can be done appears where room was kept for it
  expect(await queue.boundingBox()).toEqual(room);
  await takePictures(window, 'queue-marked');

  await window.getByRole('button', { name: 'Cancel jobs' }).click();
  await expect(notice(window)).toContainText('4 jobs are cancelled.');
  await expect(queue).toHaveAttribute('aria-rowcount', '297');
  await notice(window).getByRole('button', { name: 'Undo' }).click();
  await expect(notice(window)).toContainText('4 jobs go on.');
  await expect(queue).toHaveAttribute('aria-rowcount', '301');

  await expect(window.getByText('300 jobs', { exact: true })).toBeVisible();
});

test('what cannot be done is told with its reason', async ({ window, queue }) => {
  await chip(window, 'Done').click();
  await expect(queue).toHaveAttribute('aria-rowcount', '1681');
  await mark(window, 1).click();
  const cancel = window.getByRole('button', { name: 'Cancel jobs' });
  await expect(cancel).toHaveAttribute('aria-disabled', 'true');
  await expect(cancel).toHaveAccessibleDescription('None of the marked jobs can be cancelled.');
});

test('a held job is answered in place', async ({ window, queue }) => {
  await window.getByRole('link', { name: /need you/ }).click();
  await chip(window, 'Failed').click();
  await expect(queue).toHaveAttribute('aria-rowcount', '7');
  await line(window, 1).click();
  await expect(details(window)).toContainText('It waits for your answer');
  await expect(details(window)).toContainText('The answer was lost');
  await expect(
    details(window).getByRole('button', { name: 'Ask the service again' }),
  ).toBeVisible();
  await expectAccessible(window);
  await takePictures(window, 'queue-held');

  await details(window).getByRole('button', { name: 'Take up an execution' }).click();
  const field = details(window).getByRole('textbox', { name: 'Id of the execution' });
  await details(window).getByRole('button', { name: 'Take it up' }).click();
  await expect(details(window)).toContainText('Paste the id of the execution first.');
  await field.fill('no-such-execution');
  await details(window).getByRole('button', { name: 'Take it up' }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveValue('no-such-execution');

  await details(window).getByRole('button', { name: 'Send again…' }).click();
  const question = window.getByRole('alertdialog');
  await expect(question).toContainText('bought twice');
  await takePictures(window, 'queue-send-again');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(queue).toHaveAttribute('aria-rowcount', '7');

  await details(window).getByRole('button', { name: 'Ask the service again' }).click();
  await expect(notice(window)).toContainText('1 job goes on.');
});

test('a failed job that is put away no longer needs a person', async ({ window, queue }) => {
  await chip(window, 'Failed').click();
  await expect(queue).toHaveAttribute('aria-rowcount', '9');
  await expect(chip(window, 'Need you')).toContainText('14');
  await line(window, 0).click();
  await details(window).getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice(window)).toContainText('1 job is cancelled.');
  await expect(chip(window, 'Need you')).toContainText('13');
  await expect(window.getByRole('contentinfo')).toContainText('13 need you');
});

test('the keyboard alone does it all', async ({ window, queue }) => {
  await chip(window, 'Waiting').focus();
  await window.keyboard.press('Enter');
  await expect(queue).toHaveAttribute('aria-rowcount', '301');
  await queue.focus();
  await window.keyboard.press('ArrowDown');
  await expect(line(window, 1)).toHaveAttribute('aria-selected', 'true');
  await expect(queue).toHaveAttribute('aria-activedescendant', 'job-line-1');
  await window.keyboard.press('Shift+ArrowDown');
  await window.keyboard.press('Shift+ArrowDown');
  await expect(window.getByText('3 jobs marked')).toBeVisible();
  await window.keyboard.press('Control+ArrowDown');
  await window.keyboard.press('Control+ArrowDown');
  await window.keyboard.press('Space');
  await expect(window.getByText('4 jobs marked')).toBeVisible();
  await window.keyboard.press('Enter');
  await expect(details(window)).toBeVisible();
  await window.keyboard.press('Escape');
  await expect(details(window)).toBeHidden();
  await expect(queue).toBeFocused();
  await window.keyboard.press('Escape');
  await expect(window.getByText('300 jobs', { exact: true })).toBeVisible();
  await window.keyboard.press('?');
  await expect(window.getByRole('dialog')).toContainText('Mark or unmark the row');
});

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
  await window.screenshot({ path: 'test/e2e/artefacts/queue-200-percent.png' });
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
