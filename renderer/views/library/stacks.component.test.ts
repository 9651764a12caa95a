import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { press } from '../../testing/keys.ts';
import {
  bar,
  cell,
  cells,
  grid,
  listed,
  expectSaid,
  showLibrary,
  expectStoodOn,
} from '../../testing/library-view.ts';
import { expectAccessible, expectNoOverflow } from '../../testing/looks.ts';
import { result } from '../../testing/plain-library.ts';

/**
 * Results of three photos: two runs of the first photo, with the newest result on top, and one run of each of
 * the others.
 */
const results = [1, 1, 1, 1, 2, 2, 3, 3].map((photoId, at) => result(at + 1, { photoId }));
const stack = bar.getByRole('button', { name: /^Stack of/ });
const badge = (index: number) => {
  const element = cell(index).querySelector('[data-stack]');
  return element === null ? null : page.elementLocator(element);
};
async function expectCells(count: number): Promise<void> {
  await expect.poll(cells).toHaveLength(count);
}

it('B11 results of one photo form a stack that can be expanded, rated and collapsed', async () => {
  const stage = await showLibrary(results);
  await expectCells(3);
  expect(cell(0).querySelector('[data-stack]')?.getAttribute('data-stack')).toBe('4');
  await expectSaid(0, /LOOK_0001_1\.png.*stack of 4, collapsed/);
  await expect
    .element(listed)
    .toHaveTextContent('8 results of 3 photos · Only the top of the stack is selected');
  await expect.element(stack).toHaveAttribute('aria-expanded', 'false');

  await press('s');
  await expectCells(6);
  await expect.element(stack).toHaveAttribute('aria-expanded', 'true');
  await expect.element(listed).toHaveTextContent('8 results of 3 photos');
  await expectSaid(3, /4 of 4 in its stack/);
  expect(cell(3).getAttribute('aria-setsize')).toBe('6');
  await expectStoodOn(0);

  // rating a result in the expanded stack moves the focus to the next result; the picked result becomes the top of
  // the stack
  await press('4');
  await expectStoodOn(1);
  await press('{ArrowRight}', 'p');
  await expectStoodOn(3);
  await expectSaid(2, /picked/);
  await press('s');
  await expectCells(3);
  await expectStoodOn(0);
  await expectSaid(0, /LOOK_0001_3\.png.*picked, stack of 4, collapsed/);
  expect(stage.asked('retouch.mark')).toEqual([
    { resultIds: [1], stars: 4 },
    { resultIds: [3], pick: 1 },
  ]);
  await expectAccessible();
  expectNoOverflow();
});

it('B11 hidden results of collapsed stacks are not selected, and stacks omit results outside the filter', async () => {
  await showLibrary(results.map((one) => (one.id === 2 ? { ...one, stars: 4 } : one)));
  await press('{Shift>}{ArrowRight}{/Shift}');
  const tops = '2 results selected, top of each stack only';
  await expect.element(listed).toHaveTextContent(tops);
  const stars = page.getByRole('group', { name: 'Filter by rating' });
  await stars.getByRole('button', { name: 'At least 1 star' }).click();
  await expect.element(listed).toHaveTextContent('1 result');
  expect(badge(0)).toBeNull();
  (grid.element() as HTMLElement).focus();
  await press('s');
  await expect.element(page.getByText('This photo has only one result here.')).toBeVisible();
});

it('B11 a click on the badge of a stack expands this stack, and a button expands all stacks', async () => {
  await showLibrary(results);
  await expectCells(3);
  await badge(2)?.click();
  await expectCells(4);
  await expectStoodOn(2);
  await badge(3)?.click();
  await expectCells(3);
  await expectStoodOn(2);
  await press('{Shift>}S{/Shift}');
  await expectCells(8);
  await expectSaid(7, /2 of 2 in its stack/);
  await page.getByRole('button', { name: 'Collapse all stacks' }).click();
  await expect.poll(cells).toHaveLength(3);
});

it('B11 an expanded stack that continues in the next line has one frame', async () => {
  const more = Array.from({ length: 9 }, (_, at) => result(at + 9, { photoId: 4 }));
  await showLibrary([...results, ...more]);
  await press('{Shift>}S{/Shift}');
  await expectCells(17);
  await press('{End}', 's', 's');
  const frames = () => [...document.querySelectorAll('.frameOfStack')];
  await expect.poll(frames).toHaveLength(17);
  const boxes = frames().map((frame) => frame.getBoundingClientRect());
  const lines = new Set(boxes.map(({ top }) => top));
  expect(lines.size).toBeGreaterThan(1);
  const [first, second] = boxes;
  expect(first?.right).toBeCloseTo(second?.left ?? 0, 0);
  expectNoOverflow();
});
