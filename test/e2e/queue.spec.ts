import type { Locator, Page } from '@playwright/test';
import { photoName } from '../fixtures/big-ledger.ts';
import { expectAccessible } from './hot-folders.ts';
import { filledDemo, removeFilled } from './filled.ts';
import { goTo, messages, pick } from './views.ts';
import { expect, long, takePictures, test as base, type JobsOption } from './window.ts';

const test = base.extend<JobsOption & { readonly queue: Locator }>({
  jobs: [2000, { option: true }],
  prepare: ({ jobs }, use) => use((dataFolder) => filledDemo(dataFolder, { jobs, waiting: 300 })),
  /** The list, after its first rows have loaded. */
  queue: async ({ window }, use) => {
    await goTo(window, 'Queue');
    await expect(line(window, 0)).toContainText('.jpg');
    await use(window.getByRole('grid', { name: 'Jobs' }));
  },
});
test.afterAll(removeFilled);

const line = (window: Page, index: number) => window.locator(`#job-line-${index}`);
const chip = (window: Page, name: string) =>
  window.getByRole('group', { name: 'Filter by status' }).getByRole('button', { name });

test(
  'the list can be filtered, searched, sorted, scrolled to its end, and changed as a whole',
  { tag: long },
  async ({ window, queue, jobs }) => {
    const all = String(jobs + 1);
    const [held, failed] = [(3 * jobs) / 1000, (4 * jobs) / 1000];
    await expect(queue).toHaveAttribute('aria-rowcount', all);
    expect(await queue.getByRole('row').count()).toBeLessThan(60);
    await expectAccessible(window);
    await takePictures(window, 'queue-many');

    await chip(window, 'Needs attention').click();
    await expect(queue).toHaveAttribute('aria-rowcount', String(held + failed + 1));
    await expect(chip(window, 'Needs attention')).toContainText(String(held + failed));
    await expect(window.getByRole('contentinfo')).toContainText(`${held + failed} need attention`);
    await expect(window.getByTitle(`${held + failed} need attention`)).toBeVisible();
    await expect(window).toHaveURL(/states=held%2Cfailed/);
    await takePictures(window, 'queue-trouble');
    await chip(window, 'Failed').click();
    await expect(queue).toHaveAttribute('aria-rowcount', String(failed + 1));
    await chip(window, 'All').click();

    const one = photoName(jobs - 298);
    await window.keyboard.press('/');
    await window.keyboard.type(/\d{6}/.exec(one)?.[0] ?? '');
    await expect(queue).toHaveAttribute('aria-rowcount', '2');
    await expect(line(window, 0)).toContainText(one);
    await expect(chip(window, 'Waiting')).toContainText('1');
    await window.keyboard.press('Escape');
    await expect(queue).toHaveAttribute('aria-rowcount', all);

    await pick(window, /^Sort by:/, 'Name');
    await expect(line(window, 0)).toContainText(photoName(0));
    await queue.focus();
    await window.keyboard.press('End');
    await expect(line(window, jobs - 1)).toContainText('A1059_');
    await expect(line(window, jobs - 1)).toHaveAttribute('aria-selected', 'true');
    await window.keyboard.press('Home');
    await expect(line(window, 0)).toBeInViewport();

    await test.step('everything that matches the filter is selected and changed together', async () => {
      await chip(window, 'Waiting').click();
      await expect(queue).toHaveAttribute('aria-rowcount', '301');
      await queue.focus();
      await window.keyboard.press('Control+a');
      await expect(window.getByText('All 300 jobs selected')).toBeVisible();
      await window.getByRole('button', { name: 'Cancel jobs' }).click();
      await expect(messages(window)).toContainText('300 jobs cancelled');
      await expect(window.getByText('No matching jobs')).toBeVisible();
      await window.getByRole('button', { name: 'Show all jobs' }).click();
      await expect(chip(window, 'Cancelled')).toContainText(String((3 * jobs) / 1000 + 300));
    });
  },
);
