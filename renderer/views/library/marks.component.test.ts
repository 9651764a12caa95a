import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { press } from '../../testing/keys.ts';
import {
  bar,
  cell,
  grid,
  listed,
  looks,
  loupe,
  expectSaid,
  showLibrary,
  expectStoodOn,
  survey,
} from '../../testing/library-view.ts';
import { expectAccessible, expectText } from '../../testing/looks.ts';
import { result, resultsOf } from '../../testing/plain-library.ts';

const chip = (name: string) =>
  page
    .getByRole('group', { name: 'Filter by pick status' })
    .getByRole('button', { name: new RegExp(`^${name}`) });

it('a pick or rating moves the focus to the next result, and can be undone', async () => {
  await showLibrary(resultsOf(60));
  await press('p', 'x', '4');
  await expectStoodOn(3);
  await expectSaid(0, /picked/);
  await expectSaid(1, /rejected/);
  await expectSaid(2, /4 stars/);
  await expectText(chip('Picked'), '1');
  await press('{Control>}z{/Control}');
  await expectStoodOn(2);
  await expectSaid(2, /\.jpg$/);
  await press('5');
  await expectSaid(2, /5 stars/);
});

it('picked and rejected results leave the list of undecided results, and no result is skipped', async () => {
  await showLibrary(resultsOf(60), {}, '?pick=unmarked');
  await expect.element(listed).toHaveTextContent('60 results');
  await press('p');
  await expect.element(listed).toHaveTextContent('59 results');
  await press('p');
  await expect.element(listed).toHaveTextContent('58 results');
  await expectSaid(0, /LOOK_0003/);
  await expectStoodOn(0);
  await chip('Picked').click();
  await expect.element(listed).toHaveTextContent('2 results');
});

it('several selected results are rated together, and the focus stays', async () => {
  const stage = await showLibrary(resultsOf(60));
  await page.elementLocator(cell(8)).click();
  await page.elementLocator(cell(10)).click({ modifiers: ['Shift'] });
  await expect.element(listed).toHaveTextContent('3 results selected');
  await press('2');
  await expectSaid(9, /2 stars/);
  await expectStoodOn(10);
  expect(stage.asked('retouch.mark')).toEqual([{ resultIds: [9, 10, 11], stars: 2 }]);
});

it('results that leave the list after a change are no longer selected, so the next key does not change them', async () => {
  const stage = await showLibrary(resultsOf(60), {}, '?pick=unmarked');
  await page.elementLocator(cell(8)).click();
  await page.elementLocator(cell(10)).click({ modifiers: ['Shift'] });
  await expect.element(listed).toHaveTextContent('3 results selected');
  await press('x');
  await expect.element(listed).toHaveTextContent('57 results');
  await press('5');
  const asked = () => stage.asked('retouch.mark').map(({ resultIds }) => resultIds);
  await expect.poll(asked).toHaveLength(2);
  expect(asked()[0]).toEqual([9, 10, 11]);
  expect(asked()[1]).toHaveLength(1);
  expect([9, 10, 11]).not.toContain(asked()[1]?.[0]);
});

it('B11 P followed by 5 picks and rates the same result, and the focus moves only once', async () => {
  const stage = await showLibrary(resultsOf(12));
  await press('p', '5');
  await expectSaid(0, /picked, 5 stars/);
  await expectStoodOn(1);
  await expectSaid(1, /\.jpg$/);
  // after the user has moved to another result, a rating applies to that result
  await press('p', '{ArrowRight}', '3');
  await expectSaid(3, /3 stars/);
  expect(stage.asked('retouch.mark')).toEqual([
    { resultIds: [1], pick: 1 },
    { resultIds: [1], stars: 5 },
    { resultIds: [2], pick: 1 },
    { resultIds: [4], stars: 3 },
  ]);
});

it('B11 X rejects results in the grid, in the loupe and in the survey', async () => {
  await showLibrary(resultsOf(12));
  await press('x');
  await expectSaid(0, /rejected/);
  await press('{Enter}');
  await expect.element(loupe).toBeVisible();
  await press('x', '{Escape}');
  await expectSaid(1, /rejected/);
  await press('{Shift>}{ArrowRight}{/Shift}', 'n');
  await expect.poll(() => looks.elements()).toHaveLength(2);
  await press('x');
  await expect.element(looks.first()).toHaveAccessibleName(/rejected/);
  await press('{Delete}');
  await expect.poll(() => looks.elements()).toHaveLength(1);
});

it('B11 a small cell has space for its name next to the PSD badge, pick and stars', async () => {
  const psd = { id: 99, state: 'there' } as const;
  await showLibrary([result(1, { psd, pick: 1, stars: 5 }), ...resultsOf(12).slice(1)]);
  await page.getByRole('radio', { name: 'Small' }).click();
  await expect.poll(() => cell(0).getBoundingClientRect().width).toBeLessThan(200);
  const boxOf = (selector: string) => {
    const element = cell(0).querySelector(selector);
    if (element === null) throw new Error(`${selector} is not shown`);
    return element.getBoundingClientRect();
  };
  const [whole, name] = [cell(0).getBoundingClientRect(), boxOf('.line')];
  const [marks, badge] = [boxOf('.marks'), boxOf('.psd')];
  expect(cell(0).textContent).toContain('★★★★★');
  expect(name.width).toBeGreaterThan(whole.width - 24);
  expect(marks.right).toBeLessThan(badge.left);
  expect(badge.right).toBeLessThanOrEqual(whole.right);
  expect(badge.bottom).toBeLessThanOrEqual(name.top + 1);
});

it('the loupe shows a result with its photo, steps through results, and leaves the focus on the last one', async () => {
  await showLibrary(resultsOf(60));
  await press('{ArrowRight}', '{Enter}');
  await expectText(loupe, '2 of 60');
  const shown = loupe.getByRole('img', { name: 'Result', exact: true });
  await expect.element(shown.first()).toBeInTheDocument();
  await press('p');
  await expectText(loupe, '3 of 60');
  await press('{ArrowRight}', '{ArrowRight}', '{ArrowLeft}');
  await expectText(loupe, '4 of 60');
  await loupe.getByRole('radio', { name: 'Side by side' }).click();
  await press('{ArrowRight}');
  await expectText(loupe, '5 of 60');
  await expectAccessible();
  await press('{Escape}');
  await expect.element(loupe).not.toBeInTheDocument();
  await expect.element(grid).toHaveFocus();
  await expectStoodOn(4);
  await expectSaid(1, /picked/);
  await page.elementLocator(cell(6)).dblClick();
  await expectText(loupe, '7 of 60');
});

it('several results can be compared side by side until only the best is left', async () => {
  await showLibrary(resultsOf(12));
  await press('n');
  await expect.element(page.getByText(/Select 2 to 8 results/)).toBeVisible();
  await press('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
  await expect.element(listed).toHaveTextContent('3 results selected');
  await bar.getByRole('button', { name: 'Survey' }).click();
  await expect.poll(() => looks.elements()).toHaveLength(3);
  await expect.element(looks.first()).toHaveFocus();
  await expectAccessible();
  await press('{ArrowRight}', '{Delete}');
  await expect.poll(() => looks.elements()).toHaveLength(2);
  await expect.element(looks.nth(1)).toHaveFocus();
  await press('p');
  await expect.element(looks.nth(1)).toHaveAccessibleName(/picked/);
  await press('{Enter}');
  await expectText(loupe, '2 of 2');
  await press('{Escape}');
  await expect.element(loupe).not.toBeInTheDocument();
  await expect.element(survey).toBeVisible();
  await press('{Escape}');
  await expect.element(survey).not.toBeInTheDocument();
  await expectSaid(2, /picked/);
  await expect.element(listed).toHaveTextContent('3 results selected');
});
