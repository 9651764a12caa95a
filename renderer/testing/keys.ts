import { expect } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

/** Chooses an option from a list. Looks for the list in an element, or else in the page. */
export async function choose(
  list: string | RegExp,
  option: string | RegExp,
  within: Locator = page.elementLocator(document.body),
): Promise<void> {
  await within.getByRole('combobox', { name: list }).click();
  await page.getByRole('option', { name: option }).click();
}

/** Presses keys one after the other, such as `{ArrowDown}` or `p`. */
export async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await userEvent.keyboard(key);
}

/** Moves the focus to an element with the Tab key only. */
export async function tabTo(target: Locator): Promise<void> {
  await expect.element(target).toBeVisible();
  for (let presses = 0; document.activeElement !== target.element(); presses += 1) {
    expect(presses).toBeLessThan(60);
    await userEvent.tab();
  }
}
