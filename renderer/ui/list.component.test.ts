import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import ListHost from '../testing/ListHost.svelte';
import { press } from '../testing/keys.ts';
import { show } from '../testing/stage.ts';
import { lines, strip, tiles, type Layout } from './list-layout.ts';

/** A layout with four columns of squares; two lines and part of a third are visible. */
const squares = tiles({ least: 90, gap: 8, heightOf: (width) => width });

interface World {
  readonly layout?: Layout;
  readonly total?: number;
  readonly isTable?: boolean;
  readonly direction?: 'ltr' | 'rtl';
}

/** Shows a list of numbers and returns the events so far, such as `move 3 alone`. */
function showNumbers({ layout = squares, total = 20_000, ...rest }: World = {}): string[] {
  const done: string[] = [];
  const on = {
    move: (index: number, reach: string) => void done.push(`move ${index} ${reach}`),
    press: (index: number, reach: string) => void done.push(`press ${index} ${reach}`),
    open: (index: number) => void done.push(`open ${index}`),
    mark: (index: number) => void done.push(`mark ${index}`),
    all: () => void done.push('all'),
    remove: (index: number) => void done.push(`remove ${index}`),
    above: () => void done.push('above'),
  };
  show(ListHost, { answers: {}, props: { layout, total, on, ...rest } });
  return done;
}

const list = page.getByRole('listbox', { name: 'Numbers' });
const element = () => document.querySelector<HTMLElement>('[role=listbox], [role=grid]');

/** Returns whether a cell is entirely on screen. */
function isOnScreen(index: number): boolean {
  const cell = document.querySelector(`#number-${index}`)?.getBoundingClientRect();
  const room = element()?.getBoundingClientRect();
  if (cell === undefined || room === undefined) return false;
  const isInside = cell.top >= room.top && cell.bottom <= room.bottom;
  return isInside && cell.left >= room.left && cell.right <= room.right;
}

async function focus(): Promise<void> {
  await expect.poll(() => document.querySelector('#number-0')).not.toBeNull();
  element()?.focus();
}

test('keys move the focus, select, open and remove cells', async () => {
  const done = showNumbers();
  await focus();
  await press('{ArrowRight}', '{ArrowDown}', '{Shift>}{ArrowDown}{/Shift}');
  await press('{Control>}{ArrowLeft}{/Control}', ' ', '{Enter}', '{Delete}');
  await press('{Control>}a{/Control}', '{Home}', '{ArrowUp}');
  expect(done).toEqual([
    'move 0 focus',
    'move 1 alone',
    'move 5 alone',
    'move 9 up-to',
    'move 8 focus',
    'mark 8',
    'open 8',
    'remove 8',
    'all',
    'move 0 alone',
    'above',
  ]);
});

test('a click selects, a double click opens', async () => {
  const done = showNumbers();
  await list.getByRole('option').nth(2).click();
  await list
    .getByRole('option')
    .nth(3)
    .click({ modifiers: ['Shift'] });
  await list
    .getByRole('option')
    .nth(4)
    .click({ modifiers: ['Control'] });
  expect(done).toEqual(['press 2 alone', 'press 3 up-to', 'press 4 toggle']);
  await list.getByRole('option').nth(1).dblClick();
  expect(done.slice(3)).toEqual(['press 1 alone', 'press 1 alone', 'open 1']);
});

test('a list of 20,000 cells draws only the cells that fit, and one key moves to the last cell', async () => {
  showNumbers();
  await focus();
  await press('{End}');
  await expect.poll(() => isOnScreen(19_999)).toBe(true);
  expect(document.querySelectorAll('[data-index]').length).toBeLessThan(80);
  await expect.element(list).toHaveAttribute('aria-activedescendant', 'number-19999');
  const last = document.querySelector('#number-19999');
  expect(last?.getAttribute('aria-posinset')).toBe('20000');
  expect(last?.getAttribute('aria-setsize')).toBe('20000');
});

test('the focused cell stays in the document when it is scrolled out of view', async () => {
  showNumbers();
  await focus();
  await press('{ArrowRight}');
  element()?.scrollTo(0, 40_000);
  const shown = () =>
    [...document.querySelectorAll<HTMLElement>('[data-index]')].filter(
      ({ dataset }) => Number(dataset['index']) > 1500,
    );
  await expect.poll(() => shown().length).toBeGreaterThan(8);
  expect(document.querySelector('#number-1')).not.toBeNull();
  expect(isOnScreen(1)).toBe(false);
});

test('a table has a header and numbered rows', async () => {
  showNumbers({ layout: lines(30), total: 50, isTable: true });
  const grid = page.getByRole('grid', { name: 'Numbers' });
  await expect.element(grid).toHaveAttribute('aria-rowcount', '51');
  await focus();
  await press('{End}');
  await expect.poll(() => isOnScreen(49)).toBe(true);
  expect(document.querySelector('#number-49')?.getAttribute('aria-rowindex')).toBe('51');
});

test.each(['ltr', 'rtl'] as const)('a strip scrolls to its focused cell, %s', async (direction) => {
  const done = showNumbers({ layout: strip(72, 78, 8), total: 300, direction });
  await focus();
  await press('{End}');
  await expect.poll(() => isOnScreen(299)).toBe(true);
  await press('{ArrowLeft}', '{ArrowDown}', '{Home}');
  await expect.poll(() => isOnScreen(0)).toBe(true);
  expect(done.slice(1)).toEqual(['move 299 alone', 'move 298 alone', 'move 0 alone']);
});

test('text of double size makes the lines higher, and the focused line stays on screen', async () => {
  document.documentElement.style.fontSize = '200%';
  try {
    showNumbers({ layout: lines(60), total: 1000 });
    await focus();
    await press('{PageDown}', '{PageDown}');
    await expect.element(list).toHaveAttribute('aria-activedescendant', 'number-8');
    await expect.poll(() => isOnScreen(8)).toBe(true);
  } finally {
    document.documentElement.style.fontSize = '';
  }
});
