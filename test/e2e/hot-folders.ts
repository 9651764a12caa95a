import { mkdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { violationsIn } from './axe.ts';

/** Photos of a shoot; none of them is one of the demo's own. */
export const photos = ['IMG_1.jpg', 'IMG_2.jpg', 'IMG_3.jpg'] as const;

/** Where the photos of a window lie: beside its data folder, because inside no folder can be watched. */
export function photosBeside(dataFolder: string): string {
  return `${dataFolder}-photos`;
}

/** A folder of a shoot with these photos in it, for a minute already. */
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

/** Puts one more photo into a folder: a plain one, in a colour that its number gives. */
export async function drop(folder: string, name: string): Promise<void> {
  const number = Number(/\d+/.exec(name)?.[0] ?? 0);
  const background = { r: (number * 67) % 256, g: (number * 29) % 256, b: 120 };
  await sharp({ create: { width: 720, height: 600, channels: 3, background } })
    .jpeg()
    .toFile(join(folder, name));
}

/** The card of the drop folder whose path ends so. */
export function cardOf(window: Page, folderName: string): Locator {
  return window.getByRole('article').filter({ hasText: folderName });
}

/** The form of a new drop folder, opened where it is not. */
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

/** Types the three choices. */
export async function fill(
  form: Locator,
  { path, recipe = 'White background', outFolder }: TypedFolder,
): Promise<void> {
  await form.getByLabel('Folder to watch', { exact: true }).getByRole('textbox').fill(path);
  await form.getByRole('combobox', { name: /^Recipe:/ }).click();
  await form.page().getByRole('option', { name: recipe }).click();
  await form.getByLabel('Output folder', { exact: true }).getByRole('textbox').fill(outFolder);
}

/** Fails for whatever keeps somebody from using what is shown. */
export async function expectAccessible(window: Page): Promise<void> {
  const violations = await violationsIn(window);
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, elements }) => [id, elements])).toEqual([]);
}

/** Nothing that holds something is wider than the window, or than what it is in. */
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

/** Goes on with the Tab key until the control has the focus. */
export async function tabTo(control: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await control.evaluate((element) => element === element.ownerDocument.activeElement))
      return;
    await control.page().keyboard.press('Tab');
  }
  throw new Error('The control cannot be reached with the keyboard.');
}
