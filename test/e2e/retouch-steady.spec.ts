import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { holdBack } from './hold-back.ts';
import { bar, openEditor } from './masking.ts';
import { boxOf, canvasOf, countWork, dragTo, middleOf, settled } from './looking.ts';
import {
  addFolder,
  chosenFilms,
  enter,
  expect,
  film,
  films,
  generate,
  image,
  manyPhotos,
  parameter,
  removeBackground,
  runs,
  set,
  test,
  textOf,
} from './retouching.ts';
import { goTo, messages } from './views.ts';

const viewer = (window: Page) => window.getByRole('region', { name: 'Viewer' });
const view = (window: Page, name: string) =>
  viewer(window).getByRole('radio', { name, exact: true });
const pane = (window: Page, name: string) =>
  viewer(window).getByRole('group', { name: new RegExp(`^${name},`) });
const zoom = (window: Page) => viewer(window).getByRole('status').filter({ hasText: '%' });
const shown = (window: Page, name: string) =>
  expect(viewer(window).locator('bdi').first()).toHaveText(name);

/** Runs the first photo with one image and shows the result. */
async function lookAtResult(window: Page): Promise<void> {
  await removeBackground(window);
  await generate(window).click();
  await expect(runs(window).first()).toContainText('1 of 1 ready');
  await image(window, 1).click();
  await expect(pane(window, 'Photo and result')).toBeVisible();
}

/**
 * Returns the distance in device px from the middle of the pane to the top edge of the photo or the result, which are
 * lighter than the area around them.
 */
function topOf(window: Page, what: 'Photo' | 'Result'): Promise<number> {
  return canvasOf(viewer(window), what).evaluate((element) => {
    const canvas = element as unknown as {
      readonly width: number;
      readonly height: number;
      getContext(kind: '2d'): {
        getImageData(x: number, y: number, w: number, h: number): { data: ArrayLike<number> };
      };
    };
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d').getImageData(Math.floor(width / 2), 0, 1, height);
    let top = 0;
    while (top < height && (data[4 * top] ?? 0) < 100) top += 1;
    return top - Math.floor(height / 2);
  });
}

/** Returns the content of the canvas with the photo, as text. */
function drawnPhoto(window: Page): Promise<string> {
  return canvasOf(viewer(window), 'Photo').evaluate((canvas) =>
    (canvas as unknown as { toDataURL(): string }).toDataURL(),
  );
}

const isOver = async (one: Locator, other: Locator): Promise<boolean> => {
  const [a, b] = [await boxOf(one), await boxOf(other)];
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
};

test('B13 zoom and position stay when the compare view changes, and notices cover no controls', async ({
  window,
  retouch: _retouch,
}) => {
  await window.evaluate(countWork);
  await lookAtResult(window);
  await view(window, 'Photo').click();
  const { x, y } = await middleOf(pane(window, 'Photo'));
  // shows the top edge of the photo, so that its position can be measured
  await window.mouse.move(x - 180, y - 140);
  for (let turn = 0; turn < 5; turn += 1) await window.mouse.wheel(0, -100);
  await dragTo(window, { x: x - 180, y: y - 140 }, { x: x + 240, y: y + 180 });
  await window.mouse.move(x, y - 400);
  const zoomed = await zoom(window).innerText();
  const place = await boxOf(pane(window, 'Photo'));
  await settled(window);
  const picture = await drawnPhoto(window);
  const top = await topOf(window, 'Photo');
  expect(top).toBeGreaterThan(-place.height / 2 + 10);

  for (const name of ['Split', 'Side by side', 'Difference', 'Result']) {
    await view(window, name).click();
    await expect(view(window, name)).toHaveAttribute('aria-checked', 'true');
    // the zoom of a result refers to its own px, so its place is measured instead
    if (name === 'Result') await expect.poll(() => topOf(window, 'Result')).toBe(top);
    else await expect(zoom(window), name).toHaveText(zoomed);
    if (name === 'Side by side') {
      await expect.poll(() => topOf(window, 'Photo')).toBe(top);
      continue;
    }
    const shown = pane(window, name === 'Result' ? 'Result' : 'Photo and result');
    expect(await boxOf(shown), name).toEqual(place);
  }
  await view(window, 'Photo').click();
  await expect(zoom(window)).toHaveText(zoomed);
  await expect.poll(() => drawnPhoto(window)).toBe(picture);

  // the mask editor takes over the zoom and the position, and gives its own back
  await set(window, 'maskType', 'Custom mask');
  await openEditor(window);
  await expect(bar(window).locator('output')).toHaveText(zoomed);
  await window.keyboard.press('ArrowRight');
  await window.keyboard.press('ArrowLeft');
  await window.keyboard.press('Escape');
  await expect(zoom(window)).toHaveText(zoomed);
  await expect.poll(() => drawnPhoto(window)).toBe(picture);
  await openEditor(window);
  await window.keyboard.press('0');
  await window.keyboard.press('Escape');
  await expect(viewer(window).getByRole('button', { name: 'Fit' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  await film(window, 'C.jpg').click();
  await window.keyboard.press('Delete');
  const notice = messages(window).getByText('1 photo removed from the filmstrip');
  await expect(notice).toBeVisible();
  const strip = window.getByRole('listbox', { name: 'Filmstrip' });
  for (const size of [
    { width: 1280, height: 800 },
    { width: 2560, height: 1440 },
  ]) {
    await window.setViewportSize(size);
    expect(await isOver(messages(window), generate(window))).toBe(false);
    expect(await isOver(messages(window), strip)).toBe(false);
  }
  await goTo(window, 'Library');
  await expect(notice).toBeHidden();
});

test('B16 the arrow keys change the photo from anywhere, and the filmstrip follows', async ({
  window,
  shoot,
}) => {
  await window.evaluate(countWork);
  await enter(window);
  await manyPhotos(join(shoot, 'many'), 24);
  await addFolder(window, join(shoot, 'many'));
  await expect(films(window).first()).toHaveAttribute('aria-setsize', '24');
  await expect(window.getByRole('button', { name: 'Stop adding' })).toBeHidden();
  await test.step('fast key presses are not lost', async () => {
    await film(window, 'p0000').click();
    await shown(window, 'p0000.jpg');
    // presses both keys before the page can do anything else
    await window.evaluate(`for (const key of ['ArrowRight', 'ArrowRight'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))`);
    await shown(window, 'p0002.jpg');
  });

  await test.step('keys that zoom and move a photo wait until it has loaded', async () => {
    const enlarge = async () => {
      await pane(window, 'Photo').click();
      await window.keyboard.press('z');
    };
    await film(window, 'p0001').click();
    await expect(zoom(window)).toBeVisible();
    await enlarge();
    await expect(zoom(window)).toHaveText('100%');
    // waits until the photo has loaded, because until then the canvas shows a placeholder
    await settled(window);
    const middle = await drawnPhoto(window);
    await window.keyboard.press('ArrowRight');
    await expect.poll(() => drawnPhoto(window)).not.toBe(middle);
    await settled(window);
    const moved = await drawnPhoto(window);

    const letThrough = await holdBack(window, 'media.geometry');
    await window.reload();
    await shown(window, 'p0001.jpg');
    await enlarge();
    await window.keyboard.press('ArrowRight');
    await expect(zoom(window)).toBeHidden();
    letThrough();
    await expect(zoom(window)).toHaveText('100%');
    await shown(window, 'p0001.jpg');
    await expect.poll(() => drawnPhoto(window)).toBe(moved);
  });

  await film(window, 'p0000').click();
  await lookAtResult(window);

  // after a click on a control that doesn't use the arrow keys, they still change the photo
  for (const [control, name] of [
    [image(window, 1), 'p0001.jpg'],
    [viewer(window).getByRole('button', { name: 'Fit' }), 'p0002.jpg'],
    [pane(window, 'Photo'), 'p0003.jpg'],
    [viewer(window).locator('bdi').first(), 'p0004.jpg'],
  ] as const) {
    await control.click();
    await window.keyboard.press('ArrowRight');
    await shown(window, name);
  }
  await film(window, 'p0000').click();
  await image(window, 1).click();
  await view(window, 'Photo').click();
  await window.keyboard.press('ArrowRight');
  await shown(window, 'p0001.jpg');
  for (let at = 2; at < 21; at += 1) {
    await window.keyboard.press('ArrowRight');
    await shown(window, `p00${String(at).padStart(2, '0')}.jpg`);
  }
  await expect(film(window, 'p0020')).toBeInViewport({ ratio: 1 });
  await window.keyboard.press('Shift+ArrowLeft');
  await shown(window, 'p0019.jpg');
  await expect(chosenFilms(window)).toHaveCount(2);

  // arrow keys still go to a focused control that uses them, and move an enlarged photo
  const images = parameter(window, 'batchCount').getByRole('slider');
  await images.focus();
  await window.keyboard.press('ArrowRight');
  await expect(generate(window)).toHaveAccessibleName(/Generate 4 images/);
  await textOf(window, 'backgroundHex').press('ArrowLeft');
  await pane(window, 'Photo').click();
  await window.keyboard.press('z');
  await expect(zoom(window)).toHaveText('100%');
  await window.keyboard.press('ArrowLeft');
  await shown(window, 'p0019.jpg');
});
