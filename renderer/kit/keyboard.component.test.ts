import { expect, it } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import type { Component } from 'svelte';
import { press, tabTo } from '../testing/keys.ts';
import { show } from '../testing/stage.ts';
import Chip from './controls/Chip.svelte';
import ColourField from './controls/ColourField.svelte';
import Confirm from './controls/Confirm.svelte';
import Dialog from './controls/Dialog.svelte';
import Disclosure from './controls/Disclosure.svelte';
import ContextMenu from './controls/ContextMenu.svelte';
import Menu from './controls/Menu.svelte';
import Notices from './controls/Notices.svelte';
import NumberField from './controls/NumberField.svelte';
import Popover from './controls/Popover.svelte';
import ProblemNote from './controls/ProblemNote.svelte';
import ResizablePanel from './controls/ResizablePanel.svelte';
import SearchField from './controls/SearchField.svelte';
import Segmented from './controls/Segmented.svelte';
import Select from './controls/Select.svelte';
import Slider from './controls/Slider.svelte';
import Switch from './controls/Switch.svelte';
import Toast from './controls/Toast.svelte';
import Toolbar from './controls/Toolbar.svelte';

/** Shows all states of a control and returns the first state. */
function first(control: Component): Locator {
  show(control, { answers: {} });
  return page.elementLocator(document.querySelector('[data-story]')!);
}

const focused = () => page.elementLocator(document.activeElement!);

it('Space and Enter press a chip', async () => {
  const chip = first(Chip).getByRole('button', { name: /^Waiting/ });
  await tabTo(chip);
  await press(' ');
  await expect.element(chip).toHaveAttribute('aria-pressed', 'false');
  await press('{Enter}');
  await expect.element(chip).toHaveAttribute('aria-pressed', 'true');
});

it('a colour can be typed in the field or chosen with the colour picker next to it', async () => {
  const state = first(ColourField);
  await tabTo(state.getByPlaceholder('#rrggbb'));
  await userEvent.keyboard('{Control>}a{/Control}#123456');
  await userEvent.tab();
  await expect.element(focused()).toHaveAttribute('type', 'color');
  await expect.element(focused()).toHaveValue('#123456');
});

it('a question starts at Cancel and traps the focus, and Escape returns the focus to the previous control', async () => {
  const button = first(Confirm).getByRole('button');
  await tabTo(button);
  await press('{Enter}');
  const question = page.getByRole('alertdialog');
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.tab();
  await expect.element(question.getByRole('button', { name: 'Stop watching' })).toHaveFocus();
  await userEvent.tab();
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await press('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

it('Enter submits a dialog, and the focus returns to the previous control', async () => {
  const state = first(Dialog);
  const button = state.getByRole('button');
  await tabTo(button);
  await press('{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Save as recipe' });
  const field = dialog.getByRole('textbox');
  await expect.element(field).toHaveFocus();
  await press('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
  await press('{Enter}');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('Marble{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(state.getByRole('status')).toHaveTextContent('Marble');
});

it('the buttons of a dialog stay visible while its content scrolls', async () => {
  show(Dialog, { answers: {} });
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  const dialog = page.getByRole('dialog');
  const cancel = dialog.getByRole('button', { name: 'Cancel' });
  await expect.element(cancel).toBeInViewport({ ratio: 1 });
  const content = dialog.element().querySelector('.sheet-content')!;
  expect(content.scrollHeight).toBeGreaterThan(content.clientHeight);
});

it('a popover opens next to its button, and Escape closes it', async () => {
  const button = first(Popover).getByRole('button', { name: 'Details' });
  await tabTo(button);
  await press('{Enter}');
  const popover = page.getByRole('dialog', { name: 'Details' });
  await expect.element(popover.getByRole('button', { name: 'Close' })).toHaveFocus();
  await press('{Escape}');
  await expect.element(popover).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

it('a menu opens, the arrow keys move between its entries, and it closes', async () => {
  const state = first(Menu);
  const button = state.getByRole('button');
  await tabTo(button);
  await press('{ArrowDown}');
  await expect.element(page.getByRole('menuitem', { name: 'Edit recipe' })).toHaveFocus();
  await press('{End}');
  await expect.element(page.getByRole('menuitem', { name: 'Stop watching…' })).toHaveFocus();
  await press('{ArrowDown}');
  await expect.element(page.getByRole('menuitem', { name: 'Edit recipe' })).toHaveFocus();
  await press('{Escape}');
  await expect.element(button).toHaveFocus();
  await press('{Enter}', 's', '{Enter}');
  await expect.element(state.getByRole('status')).toHaveTextContent('remove');
  await expect.element(button).toHaveFocus();
});

it('a context menu opens by key and by right click, and returns the focus when it closes', async () => {
  const state = first(ContextMenu);
  const button = state.getByRole('button');
  await tabTo(button);
  await press('{Shift>}{F10}{/Shift}');
  await expect.element(page.getByRole('menu', { name: 'More' })).toBeInTheDocument();

  await expect.element(page.getByRole('menuitem', { name: 'Edit recipe' })).toHaveFocus();
  await press('{ArrowDown}');
  await expect.element(page.getByRole('menuitem', { name: 'Stop watching…' })).toHaveFocus();
  await press('{Escape}');
  await expect.element(button).toHaveFocus();
  await button.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Stop watching…' }).click();
  await expect.element(state.getByRole('status')).toHaveTextContent('remove');
  await expect.element(button).toHaveFocus();
  // a shortcut runs its entry without opening the menu
  await press('e');
  await expect.element(state.getByRole('status')).toHaveTextContent('edit');
  // an element without entries opens no menu
  await state.getByRole('paragraph').click({ button: 'right' });
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
});

it('the button of a message closes the message', async () => {
  const close = first(Notices).getByRole('button', { name: 'Close' });
  await tabTo(close);
  await press('{Enter}');
  await expect.element(close).not.toBeInTheDocument();
});

it('a disclosure opens with Enter and closes with Space', async () => {
  const state = first(Disclosure);
  const content = page.elementLocator(state.element().querySelector('details')!);
  await tabTo(state.getByText('Timing'));
  await press('{Enter}');
  await expect.element(content).toHaveAttribute('open');
  await press(' ');
  await expect.element(content).not.toHaveAttribute('open');
});

it('Enter opens the details of a problem', async () => {
  const summary = first(ProblemNote).getByText('Details');
  await tabTo(summary);
  await press('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Copy' })).toBeVisible();
});

it('a search starts with Enter, and Escape clears its field', async () => {
  const state = first(SearchField);
  await tabTo(state.getByRole('searchbox'));
  await userEvent.keyboard('marble{Enter}');
  await expect.element(state.getByRole('status')).toHaveTextContent('marble');
  await press('{Escape}');
  await expect.element(state.getByRole('searchbox')).toHaveValue('');
});

it('a search that starts while the user pauses after a space keeps the space', async () => {
  const state = first(SearchField);
  await tabTo(state.getByRole('searchbox'));
  await userEvent.keyboard('marble ');
  await expect.element(state.getByRole('status')).toHaveTextContent('marble');
  await userEvent.keyboard('grey{Enter}');
  await expect.element(state.getByRole('status')).toHaveTextContent('marble grey');
});

it('the arrow keys choose a segment, and Tab leaves the control', async () => {
  const state = first(Segmented);
  await tabTo(state.getByRole('radio', { name: 'Full size' }));
  await press('{ArrowRight}');
  const second = state.getByRole('radio', { name: 'Resize' });
  await expect.element(second).toHaveFocus();
  await expect.element(second).toBeChecked();
  await press('{ArrowRight}');
  await expect.element(state.getByRole('radio', { name: 'Full size' })).toBeChecked();
  await userEvent.tab();
  expect(state.element().contains(document.activeElement)).toBe(false);
});

it('the arrow keys open a list, and Escape closes it without a change', async () => {
  const list = first(Select).getByRole('combobox');
  await tabTo(list);
  await press('{ArrowDown}', '{ArrowDown}', '{Enter}');
  await expect.element(list).toMatchTextContent(/^\s*Flatten/);
  await expect.element(list).toHaveFocus();
  await press('{Enter}', '{ArrowDown}', '{Escape}');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  await expect.element(list).toMatchTextContent(/^\s*Flatten/);
  await expect.element(list).toHaveFocus();
});

it('keys move a slider, and its field accepts a typed number', async () => {
  const state = first(Slider);
  const slider = state.getByRole('slider');
  await tabTo(state.getByRole('textbox'));
  await userEvent.keyboard('{Control>}a{/Control}100{Enter}');
  await tabTo(slider);
  await press('{ArrowRight}', '{ArrowUp}', '{ArrowLeft}');
  await expect.element(slider).toHaveAttribute('aria-valuetext', '101 px');
  await press('{Home}');
  await expect.element(slider).toHaveAttribute('aria-valuetext', '1 px');
  await press('{End}');
  await expect.element(slider).toHaveAttribute('aria-valuetext', '200 px');
});

it('Space turns a switch on and off', async () => {
  const knob = first(Switch).getByRole('switch');
  await tabTo(knob);
  await press(' ');
  await expect.element(knob).toBeChecked();
  await press(' ');
  await expect.element(knob).not.toBeChecked();
});

it('the arrow keys change a number within its limits, and do nothing if the text is not a number', async () => {
  const state = first(NumberField);
  const field = state.getByRole('textbox');
  await tabTo(field);
  await press('{ArrowUp}', '{Shift>}{ArrowDown}{/Shift}');
  await expect.element(field).toHaveValue('191');
  await userEvent.keyboard('{Control>}a{/Control}5');
  await press('{Shift>}{ArrowDown}{/Shift}');
  await expect.element(field).toHaveValue('0');
  await userEvent.keyboard('{Control>}a{/Control}many{ArrowUp}');
  await expect.element(field).toHaveValue('many');
});

it('the slider of a number and its field always show the same value', async () => {
  show(NumberField, { answers: {} });
  const slider = page.getByRole('slider');
  const field = page.getByRole('textbox', { name: slider.element().ariaLabel ?? '' });
  await tabTo(slider);
  await press('{End}');
  await expect.element(field).toHaveValue('8');
  await tabTo(field);
  await press('{ArrowUp}', '{ArrowDown}');
  await expect.element(slider).toHaveValue('7');
});

it('the button of a message undoes the action', async () => {
  const state = first(Toast);
  await tabTo(state.getByRole('button', { name: 'Undo' }));
  await press('{Enter}');
  await expect.element(state.getByRole('status')).toHaveTextContent('undone closed');
});

it('a toolbar is one Tab stop, and the arrow keys move between its buttons', async () => {
  const bar = first(Toolbar).getByRole('toolbar');
  const named = (name: string | RegExp) => bar.getByRole('button', { name });
  await tabTo(named(/^Undo/));
  await press('{ArrowRight}');
  await expect.element(named('Close')).toHaveFocus();
  await press('{End}');
  await expect.element(named('Use mask')).toHaveFocus();
  await press('{ArrowRight}');
  await expect.element(named(/^Undo/)).toHaveFocus();
  await press('{ArrowLeft}', '{ArrowLeft}');
  await expect.element(named('Close')).toHaveFocus();
  // the Tab key returns to the last focused button
  await userEvent.tab({ shift: true });
  await expect.element(bar.getByRole('radio', { name: 'Keep', exact: true })).toHaveFocus();
  await userEvent.tab();
  await expect.element(named('Close')).toHaveFocus();
  // after that button is removed, the Tab key goes to the first button
  await press('{Enter}');
  await expect.element(named('Close')).not.toBeInTheDocument();
  await tabTo(named(/^Undo/));
});

it('the edge of a panel moves with the arrow keys and by dragging, and a double click resets it', async () => {
  const edge = first(ResizablePanel).getByRole('separator');
  const widthIs = async (px: string) => {
    await expect.element(edge).toHaveAttribute('aria-valuenow', px);
  };
  await tabTo(edge);
  await widthIs('120');
  await press('{ArrowLeft}', '{ArrowLeft}', '{ArrowRight}');
  await widthIs('128');
  await press('{Shift>}{ArrowRight}{/Shift}');
  await widthIs('80');
  await press('{End}');
  await widthIs('200');
  await edge.dblClick();
  await widthIs('120');
  await userEvent.dragAndDrop(edge, page.getByText(/^Photos added/).first(), {
    targetPosition: { x: 5, y: 5 },
  });
  await widthIs('200');
});
