import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { success } from '#shared/problem.ts';
import { choose, press } from '../../testing/keys.ts';
import { grid, listed, expectSaid, showLibrary } from '../../testing/library-view.ts';
import { expectAccessible, expectNoOverflow, expectText } from '../../testing/looks.ts';
import { jobRow, studioOfJobs } from '../../testing/plain-jobs.ts';
import { resultsOf } from '../../testing/plain-library.ts';

const none = page.getByText('No matching results');

it('results can be filtered and sorted, and the address contains filter and order', async () => {
  const results = resultsOf(60).map((one) => ({ ...one, recipe: one.id % 2 ? 'Grey' : 'White' }));
  const stage = await showLibrary(results);
  await expect.element(listed).toHaveTextContent('60 results');
  await expectAccessible();
  expectNoOverflow();
  await press('/', 'look_000');
  await expect.element(listed).toHaveTextContent('9 results');
  // in a text field, these keys type letters
  await press('px');
  await expect.element(none).toBeVisible();
  expect(stage.asked('retouch.mark')).toEqual([]);
  await page.getByRole('button', { name: 'Show all results' }).click();
  await choose(/^Recipe:/, 'Grey');
  await expect.element(listed).toHaveTextContent('30 results');
  await choose(/^Sort by:/, 'Oldest first');
  await expectSaid(0, /LOOK_0059/);
  expect(location.hash).toMatch(/recipe=Grey.*sort=oldest/);
  await choose(/^Date:/, 'Custom range');
  await page.getByLabelText('Last day').fill('2020-01-01');
  const lastDay = () => stage.asked('library.cells').at(-1)?.filter.before;
  await expect.poll(lastDay).toBe(new Date(2020, 0, 2).getTime());
});

it('the search field and the filters next to it are at the same height', async () => {
  await page.viewport(1280, 800);
  await showLibrary(resultsOf(1));
  const place = (role: 'searchbox' | 'combobox') =>
    page.getByRole(role).first().element().getBoundingClientRect();
  const middle = ({ top: at, height }: DOMRect) => at + height / 2;
  expect(Math.abs(middle(place('searchbox')) - middle(place('combobox')))).toBeLessThan(1);
});

it('an address can contain a filter and an order', async () => {
  const stage = await showLibrary(resultsOf(60), {}, '?text=look_000&sort=oldest&pick=unmarked');
  await expect.element(listed).toHaveTextContent('9 results');
  await expectSaid(0, /LOOK_0009/);
  await expect.element(page.getByRole('searchbox')).toHaveValue('look_000');
  expect(stage.asked('library.cells')[0]).toMatchObject({
    filter: { text: 'look_000', pick: 0 },
    sort: 'oldest',
  });
});

it('photos that need attention link to the view where the user can solve the problem', async () => {
  const problem = { code: 'execution-unknown', message: 'It is not known.' } as const;
  const held = jobRow(7, { name: 'LOOK_00060.jpg', state: 'held', problem, recipe: 'Grey' });
  const queue = studioOfJobs({ rows: [held] }, () => stage);
  const stage = await showLibrary(resultsOf(3), {
    ...queue,
    'queue.page': (asked, signal) => {
      const page = { total: 0, counts: {}, needPerson: 0, offset: 0, rows: [] };
      return asked.filter.recipe === 'White'
        ? success(page as never)
        : queue['queue.page']!(asked, signal);
    },
  });
  await page.getByRole('button', { name: /^Needs attention/ }).click();
  await expect.element(grid).not.toBeInTheDocument();
  const waiting = page.getByRole('listbox', { name: 'Photos that need attention' });
  const answer = waiting.getByRole('option', {
    name: /^LOOK_00060\.jpg: .*Resolve it in Queue\.$/,
  });
  await expect.element(answer).toBeVisible();
  // the key X must not reject results that are not shown
  await press('x');
  expect(stage.asked('retouch.mark')).toEqual([]);
  await expectAccessible();
  await choose(/^Recipe:/, 'White');
  await expect.element(page.getByText('No photos need attention')).toBeVisible();
  expect(location.hash).toMatch(/recipe=White&held=yes/);
  await choose(/^Recipe:/, 'All recipes');
  await answer.click();
  await expect.poll(() => location.hash).toMatch(/queue\?states=held&job=7/);
  const details = page.getByRole('complementary', { name: 'Job details' });
  await expectText(details, 'LOOK_00060.jpg');
});
