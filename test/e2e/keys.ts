import type { Locator, Page } from '@playwright/test';
import { expect } from './window.ts';

/** Maximum number of Tab presses from one control to another control of the same view or dialog. */
const FAR = 70;

/**
 * Returns how the focus is shown: `lost` if no element has it, `hidden` if nothing on screen shows which element has
 * it, otherwise `visible`.
 */
function stateOf(window: Page): Promise<string> {
  return window.evaluate(`(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) return 'lost';
    const name = focused.outerHTML.slice(0, 160);
    const active = document.getElementById(focused.getAttribute('aria-activedescendant') ?? '');
    const { left, top, right, bottom } = (active ?? focused).getBoundingClientRect();
    const isOnScreen = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    const hasOutline = (element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
    };
    // a text field shows its cursor, and menus and dialogs show their own highlight
    const isShown =
      focused.matches('input:not([type=range]), textarea, [data-highlighted]') ||
      [active, focused, focused.parentElement].some((one) => one !== null && hasOutline(one));
    return isOnScreen && isShown ? 'visible' : 'hidden: ' + name;
  })()`);
}

/** Fails unless an element has the focus and shows it. */
async function focusOf(window: Page): Promise<void> {
  await expect.poll(() => stateOf(window)).toBe('visible');
}

/** Presses keys, one after the other, and checks the focus after each. */
export async function press(window: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await window.keyboard.press(key);
    await focusOf(window);
  }
}

/** Waits until a control has the focus, and checks that the control shows it. */
export async function expectFocus(control: Locator): Promise<void> {
  await expect(control).toBeFocused();
  await focusOf(control.page());
}

/** Presses Tab or Shift Tab until a control has the focus. */
export async function tabTo(control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(control).toBeVisible();
  const isThere = () =>
    control.evaluate((element) => element === element.ownerDocument.activeElement);
  for (let presses = 0; !(await isThere()); presses += 1) {
    expect(presses, `${key} reaches ${String(control)}`).toBeLessThan(FAR);
    await press(control.page(), key);
  }
}

/** Moves the focus to a text field with Tab, and replaces its text. */
export async function typeInto(
  field: Locator,
  text: string,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await tabTo(field, key);
  await press(field.page(), 'ControlOrMeta+a');
  await field.page().keyboard.type(text);
}

/** Moves the focus to a list with Tab, and chooses the option that starts with this text. */
export async function choose(list: Locator, option: string): Promise<void> {
  await tabTo(list);
  const { keyboard } = list.page();
  await press(list.page(), 'Enter');
  await expect(list).toHaveAttribute('aria-expanded', 'true');
  await keyboard.type(option);
  await press(list.page(), 'Enter');
}
