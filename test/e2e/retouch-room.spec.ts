import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { boxOf, canvasOf, countWork, settled } from './looking.ts';
import {
  chooseAgent,
  enter,
  expect,
  film,
  films,
  generate,
  give,
  image,
  imagesIn,
  panel,
  removeBackground,
  runs,
  set,
  test,
} from './retouching.ts';
import { pick } from './views.ts';
import { takePictures } from './window.ts';

const viewer = (window: Page) => window.getByRole('region', { name: 'Viewer' });
const zoom = (window: Page) => viewer(window).getByRole('status').filter({ hasText: '%' });
const strip = (window: Page) => window.getByRole('listbox', { name: 'Filmstrip' });
const results = (window: Page) => window.getByRole('region', { name: 'Results', exact: true });
const photo = (window: Page) => canvasOf(viewer(window), 'Photo');

/**
 * Returns the width in CSS px of the photo on screen: the columns of its canvas that are neither grey nor
 * transparent.
 */
function widthOf(window: Page): Promise<number> {
  return photo(window).evaluate((element) => {
    const canvas = element as unknown as {
      width: number;
      height: number;
      clientWidth: number;
      getContext(kind: '2d'): {
        getImageData(x: number, y: number, w: number, h: number): { data: ArrayLike<number> };
      };
    };
    const { width, height } = canvas;
    const row = canvas.getContext('2d').getImageData(0, Math.floor(height / 2), width, 1).data;
    let count = 0;
    for (let at = 0; at < row.length; at += 4)
      if ((row[at] ?? 0) > (row[at + 2] ?? 0) + 60) count += 1;
    return (count * canvas.clientWidth) / width;
  });
}

/** Checks at both sizes of the window that the viewer's bar is one row that contains all its controls. */
async function expectOneRow(window: Page): Promise<void> {
  for (const size of [
    { width: 1024, height: 640 },
    { width: 1280, height: 800 },
  ]) {
    await window.setViewportSize(size);
    const bar = window.getByRole('toolbar', { name: /^(?:Viewer|Ansicht)$/ });
    await expect(bar.getByRole('radio', { name: '16×' })).toBeVisible();
    const { height, ...box } = await boxOf(bar);
    expect(height).toBeLessThanOrEqual(44);
    for (const control of await bar.locator('button, output').all()) {
      if (!(await control.isVisible())) continue;
      const { x, width } = await boxOf(control);
      expect(x + width, await control.ariaSnapshot()).toBeLessThanOrEqual(box.x + box.width);
    }
  }
}

/**
 * Opens the context menu of an element and checks that every entry shows a shortcut of its own. Leaves the menu open.
 */
async function expectMenuOf(window: Page, element: Locator): Promise<void> {
  await element.click({ button: 'right' });
  const entries = window.getByRole('menu').getByRole('menuitem');
  await expect(entries.first()).toBeVisible();
  const shown = await entries.evaluateAll((all) =>
    (all as unknown as { querySelector(tag: string): { textContent: string } | null }[]).map(
      (entry) => entry.querySelector('kbd')?.textContent ?? '',
    ),
  );
  expect(shown).not.toContain('');
  expect(shown).toEqual([...new Set(shown)]);
}

/** Drags the edge of a panel by a distance in CSS px. */
async function pull(window: Page, edge: Locator, by: { x: number; y: number }): Promise<void> {
  const { x, y, width, height } = await boxOf(edge);
  const from = { x: x + width / 2, y: y + height / 2 };
  await window.mouse.move(from.x, from.y);
  await window.mouse.down();
  await window.mouse.move(from.x + by.x, from.y + by.y, { steps: 4 });
  await window.mouse.up();
}

/** Returns the place of the photo's canvas in the window, and what the canvas shows. */
async function drawnPhoto(window: Page) {
  const place = await boxOf(photo(window));
  const shown = await photo(window).evaluate((canvas) =>
    (canvas as unknown as { toDataURL(): string }).toDataURL(),
  );
  return { place, shown };
}

test('a photo fills most of the window and keeps its zoom, and the parts around it can be hidden by key and menu', async ({
  window,
  shoot,
}) => {
  const square = join(shoot, 'square.jpg');
  await sharp({ create: { width: 1600, height: 1600, channels: 3, background: '#c04020' } })
    .jpeg()
    .toFile(square);
  await window.evaluate(countWork);
  await enter(window);
  await give(window, [square, join(shoot, 'A.jpg')]);
  await expect(films(window)).toHaveCount(2);
  await film(window, 'square').click();

  await test.step('the photo is large, also next to its results', async () => {
    await expect(results(window)).toBeHidden();
    await removeBackground(window);
    await settled(window);
    const before = await drawnPhoto(window);
    await generate(window).click();
    await expect(runs(window).first()).toContainText('1 of 1 ready');
    await settled(window);
    expect(await drawnPhoto(window)).toEqual(before);
    for (const { least, ...size } of [
      { width: 1280, height: 800, least: 620 },
      { width: 1024, height: 640, least: 460 },
    ]) {
      await window.setViewportSize(size);
      await settled(window);
      await expect.poll(() => widthOf(window)).toBeGreaterThanOrEqual(least);
      const bars = viewer(window).getByRole('toolbar');
      expect((await boxOf(bars)).height).toBeLessThanOrEqual(44);
    }
    await window.setViewportSize({ width: 1280, height: 800 });
    await image(window, 1).click();
    await viewer(window).getByRole('radio', { name: 'Difference' }).click();
    await expect(viewer(window).getByRole('radio', { name: '16×' })).toBeVisible();
    await expectOneRow(window);
    await window.keyboard.press('ControlOrMeta+7');
    await pick(window, /^Language/, 'Deutsch');
    await window.keyboard.press('ControlOrMeta+2');
    await expectOneRow(window);
    await window.keyboard.press('ControlOrMeta+7');
    await pick(window, /^Sprache/, 'English');
    await window.keyboard.press('ControlOrMeta+2');
    await viewer(window).getByRole('radio', { name: 'Photo' }).click();
  });

  await test.step('each photo keeps its zoom', async () => {
    await window.keyboard.press('z');
    await expect(zoom(window)).toHaveText('100%');
    await film(window, 'A.jpg').click();
    await expect(viewer(window).locator('bdi').first()).toHaveText('A.jpg');
    await viewer(window).getByRole('button', { name: 'Fit' }).click();
    await film(window, 'square').click();
    await expect(zoom(window)).toHaveText('100%');
    await film(window, 'A.jpg').click();
    await expect(viewer(window).getByRole('button', { name: 'Fit' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });

  await test.step('keys hide the parts around the photo', async () => {
    await film(window, 'square').click();
    await window.keyboard.press('f');
    for (const part of [strip(window), results(window), generate(window)]) {
      await expect(part).not.toBeInViewport();
    }
    await expect(viewer(window).getByRole('toolbar')).toBeHidden();
    await window.keyboard.press('Escape');
    await expect(generate(window)).toBeInViewport();

    await film(window, 'square').click();
    await window.keyboard.press('Tab');
    await expect(panel(window)).toBeHidden();
    await expect(results(window)).toBeHidden();
    await window.keyboard.press('Tab');
    await expect(panel(window)).toBeVisible();
    await settled(window);
    const before = await drawnPhoto(window);
    await window.keyboard.press('F7');
    await expect(results(window)).toBeHidden();
    await settled(window);
    expect(await drawnPhoto(window)).toEqual(before);
    await window.keyboard.press('F7');
    for (const [key, part] of [
      ['F6', strip(window)],
      ['F7', results(window)],
      ['F8', panel(window)],
    ] as const) {
      await window.keyboard.press(key);
      await expect(part).toBeHidden();
      await window.keyboard.press(key);
      await expect(part).toBeVisible();
    }
    // Tab hides the panels, except after a control was used with the keyboard: then Tab moves the focus
    await viewer(window).getByRole('button', { name: 'Layout' }).focus();
    await window.keyboard.press('Enter');
    await window.getByRole('menuitem', { name: 'Hide filmstrip' }).press('Enter');
    await expect(strip(window)).toBeHidden();
    await window.keyboard.press('Tab');
    await expect(panel(window)).toBeVisible();
  });

  await test.step('the layout is remembered', async () => {
    const edge = window.getByRole('separator', { name: 'Width of the agent panel' });
    await edge.focus();
    await window.keyboard.press('End');
    await expect(edge).toHaveAttribute('aria-valuenow', '640');
    const ofResults = window.getByRole('separator', { name: 'Width of the results' });
    await ofResults.focus();
    await window.keyboard.press('End');
    await expect(ofResults).toHaveAttribute('aria-valuenow', '280');
    await takePictures(window, 'retouch-wide-results');
    await expect
      .poll(async () => {
        await window.reload();
        await expect(panel(window)).toBeVisible();
        return edge.getAttribute('aria-valuenow');
      })
      .toBe('640');
    await expect(strip(window)).toBeHidden();
    await expect(ofResults).toHaveAttribute('aria-valuenow', '280');
    await pull(window, ofResults, { x: 60, y: 0 });
    await expect(ofResults).toHaveAttribute('aria-valuenow', '220');
    await pull(window, ofResults, { x: 210, y: 0 });
    await expect(results(window)).toBeHidden();
    await pull(window, edge, { x: 620, y: 0 });
    await expect(panel(window)).toBeHidden();
    await window.keyboard.press('F6');
    const ofFilm = window.getByRole('separator', { name: 'Height of the filmstrip' });
    await pull(window, ofFilm, { x: 0, y: -40 });
    await expect(ofFilm).toHaveAttribute('aria-valuenow', '116');
  });
});

test('two results are compared, and results and photos have a context menu with export', async ({
  window,
  studio,
  retouch,
}) => {
  await chooseAgent(window, 'AI pose');
  await set(window, 'batchCount', '2');
  await set(window, 'textDescription', 'walks towards the camera');
  await generate(window).click();
  await expect(runs(window).first()).toContainText('2 of 2 ready');
  // an image that is still being downloaded cannot be shown
  await expect(image(window, 1)).toHaveAccessibleName('Image 1');
  await image(window, 1).click();
  await expect(retouch.getByRole('group', { name: /^Photo and result/ })).toBeVisible();

  await expectMenuOf(window, image(window, 2));
  await takePictures(window, 'retouch-result-menu');
  await window.getByRole('menuitem', { name: 'Compare with this result' }).click();
  await expect(retouch.getByRole('group', { name: /^Two results/ })).toBeVisible();
  await expect(image(window, 2)).toHaveAccessibleName(/compared/);
  await expect(window).toHaveURL(/against=\d+/);
  for (const mode of ['Side by side', 'Difference']) {
    await viewer(window).getByRole('radio', { name: mode }).click();
    await expect(viewer(window).getByRole('radio', { name: mode })).toBeChecked();
  }
  await window.reload();
  await expect(viewer(window).getByRole('radio', { name: 'Difference' })).toBeChecked();
  await expect(image(window, 2)).toHaveAccessibleName(/compared/);
  await image(window, 2).focus();
  await window.keyboard.press('Shift+F10');
  await window.getByRole('menuitem', { name: 'Compare with the photo' }).press('Enter');
  await expect(image(window, 2)).not.toHaveAccessibleName(/compared/);
  await image(window, 1).focus();
  await window.keyboard.press('Control+ArrowDown');
  await window.keyboard.press('c');
  await expect(image(window, 2)).toHaveAccessibleName(/compared/);
  await window.keyboard.press('c');
  await expect(image(window, 2)).not.toHaveAccessibleName(/compared/);

  // compares with a result of an earlier run
  await window.getByRole('button', { name: 'Run again' }).click();
  await expect(runs(window)).toHaveCount(2);
  await expect(runs(window).first()).toContainText('2 of 2 ready');
  // an image that is still being downloaded cannot be shown
  await expect(image(window, 1)).toHaveAccessibleName('Image 1');
  await image(window, 1).click();
  // until then, the earlier result is on screen and cannot be compared with itself
  await expect(image(window, 1)).toHaveAttribute('aria-pressed', 'true');
  const earlier = runs(window)
    .nth(1)
    .getByRole('button', { name: /^Image 1\b/ });
  await earlier.click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Compare with this result' }).click();
  await expect(retouch.getByRole('group', { name: /^Two results/ })).toBeVisible();
  await expect(earlier).toHaveAccessibleName(/compared/);

  await image(window, 1).click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Reject' }).click();
  await expect(image(window, 1)).toHaveAccessibleName(/rejected/);
  // shortcuts work on the result on screen, wherever the focus is
  await window.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await generate(window).focus();
  await window.keyboard.press('Control+Shift+C');
  await expect(window.getByText('Path copied')).toBeVisible();
  const copied = await window.evaluate<string>('navigator.clipboard.readText()');
  expect(copied.startsWith(join(studio.dataFolder, 'Results'))).toBe(true);
  await window.keyboard.press('Control+C');
  await expect(window.getByText('Image copied')).toBeVisible();
  await window.keyboard.press('Control+Shift+E');
  const dialog = window.getByRole('dialog', { name: 'Export' });
  const folder = join(studio.dataFolder, 'Exported');
  await mkdir(folder);
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(folder);
  await dialog.getByRole('button', { name: /^Export/ }).click();
  await expect.poll(() => imagesIn(folder)).toHaveLength(1);
  const line = window.getByRole('region', { name: 'Export results' });
  await expect(line.getByRole('button', { name: 'Open results folder' })).toBeVisible();
  await takePictures(window, 'retouch-export-line');

  await expectMenuOf(window, viewer(window).locator('.pane').first());
  await takePictures(window, 'retouch-photo-menu');
  await window.getByRole('menuitem', { name: 'Photo only' }).click();
  await expect(strip(window)).toBeHidden();
  await window.keyboard.press('Escape');
  await expectMenuOf(window, film(window, 'B.jpg'));
  await window.getByRole('menuitem', { name: 'Remove from filmstrip' }).click();
  await expect(films(window)).toHaveCount(2);
  await expect(film(window, 'B.jpg')).toBeHidden();
});
