import { mkdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { violationsIn } from './axe.ts';

/** Names of photos from a shoot; none of them is among the demo photos. */
export const photos = ['IMG_1.jpg', 'IMG_2.jpg', 'IMG_3.jpg'] as const;

/**
 * Returns the folder for the photos that one app window uses. The folder is next to the data
 * folder, because folders inside the data folder cannot be watched.
 */
export function photosBeside(dataFolder: string): string {
  return `${dataFolder}-photos`;
}

/** Creates a folder with these photos, dated one minute ago. */
export async function shootIn(
  dataFolder: string,
  name: string,
  names: readonly string[] = photos,
): Promise<string> {
  const folder = join(photosBeside(dataFolder), name);
  await mkdir(folder, { recursive: true });
  const before = new Date(Date.now() - 60_000);
  for (const photo of names) {
    await drop(folder, photo);
    await utimes(join(folder, photo), before, before);
  }
  return folder;
}

/** Adds another photo to a folder. The photo has one colour, which depends on the number in its name. */
export async function drop(folder: string, name: string): Promise<void> {
  const number = Number(/\d+/.exec(name)?.[0] ?? 0);
  const background = { r: (number * 67) % 256, g: (number * 29) % 256, b: 120 };
  await sharp({ create: { width: 720, height: 600, channels: 3, background } })
    .jpeg()
    .toFile(join(folder, name));
}

/** Returns the card of the hot folder whose path ends with this name. */
export function cardOf(window: Page, folderName: string): Locator {
  return window.getByRole('article').filter({ hasText: folderName });
}

/** Returns the form for a new hot folder; opens the form if necessary. */
export async function newForm(window: Page): Promise<Locator> {
  await window.getByRole('button', { name: 'New hot folder' }).click();
  const form = window.getByRole('form', { name: 'New hot folder' });
  await expect(form).toBeVisible();
  return form;
}

interface TypedFolder {
  readonly path: string;
  readonly recipe?: string;
  readonly outFolder: string;
}

/** Fills in the three fields of the form. */
export async function fill(
  form: Locator,
  { path, recipe = 'White background', outFolder }: TypedFolder,
): Promise<void> {
  await form.getByLabel('Folder to watch', { exact: true }).getByRole('textbox').fill(path);
  await form.getByRole('combobox', { name: /^Recipe:/ }).click();
  await form.page().getByRole('option', { name: recipe }).click();
  await form.getByLabel('Output folder', { exact: true }).getByRole('textbox').fill(outFolder);
}

/** Fails if the page has accessibility problems. */
export async function expectAccessible(window: Page): Promise<void> {
  const violations = await violationsIn(window);
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, elements }) => [id, elements])).toEqual([]);
}

/** Fails if a container is wider than the window or than the element that contains it. */
export async function expectNoOverflow(window: Page): Promise<void> {
  const width = window.viewportSize()?.width ?? 0;
  const wide = await window
    .locator('main article, main form, main section, main aside')
    .evaluateAll(
      (elements, width) =>
        elements
          .filter(
            (element) =>
              element.getBoundingClientRect().right > width + 1 ||
              element.scrollWidth > element.clientWidth + 1,
          )
          .map((element) => element.outerHTML.slice(0, 100)),
      width,
    );
  expect(wide).toEqual([]);
}

/** Presses Tab until the control has focus. */
export async function tabTo(control: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await control.evaluate((element) => element === element.ownerDocument.activeElement))
      return;
    await control.page().keyboard.press('Tab');
  }
  throw new Error('The control cannot be reached with the keyboard.');
}
