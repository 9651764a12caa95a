import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible, tabTo } from './hot-folders.ts';
import {
  boxOf,
  canvasOf,
  colourAt,
  divider,
  dragTo,
  drawn,
  lightIn,
  middleOf,
  pane,
  PHOTO,
  settled,
  test,
  zoom,
} from './looking.ts';
import { expect, takePictures } from './window.ts';

test('photo and result are compared with mouse and keyboard, and stay visible if their files change', async ({
  studio,
  window,
  viewer,
  tiles,
  complaints,
}) => {
  await expect(viewer).toBeFocused();
  await test.step('only the visible tiles of a photo are loaded', async () => {
    await drawn(viewer, 'Result');
    await settled(window);
    expect(tiles.asked).toEqual([]);
    await takePictures(window, 'viewer-split');
    await expectAccessible(window);

    await window.keyboard.press('z');
    await expect(zoom(viewer)).toHaveText('100%');
    await expect.poll(() => tiles.asked.length).toBeGreaterThan(4);
    await settled(window);
    // the pane of 1200 × 700 px shows at most 4 × 3 tiles of 512 px, each for the photo and for the result
    expect(tiles.asked.length).toBeLessThanOrEqual(2 * 12);
    expect(tiles.asked.every((address) => /\/tile\/[\da-f]{16}\/0\/\d+\/\d+$/.test(address))).toBe(
      true,
    );
    await takePictures(window, 'viewer-100-percent');

    // zooming in and out requests no tile twice
    const before = tiles.asked.length;
    await window.keyboard.press('z');
    await window.keyboard.press('z');
    await settled(window);
    expect(new Set(tiles.asked).size).toBe(before);
    expect(tiles.asked.length).toBe(before);

    const widest = 'Math.max(...[...document.images].map(({ naturalWidth }) => naturalWidth))';
    expect(await window.evaluate<number>(widest)).toBeLessThanOrEqual(2560);
    await window.keyboard.press('z');
  });

  await test.step('zooming keeps the point under the cursor, and dragging moves it', async () => {
    const { x, y, width, height } = await boxOf(pane(viewer));
    const at = { x: x + width / 2 - 90, y: y + height / 2 + 60 };
    const share = { x: (at.x - x) / width, y: (at.y - y) / height };
    await viewer.getByRole('radio', { name: 'Photo' }).click();
    const canvas = canvasOf(viewer, 'Photo');
    await window.mouse.move(at.x, at.y);
    const near = async (wanted: readonly number[], dx = 0, dy = 0) => {
      const seen = await colourAt(canvas, share.x + dx, share.y + dy);
      return Math.max(...seen.map((value, n) => Math.abs(value - (wanted[n] ?? 0))));
    };
    const colour = await colourAt(canvas, share.x, share.y);
    const before = await zoom(viewer).innerText();
    for (let n = 0; n < 6; n += 1) await window.mouse.wheel(0, -100);
    await expect(zoom(viewer)).not.toHaveText(before);
    await settled(window);
    await expect.poll(() => near(colour)).toBeLessThan(24);

    const there = await colourAt(canvas, share.x, share.y);
    const dragged = { x: at.x + 70, y: at.y - 50 };
    await dragTo(window, at, dragged);
    const [dx, dy] = [70 / width, -50 / height];
    await expect.poll(() => near(there, dx, dy)).toBeLessThan(24);

    await dragTo(window, dragged, at, 'middle');
    await expect.poll(() => near(there)).toBeLessThan(24);

    // the browser reports a pinch as Ctrl and the wheel
    await window.keyboard.down('Control');
    await window.mouse.wheel(0, 40);
    await window.keyboard.up('Control');
    await window.keyboard.press('-');
    await window.getByRole('button', { name: 'Fit', exact: true }).click();
    await expect(viewer.getByRole('button', { name: 'Fit' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });

  await test.step('the views Split, Side by side and Difference, the key that shows the photo, and the loupe', async () => {
    await window.keyboard.press('s');
    await drawn(viewer, 'Result');
    const line = await middleOf(divider(viewer));
    await dragTo(window, line, { ...line, x: line.x - 200 });
    await expect(divider(viewer)).toHaveAttribute('aria-valuenow', /^3[0-5]$/);
    const value = Number(await divider(viewer).getAttribute('aria-valuenow'));
    await divider(viewer).focus();
    await window.keyboard.press('Shift+ArrowRight');
    await expect(divider(viewer)).toHaveAttribute('aria-valuenow', String(value + 10));
    // while Space is held, a drag moves the picture, not the divider
    const now = await middleOf(divider(viewer));
    await window.keyboard.press('z');
    await window.keyboard.down('Space');
    await dragTo(window, now, { ...now, x: now.x + 50 });
    await window.keyboard.up('Space');
    await expect(divider(viewer)).toHaveAttribute('aria-valuenow', String(value + 10));
    await window.keyboard.press('z');

    await window.keyboard.down('\\');
    await expect(pane(viewer, 'Photo')).toBeVisible();
    await expect(divider(viewer)).toBeHidden();
    await window.keyboard.up('\\');
    await expect(divider(viewer)).toBeVisible();

    await window.keyboard.press('y');
    await expect(pane(viewer, 'Photo')).toBeVisible();
    await expect(pane(viewer, 'Result')).toBeVisible();
    const { x, y } = await middleOf(pane(viewer, 'Photo'));
    await window.mouse.move(x + 40, y);
    for (let n = 0; n < 5; n += 1) await window.mouse.wheel(0, -100);
    const spots = [
      [0.3, 0.4],
      [0.6, 0.7],
    ] as const;
    for (const [u, v] of spots) {
      // the result is warmer: it has the same red and less blue
      const differs = async () => {
        const [red = 0, , blue = 0] = await colourAt(canvasOf(viewer, 'Photo'), u, v);
        const [other = 0, , paler = 0] = await colourAt(canvasOf(viewer, 'Result'), u, v);
        return Math.max(Math.abs(red - other), Math.abs(blue * 0.75 - paler));
      };
      await expect.poll(differs).toBeLessThan(16);
    }
    await takePictures(window, 'viewer-side-by-side');

    await window.keyboard.press('d');
    await expect(viewer.getByRole('radio', { name: '16×' })).toBeVisible();
    await viewer.getByRole('radio', { name: '16×' }).click();
    // the mask keeps the left half, so the difference is visible only in that half
    const both = pane(viewer);
    const only = viewer.getByRole('button', { name: 'Kept area only' });
    await expect(only).toHaveAttribute('aria-pressed', 'true');
    await window.keyboard.press('z');
    await viewer.getByRole('button', { name: 'Fit', exact: true }).click();
    await expect.poll(() => lightIn(both, 'left')).toBeGreaterThan(20);
    await expect.poll(() => lightIn(both, 'right')).toBeLessThan(1);
    await takePictures(window, 'viewer-difference');
    await only.click();
    await expect.poll(() => lightIn(both, 'right')).toBeGreaterThan(20);

    await window.keyboard.press('s');
    await window.mouse.move(x + 60, y + 20);
    await window.keyboard.press('Shift+L');
    await expect(viewer.getByRole('img', { name: 'Loupe (L)' })).toBeVisible();
    await drawn(viewer, 'Loupe (L)');
    await takePictures(window, 'viewer-loupe');
    await window.keyboard.press('Shift+L');
    await expect(viewer.getByRole('img', { name: 'Loupe (L)' })).toBeHidden();
  });

  await test.step('everything can be reached with the keyboard alone, and Escape returns to the previous focus', async () => {
    await tabTo(pane(viewer));
    const fit = await zoom(viewer).innerText();
    await window.keyboard.press('+');
    await window.keyboard.press('ArrowLeft');
    await expect(zoom(viewer)).not.toHaveText(fit);
    await tabTo(divider(viewer));
    await window.keyboard.press('Home');
    await expect(divider(viewer)).toHaveAttribute('aria-valuenow', '0');
    await window.keyboard.press('?');
    const sheet = window.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(sheet).toContainText('Loupe at 200%');
    await window.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(viewer).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
    await expect(window.getByRole('button', { name: /^Compare same-size\.jpg/ })).toBeFocused();
  });

  await test.step('results of another size cover the photo', async () => {
    for (const name of ['smaller', 'square']) {
      await window.getByRole('button', { name: new RegExp(`^Compare ${name}`) }).click();
      const other = window.getByRole('dialog', { name: new RegExp(name) });
      await drawn(other, 'Photo');
      await drawn(other, 'Result');
      await window.keyboard.press('d');
      const [red = 0] = await colourAt(canvasOf(other, 'Photo'), 0.5, 0.45);
      const [over = 0] = await colourAt(canvasOf(other, 'Result'), 0.5, 0.45);
      expect(Math.abs(red - over)).toBeLessThan(20);
      await window.keyboard.press('s');
      await takePictures(window, `viewer-${name}`);
      await window.keyboard.press('Escape');
    }
  });

  await test.step('a changed or deleted photo is reported, and stays on screen', async () => {
    await window.getByRole('button', { name: /^Compare same-size/ }).click();
    await drawn(viewer, 'Result');
    const photo = join(studio.dataFolder, 'shoot', 'large.jpg');
    await writeFile(photo, 'another one');
    await window.evaluate("dispatchEvent(new Event('focus'))");
    await expect(viewer).toContainText('no longer the same file');
    await rm(photo);
    await window.evaluate("dispatchEvent(new Event('focus'))");
    await expect(viewer).toContainText('no longer on this computer');
    await takePictures(window, 'viewer-gone');

    await studio.stop('SIGKILL');
    await expect(viewer).toContainText('Only the part loaded so far is shown');
    await drawn(viewer, 'Result');
    complaints.length = 0;
  });
});

test.describe('at two device px per CSS px', () => {
  test.use({ deviceScaleFactor: 2 });

  test('100 % shows one px of the photo per device px, and two fingers zoom and move the picture', async ({
    window,
    viewer,
    page,
  }) => {
    const area = pane(viewer);
    const box = await boxOf(area);
    await window.keyboard.press('z');
    await expect(zoom(viewer)).toHaveText('100%');
    const width = await canvasOf(viewer, 'Photo').evaluate(
      (canvas) => (canvas as unknown as { width: number }).width,
    );
    expect(width).toBe(Math.round(box.width * 2));
    expect(width).toBeLessThan(PHOTO.width);
    await window.keyboard.press('z');

    const { x, y } = await middleOf(area);
    const touch = await page.context().newCDPSession(page);
    const at = async (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: number[][]) => {
      const touchPoints = points.map(([id = 0, x = 0, y = 0]) => ({ id, x, y }));
      await touch.send('Input.dispatchTouchEvent', { type, touchPoints });
    };
    const percent = async () => Number((await zoom(viewer).innerText()).replace('%', ''));
    const before = await percent();
    await at('touchStart', [1, x - 40, y]);
    await at('touchStart', [1, x - 40, y], [2, x + 40, y]);
    for (const half of [60, 90, 120, 160]) {
      await at('touchMove', [1, x - half, y - half / 4], [2, x + half, y + half / 4]);
    }
    const parted = Math.hypot(320, 80) / 80;
    await expect.poll(async () => (await percent()) / before).toBeCloseTo(parted, 0);
    await settled(window);

    const canvas = canvasOf(viewer, 'Result');
    const colour = (dx: number, dy: number) =>
      colourAt(canvas, (x + dx - box.x) / box.width, (y + dy - box.y) / box.height);
    const there = await colour(80, 30);
    const zoomed = await percent();
    await at('touchEnd', [1, x - 160, y - 40]);
    await at('touchMove', [2, x + 200, y + 70]);
    await at('touchEnd', [2, x + 200, y + 70]);
    const moved = async () =>
      Math.max(...(await colour(120, 60)).map((value, n) => Math.abs(value - (there[n] ?? 0))));
    await expect.poll(moved).toBeLessThan(24);
    expect(await percent()).toBe(zoomed);
    await expect(window.getByRole('dialog')).toBeVisible();
  });
});
