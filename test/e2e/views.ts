import type { Locator, Page } from '@playwright/test';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectNoOverflow } from './hot-folders.ts';
import { takePicture } from './window.ts';

/** Chooses an option of a list, in the window or in a part of it. */
export async function pick(
  window: Page,
  list: string | RegExp,
  option: string | RegExp,
  within: Page | Locator = window,
): Promise<void> {
  await within.getByRole('combobox', { name: list }).click();
  await window.getByRole('option', { name: option }).first().click();
}

/** Counts all clicks in the window from now on, with any button, including clicks on lists and menus. */
export async function countClicks(window: Page): Promise<() => number> {
  let clicks = 0;
  await window.exposeFunction('noteClick', () => (clicks += 1));
  await window.evaluate(`addEventListener('pointerdown', () => noteClick(), { capture: true })`);
  return () => clicks;
}

/** Opens a view with its link in the rail, which comes before all other links on the page. */
export const goTo = (window: Page, view: string): Promise<void> =>
  window.getByRole('link', { name: view }).first().click();

/** Changes the language from English to Chinese, and opens a view by its Chinese name. */
export async function goToChinese(window: Page, view: string): Promise<void> {
  await goTo(window, 'Settings');
  await pick(window, /^Language:/, '简体中文');
  await goTo(window, view);
}

/** Checks that everything fits in a window of 1280 × 800 px at 200 % zoom; saves a picture if a name is given. */
export async function expectViewAtTwice(window: Page, picture?: string): Promise<void> {
  await window.setViewportSize({ width: 640, height: 400 });
  await expectNoOverflow(window);
  if (picture !== undefined) await takePicture(window, picture);
  await window.setViewportSize({ width: 1280, height: 800 });
}

export const messages = (window: Page): Locator => window.getByRole('region', { name: 'Messages' });
export const jobDetails = (window: Page): Locator =>
  window.getByRole('complementary', { name: 'Job details' });

/** Returns a function that writes settings to a data folder, for use before the first start. */
export const withPreferences = (preferences: object) => (dataFolder: string) =>
  writeFile(join(dataFolder, 'settings.json'), JSON.stringify({ preferences }));
