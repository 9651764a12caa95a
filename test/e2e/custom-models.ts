import type { Locator, Page } from '@playwright/test';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import sharp from 'sharp';
import type { DemoCustomModels } from '#electron/demo/types.ts';
import type { CustomModelKind } from '#shared/custom-models.ts';
import { portrait } from '../fixtures/people.ts';
import { inFolder, test as base } from './account.ts';
import { goTo } from './views.ts';
import { expect } from './window.ts';

/**
 * How long the service takes to prepare a model or scene, in ms. This is longer than any test;
 * tests end the preparation with `endPreparation`.
 */
const UNTIL_TOLD = 3_600_000;

/** A custom model or scene in the records of the service. */
interface ServiceRow {
  readonly id: number;
  readonly kind: CustomModelKind;
  readonly name: string;
  readonly images: readonly string[];
}

interface CustomModelFixtures {
  /** The content of the account at the start. */
  readonly customModels: DemoCustomModels;
  /** A folder with photos: `face.jpg` and `left.png` (1.4 MB) show the same person, `wall.jpg` shows nobody. */
  readonly shoot: string;
  /** The Models & scenes view, after the account was searched. */
  readonly view: Locator;
}

/** The Models & scenes view with the test's own account. */
export const test = base.extend<CustomModelFixtures>({
  customModels: [{}, { option: true }],
  serviceOptions: ({ customModels }, use) =>
    use({
      rejectsPlainPhotos: true,
      models: customModels,
      speed: { executionMs: 150, jitterMs: 0, preparationMs: UNTIL_TOLD },
    }),
  shoot: ({ host: _host }, use) =>
    inFolder('shoot', async (folder) => {
      const at = (name: string) => join(folder, name);
      await copyFile(portrait, at('face.jpg'));
      await sharp(portrait).flop().resize(800).png({ compressionLevel: 1 }).toFile(at('left.png'));
      const wall = { width: 900, height: 700, channels: 3, background: '#7a4a2a' } as const;
      await sharp({ create: wall }).jpeg().toFile(at('wall.jpg'));
      await use(folder);
    }),
  view: async ({ window }, use) => use(await enter(window)),
});

/** Opens the view with its link in the rail. */
export async function enter(window: Page): Promise<Locator> {
  await goTo(window, 'Models and scenes');
  const view = window.getByRole('region', { name: 'Models and scenes', exact: true });
  await expect(view.getByText(/^Updated/)).toBeVisible();
  return view;
}

/** Returns the current custom models or scenes in the account, from the records of the service. */
export function customModelsAt(folder: string, kind: CustomModelKind): readonly ServiceRow[] {
  const database = new DatabaseSync(join(folder, 'book.sqlite'), { readOnly: true });
  const rows = database
    .prepare('SELECT * FROM owned WHERE kind = ? AND deletedAt IS NULL ORDER BY id')
    .all(kind) as unknown as readonly (Omit<ServiceRow, 'images'> & { readonly images: string })[];
  database.close();
  return rows.map((row) => ({ ...row, images: JSON.parse(row.images) as string[] }));
}

/** Makes the service finish all preparations. */
export function endPreparation(folder: string): void {
  const database = new DatabaseSync(join(folder, 'book.sqlite'));
  database.exec(`UPDATE owned SET createdAt = 0`);
  database.close();
}

/** The cells of custom models or scenes; creations in progress come first. */
const cells = (view: Locator): Locator =>
  view.getByRole('listbox', { name: /^Custom (models|scenes)$/ }).getByRole('option');
export const cell = (view: Locator, name: string | RegExp): Locator =>
  cells(view).filter({ has: view.page().locator('.name').getByText(name, { exact: true }) });
/** The panel next to the list, by its name. */
export const beside = (view: Locator, name: string): Locator =>
  view.getByRole('complementary', { name, exact: true });

/** Opens the form for a new model or scene. */
export async function begin(view: Locator, kind: CustomModelKind): Promise<Locator> {
  const name = `New ${kind}`;
  await view.getByRole('button', { name, exact: true }).first().click();
  return beside(view, name);
}

/** Chooses photos in the browser's file dialog. */
export async function choose(form: Locator, files: readonly string[]): Promise<void> {
  const chooser = form.page().waitForEvent('filechooser');
  await form.getByRole('button', { name: /^Choose (photo|photos)…$/ }).click();
  await (await chooser).setFiles([...files]);
}

export { expect };
