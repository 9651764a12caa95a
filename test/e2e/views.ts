import type { Locator, Page } from '@playwright/test';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectNoOverflow } from './hot-folders.ts';
import { takePicture } from './window.ts';

/** Chooses an option of a list in the window, or in a part. */
export async function pick(
  window: Page,
  list: string | RegExp,
  option: string | RegExp,
  within: Page | Locator = window,
): Promise<void> {
  await within.getByRole('combobox', { name: list }).click();
  await window.getByRole('option', { name: option }).first().click();
}

/** Opens a view through the rail, whose links come first in the page. */
export const goTo = (window: Page, view: string): Promise<void> =>
  window.getByRole('link', { name: view }).first().click();

/** Changes the language from English to Chinese and opens a view by its Chinese name. */
export async function goToChinese(window: Page, view: string): Promise<void> {
  await goTo(window, 'Settings');
  await pick(window, /^Language:/, '简体中文');
  await goTo(window, view);
}

/** Checks that a window of 1280 × 800 px has room for everything twice as large; takes a picture if named. */
export async function expectViewAtTwice(window: Page, picture?: string): Promise<void> {
  await window.setViewportSize({ width: 640, height: 400 });
  await expectNoOverflow(window);
  if (picture !== undefined) await takePicture(window, picture);
  await window.setViewportSize({ width: 1280, height: 800 });
}

export const messages = (window: Page): Locator => window.getByRole('region', { name: 'Messages' });
export const jobDetails = (window: Page): Locator =>
  window.getByRole('complementary', { name: 'Job details' });

/** Writes settings to a data folder before the first start. */
export const withPreferences = (preferences: object) => (dataFolder: string) =>
  writeFile(join(dataFolder, 'settings.json'), JSON.stringify({ preferences }));
