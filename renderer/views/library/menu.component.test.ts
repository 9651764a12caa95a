import { expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { failure } from '#shared/page-failure.ts';
import { success } from '#shared/problem.ts';
import { press } from '../../testing/keys.ts';
import {
  bar,
  cell,
  expectSaid,
  expectStoodOn,
  grid,
  showLibrary,
} from '../../testing/library-view.ts';
import { expectAccessible, expectText } from '../../testing/looks.ts';
import { expectShortcuts } from '../../testing/menus.ts';
import { resultsOf } from '../../testing/plain-library.ts';

const menu = page.getByRole('menu', { name: 'Actions for selected results' });
const item = (name: string) => menu.getByRole('menuitem', { name });

it('the context menu of a result has the actions of the bar, with their keys', async () => {
  await page.viewport(1280, 800);
  await showLibrary(resultsOf(60));
  await userEvent.click(cell(2), { button: 'right' });
  await expectStoodOn(2);
  await expectText(item('Pick'), 'P');
  await expectText(item('Export…'), 'Ctrl Shift E');
  await expectShortcuts(menu, 'library');
  await expect.element(item('Copy path')).toBeVisible();
  await expectAccessible();
  await item('Reject').click();
  await expectSaid(2, /rejected/);
  await expect.element(grid).toHaveFocus();
});

it('the context menu opens by key at the focused result, and keeps a selection that contains this result', async () => {
  await page.viewport(1280, 800);
  await showLibrary(resultsOf(60));
  await press('{ArrowRight}{Shift>}{ArrowRight}{/Shift}');
  await expectText(bar, '2 results selected');
  await press('{Shift>}{F10}{/Shift}');
  await expect.element(menu).toBeVisible();
  const { left, bottom } = cell(2).getBoundingClientRect();
  const at = menu.element().getBoundingClientRect();
  expect(Math.abs(at.left - left)).toBeLessThan(20);
  expect(at.top).toBeGreaterThan(bottom - at.height - 20);
  await press('{Escape}');
  await expect.element(menu).not.toBeInTheDocument();
  await expectText(bar, '2 results selected');
  await press('{ContextMenu}');
  await item('Pick').click();
  await expectSaid(1, /picked/);
  await expectSaid(2, /picked/);
  // no menu opens in the empty space between results
  const blank = new MouseEvent('contextmenu', { button: 2, bubbles: true, cancelable: true });
  grid.element().dispatchEvent(blank);
  await expect.element(menu).not.toBeInTheDocument();
});

it('the shortcuts of the context menu work on the focused result while the menu is closed', async () => {
  await page.viewport(1280, 800);
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  onTestFinished(() => void vi.restoreAllMocks());
  const stage = await showLibrary(resultsOf(60), {
    'library.path': ({ id }) => success(`/results/${id}.png`),
    'host.reveal': () => success(null),
    'export.example': () => failure({ code: 'result-gone', message: 'It is gone.' }),
  });
  await press('{ArrowRight}', 'r');
  await expect.poll(() => stage.asked('host.reveal')).toEqual([{ resultId: 2 }]);
  await press('{Control>}{Shift>}c{/Shift}{/Control}');
  await expect.poll(() => copied.mock.lastCall).toEqual(['/results/2.png']);
  // a command needs exactly its own keys
  await press('{Shift>}r{/Shift}', '{Control>}e{/Control}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await press('{Control>}{Shift>}e{/Shift}{/Control}');
  await expect.element(page.getByRole('dialog', { name: 'Export results' })).toBeVisible();
  await press('{Escape}');
  // in the search field, keys are text
  await press('/', 'r');
  await expect.element(page.getByRole('searchbox')).toHaveValue('r');
  expect(stage.asked('host.reveal')).toHaveLength(1);
});
