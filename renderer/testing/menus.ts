import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';
import type { View } from '../data/place.svelte.ts';
import { keysText } from '../ui/keys-text.ts';
import { shortcuts } from '../views/shortcuts.ts';

/**
 * Checks that every entry of an open context menu shows a shortcut, that no two entries show the same, and that the list
 * of shortcuts of the view contains them.
 */
export async function expectShortcuts(menu: Locator, view: View): Promise<void> {
  await expect.element(menu).toBeVisible();
  const entries = menu.getByRole('menuitem').elements();
  const shown = entries.map((entry) => entry.querySelector('kbd')?.textContent ?? '');
  expect(shown).toEqual([...new Set(shown)]);
  const listed: readonly string[] = shortcuts[view].map(([keys]) => keysText(keys));
  expect(shown.filter((keys) => !listed.includes(keys))).toEqual([]);
}
