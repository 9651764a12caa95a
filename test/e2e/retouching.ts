import type { JSHandle, Locator, Page } from '@playwright/test';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { ledgerIn } from '../fixtures/new-ledger.ts';
import { inFolder, test as base } from './account.ts';
import { goTo, pick } from './views.ts';
import { expect } from './window.ts';

/** A fault of the service that keeps every execution running until the faults are cleared. */
export const keepRunning = { on: 'query', kind: 'unknown-status', status: 'Running' } as const;

interface RetouchFixtures {
  /** A folder with three photos: two that show only one colour, and a portrait. */
  readonly shoot: string;
  /** The Retouch view, with the photos from the shoot on the filmstrip. */
  readonly retouch: Locator;
}

/** The Retouch view, with a service whose records the test can read. */
export const test = base.extend<RetouchFixtures>({
  serviceOptions: { speed: { executionMs: 150, jitterMs: 0, psdMs: 50 }, seed: 1 },
  shoot: ({ host: _host }, use) =>
    inFolder('shoot', async (folder) => {
      await plain(join(folder, 'A.jpg'), '#7a4a2a');
      await plain(join(folder, 'B.jpg'), '#2a4a7a');
      await plain(join(folder, 'C.jpg'), '#2a7a4a', { width: 640, height: 900 });
      await use(folder);
    }),
  retouch: async ({ window, shoot }, use) => {
    const view = await enter(window);
    const photos = ['A.jpg', 'B.jpg', 'C.jpg'].map((name) => join(shoot, name));
    await give(window, photos);
    await expect(films(window)).toHaveCount(3);
    await use(view);
  },
});

/** Creates a photo that shows only one colour. */
function plain(
  file: string,
  background: string,
  size = { width: 720, height: 600 },
): Promise<unknown> {
  return sharp({ create: { ...size, channels: 3, background } })
    .jpeg()
    .toFile(file);
}

/** Holds a job, as if it were still unknown at the end of the doubt window whether it was charged. */
export function holdInDoubt(dataFolder: string): void {
  const { jobs, close } = ledgerIn(dataFolder);
  const [job = 0] = jobs.list(['running'], 1);
  const message =
    'It is not known whether this one was charged: the answer of the service was lost.';
  jobs.end(job, 'held', { code: 'execution-unknown', message });
  close();
}

/**
 * Creates photos of different colours with a grey border in a separate folder. At 100 %, they are larger than
 * the viewer.
 */
export async function manyPhotos(folder: string, count: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (let at = 0; at < count; at += 1) {
    const colour = `#${(at * 1009).toString(16).padStart(6, '0')}`;
    await sharp({ create: { width: 720, height: 600, channels: 3, background: colour } })
      .extend({ top: 150, bottom: 150, left: 150, right: 150, background: '#808080' })
      .jpeg()
      .toFile(join(folder, `p${String(at).padStart(4, '0')}.jpg`));
  }
}

/** Adds photos whose files do not exist to the filmstrip in a ledger. */
export function fillStrip(dataFolder: string, count: number): void {
  const { filmstrip, photos, transaction, close } = ledgerIn(dataFolder);
  transaction(() => {
    for (let at = 0; at < count; at += 1) {
      const name = `IMG_${String(at).padStart(4, '0')}.jpg`;
      const sha256 = createHash('sha256').update(name).digest('hex');
      const photoId = photos.know({ sha256, bytes: 1000 });
      filmstrip.add({ photoId, source: join(dataFolder, name), name, width: 720, height: 600 });
    }
  });
  close();
}

/** Drops files on the view, as if they were dragged from another program. */
export async function dropOn(view: Locator, files: readonly string[]): Promise<void> {
  const transfer = await carried(view.page(), files);
  await view.dispatchEvent('dragover', { dataTransfer: transfer });
  await expect(view.getByText('Drop to add photos')).toBeVisible();
  await view.dispatchEvent('drop', { dataTransfer: transfer });
}

/** Creates the drag data of files from another program. */
export async function carried(page: Page, files: readonly string[]): Promise<JSHandle> {
  const contents = await Promise.all(
    files.map(async (file) => ({
      name: basename(file),
      base64: (await readFile(file)).toString('base64'),
    })),
  );
  return page.evaluateHandle(`(() => {
    const dropped = new DataTransfer();
    for (const { name, base64 } of ${JSON.stringify(contents)}) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.codePointAt(0));
      dropped.items.add(new File([bytes], name));
    }
    return dropped;
  })()`);
}

/** Opens the view with its link in the rail. */
export async function enter(window: Page): Promise<Locator> {
  await goTo(window, 'Retouch');
  const view = window.getByRole('region', { name: 'Retouch', exact: true });
  await expect(panel(window).getByRole('combobox', { name: /^Agent:/ })).toBeVisible();
  return view;
}

/** Chooses a folder in the dialog of the page. */
export async function addFolder(window: Page, folder: string): Promise<void> {
  await window.getByRole('button', { name: 'Add folder' }).click();
  const dialog = window.getByRole('dialog', { name: 'Add folder' });
  const path = dialog.getByRole('textbox').first();
  // the dialog fills in its first folder when that has loaded
  await expect(path).not.toHaveValue('');
  await path.fill(folder);
  await path.press('Enter');
  await dialog.getByRole('button', { name: `Choose "${basename(folder)}"` }).click();
}

/** Adds photos with the file dialog of the page, as a user does. */
export async function give(window: Page, files: readonly string[]): Promise<void> {
  const chooser = window.waitForEvent('filechooser');
  await window.getByRole('button', { name: 'Add photos' }).click();
  await (await chooser).setFiles([...files]);
}

export const films = (window: Page): Locator =>
  window.getByRole('listbox', { name: 'Filmstrip' }).getByRole('option');
export const film = (window: Page, name: string): Locator =>
  films(window).and(window.getByRole('option', { name: new RegExp(`^${name}`) }));
export const chosenFilms = (window: Page): Locator =>
  films(window).and(window.locator('[aria-selected="true"]'));
export const panel = (window: Page): Locator =>
  window.getByRole('complementary', { name: 'Agent', exact: true });
export const runs = (window: Page): Locator => window.getByRole('region', { name: /^Run of / });
export const image = (window: Page, number: number): Locator =>
  runs(window)
    .first()
    .getByRole('button', { name: new RegExp(`^Image ${number}\\b`) });
/** The text field of a parameter. */
export const textOf = (window: Page, name: string): Locator =>
  parameter(window, name).getByRole('textbox').first();
export const generate = (window: Page): Locator =>
  panel(window).getByRole('button', { name: /^Generate/ });

/** Chooses an agent by title and, if given, a version. */
export async function chooseAgent(window: Page, title: string, version?: string): Promise<void> {
  await pick(window, /^Agent:/, title, panel(window));
  if (version !== undefined) await panel(window).getByRole('radio', { name: version }).click();
}

/** Chooses background removal, which generates one image. */
export async function removeBackground(window: Page): Promise<void> {
  await chooseAgent(window, 'Remove background');
  await set(window, 'batchCount', '1');
}

/** The field of a parameter, by its name in the catalogue. */
export const parameter = (window: Page, name: string): Locator =>
  panel(window).locator(`[data-parameter="${name}"]`);

/** Types or chooses a value, depending on the kind of the field. */
export async function set(window: Page, name: string, value: string | boolean): Promise<void> {
  const field = parameter(window, name);
  await field.evaluate((element) => element.closest('details')?.setAttribute('open', ''));
  if (typeof value === 'boolean') {
    await field.getByRole('switch').setChecked(value);
    return;
  }
  // determines the kind of the field in one call, which waits for a field that appears only after another choice
  const control = await field.evaluate((element) => {
    const has = (selector: string) => element.querySelector(selector) !== null;
    const named = (name: string) => `button[aria-label$=": ${name}"]`;
    if (has('[role="combobox"]')) return 'list';
    if (has(`${named('enter path or web address')}[aria-expanded="false"]`)) return 'address';
    return has(`${named('Enter ID')}, ${named('Enter IDs')}`) ? 'ids' : 'text';
  });
  if (control === 'list') {
    await field.getByRole('combobox').click();
    await window.getByRole('option', { name: value, exact: false }).first().click();
    return;
  }
  if (control === 'address') {
    await field.getByRole('button', { name: /: enter path or web address$/ }).click();
  }
  if (control === 'ids') await field.getByRole('button', { name: /: Enter IDs?$/ }).click();
  await field.getByRole('textbox').first().fill(value);
}

/** Returns the images in a folder and its subfolders. */
export async function imagesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names.filter((name) => /\.(png|jpg)$/.test(name)).sort();
}

/** Copies a photo under a new name. */
export async function copyAs(from: string, folder: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const to = join(folder, name);
  await copyFile(from, to);
  return to;
}

export { expect };
