import type { Locator } from '@playwright/test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Operation } from '#shared/mask/document.ts';
import { holdBack } from './hold-back.ts';
import {
  bar,
  choose,
  drawWithPen,
  expect,
  expectKept,
  expectMask,
  expectSaved,
  expectSteps,
  fingersOver,
  generate,
  handOver,
  maskLeftIn,
  openEditor,
  parameter,
  setTo,
  test,
  things,
} from './masking.ts';
import { goTo } from './views.ts';
import { takePictures } from './window.ts';

test('each tool changes exactly the intended pixels', async ({ window, editor }) => {
  const hand = await handOver(window, 100);
  const meant: Operation[] = [];
  const done = async (operation: Operation) => {
    meant.push(operation);
    await expectSteps(window, meant.length);
  };
  const { keyboard } = window;
  const [thing, other] = things;

  await setTo(window, 'Size, px', 24);
  await setTo(window, 'Hardness, %', 50);
  const brush = { kind: 'stroke', hardness: 0.5 } as const;
  await hand.drag([30, 30], [90, 50], [150, 22]);
  await done({ ...brush, combine: 'add', points: [30, 30, 12, 90, 50, 12, 150, 22, 12] });
  await keyboard.down('Shift');
  await hand.click([240, 80]);
  await keyboard.up('Shift');
  await done({ ...brush, combine: 'add', points: [150, 22, 12, 240, 80, 12] });
  await keyboard.down('Alt');
  await hand.click([90, 50]);
  await keyboard.up('Alt');
  await done({ ...brush, combine: 'subtract', points: [90, 50, 12] });
  await keyboard.press('e');
  await setTo(window, 'Hardness, %', 100);
  await hand.drag([200, 10], [200, 70]);
  await done({
    kind: 'stroke',
    hardness: 1,
    combine: 'subtract',
    points: [200, 10, 12, 200, 70, 12],
  });

  await choose(window, 'Edge brush');
  await setTo(window, 'Size, px', 140);
  await hand.click([384, 192]);
  await done({ kind: 'rectangle', combine: 'add', ...other });
  await choose(window, 'Magic wand');
  await hand.click([100, 100]);
  await done({ kind: 'rectangle', combine: 'add', ...thing });

  await choose(window, 'Lasso');
  await hand.drag([20, 180], [120, 170], [140, 250], [90, 210], [25, 290]);
  await done({
    kind: 'path',
    combine: 'add',
    points: [20, 180, 120, 170, 140, 250, 90, 210, 25, 290],
  });
  await choose(window, 'Polygon');
  await keyboard.down('Alt');
  await hand.click([50, 190]);
  await keyboard.up('Alt');
  for (const corner of [
    [300, 100],
    [100, 190],
    [93, 240],
  ] as const) {
    await hand.click(corner);
    if (corner[0] === 300) await keyboard.press('Backspace');
  }
  await keyboard.press('Enter');
  await done({ kind: 'path', combine: 'subtract', points: [50, 190, 100, 190, 93, 240] });

  await choose(window, 'Rectangle');
  await hand.press([180, 200], [210, 250]);
  const before = await editor.screenshot();
  await keyboard.down('Shift');
  // Shift makes the shape a square, although the pointer has not moved
  await expect.poll(async () => before.equals(await editor.screenshot())).toBe(false);
  await hand.continue([280, 240]);
  await window.mouse.up();
  await keyboard.up('Shift');
  await done({ kind: 'rectangle', combine: 'add', x: 180, y: 200, width: 100, height: 100 });
  await choose(window, 'Ellipse');
  await keyboard.down('Alt');
  await hand.drag([190, 220], [270, 280]);
  await keyboard.up('Alt');
  await done({ kind: 'ellipse', combine: 'subtract', x: 190, y: 220, width: 80, height: 60 });
  await choose(window, 'Fill');
  await hand.click([230, 250]);
  await done({ kind: 'ellipse', combine: 'add', x: 190, y: 220, width: 80, height: 60 });
  await expectSaved(window, meant);
  await takePictures(window, 'mask-editor-tools');

  await window.getByRole('button', { name: 'Feather', exact: true }).click();
  await done({ kind: 'feather', radius: 4 });
  await window.getByRole('button', { name: 'Grow', exact: true }).click();
  await done({ kind: 'grow', by: 4 });
  await keyboard.press('Control+i');
  await done({ kind: 'invert' });
  await choose(window, 'Ellipse');
  await keyboard.down('Shift');
  await keyboard.down('Alt');
  await hand.press([10, 10], [300, 200]);
  await keyboard.up('Shift');
  await keyboard.up('Alt');
  await window.mouse.up();
  await done({ kind: 'ellipse', combine: 'intersect', x: 10, y: 10, width: 290, height: 190 });
  await expectSaved(window, meant);

  // undoes everything, and redoes the first three operations
  for (let step = 0; step < meant.length; step += 1) await keyboard.press('Control+z');
  await expectSteps(window, 0);
  await expect(editor).toHaveAccessibleName(/, 0% kept$/);
  for (let step = 0; step < 3; step += 1) await keyboard.press('Control+Shift+z');
  await expectSaved(window, meant.slice(0, 3));
});

test.describe('on a high-density screen', () => {
  test.use({ deviceScaleFactor: 2 });

  test('pen, fingers and mouse draw at any zoom, and a cancelled gesture leaves no trace', async ({
    window,
    editor: _editor,
  }) => {
    const { keyboard, mouse } = window;
    await setTo(window, 'Size, px', 24);
    await setTo(window, 'Hardness, %', 70);
    const brush = { kind: 'stroke', combine: 'add', hardness: 0.7 } as const;
    const meant: Operation[] = [];
    const done = async (...points: number[]) => {
      meant.push({ ...brush, points });
      await expectSteps(window, meant.length);
    };

    let hand = await handOver(window, 100);
    await hand.drag([20, 20], [60, 30], [100, 24]);
    await done(20, 20, 12, 60, 30, 12, 100, 24, 12);
    for (let step = 0; step < 6; step += 1) {
      await bar(window).getByRole('button', { name: 'Zoom in' }).click();
    }
    hand = await handOver(window, 800);
    await drawWithPen(window, hand, [
      [[280, 224], 0.5],
      [[310.5, 234], 1],
      [[340, 224.25], 0.25],
    ]);
    await done(280, 224, 6, 310.5, 234, 12, 340, 224.3, 3);
    const fingers = await fingersOver(window, hand);
    await fingers.down([260, 304]);
    await fingers.move([320, 314]);
    await fingers.up();
    await done(260, 304, 12, 320, 314, 12);

    // a stroke continues while the pointer is outside the window
    await hand.press([250, 254], [210, 264], [140, 244]);
    expect(hand.at([140, 244]).x).toBeLessThan(0);
    await mouse.up();
    await done(250, 254, 12, 210, 264, 12, 140, 244, 12);
    // a finger does nothing during a stroke with the mouse
    await hand.press([380, 204], [380, 254]);
    await fingers.down([280, 334]);
    await fingers.up();
    await hand.continue([400, 304]);
    await mouse.up();
    await done(380, 204, 12, 380, 254, 12, 400, 304, 12);

    await expectKept(window, meant);
    await hand.press([280, 204], [380, 304]);
    await keyboard.press('Escape');
    await hand.continue([330, 324]);
    await mouse.up();
    await choose(window, 'Polygon');
    await hand.click([280, 204]);
    await hand.click([380, 224]);
    await hand.click([360, 324]);
    await keyboard.press('Escape');
    await choose(window, 'Rectangle');
    await hand.press([280, 204], [380, 304]);
    await keyboard.press('Escape');
    await mouse.up();
    // two fingers zoom, even if the first finger has started a stroke
    await choose(window, 'Brush');
    await fingers.down([300, 254]);
    await fingers.move([305, 254]);
    await fingers.down([305, 254], [340, 254]);
    await fingers.move([310, 254], [330, 254]);
    await fingers.up();
    await expect(bar(window).locator('output')).not.toHaveText('800%');
    await expectSaved(window, meant);
    await expectKept(window, meant);
  });
});

/** Returns a picture of the surface without the brush cursor. */
async function pictureOf(surface: Locator): Promise<Buffer> {
  await surface.page().mouse.move(2, 2);
  return surface.screenshot();
}

/** Like `pictureOf`, after drawing has finished. */
async function settledPictureOf(surface: Locator): Promise<Buffer> {
  let last = await pictureOf(surface);
  const isSettled = async (): Promise<boolean> => {
    const before = last;
    last = await pictureOf(surface);
    return last.equals(before);
  };
  await expect.poll(isSettled).toBe(true);
  return last;
}

/** Clears all canvases, as a reset of the graphics driver does. */
function loseCanvases(surface: Locator): Promise<void> {
  return surface.evaluate((element) => {
    for (const canvas of element.querySelectorAll('canvas')) canvas.getContext('2d')?.reset();
  });
}

/** Makes the pane narrower, and returns whether the overlay is drawn before the next frame. */
function isDrawnWhenResized(surface: Locator): Promise<boolean> {
  return surface.evaluate((element) => {
    const overlay = element.querySelectorAll('canvas')[1] as unknown as {
      width: number;
      height: number;
      getContext(kind: '2d'): {
        getImageData(x: number, y: number, w: number, h: number): { data: Uint8ClampedArray };
      };
    };
    const { ResizeObserver } = globalThis as unknown as {
      ResizeObserver: new (tell: () => void) => {
        observe(element: unknown): void;
        disconnect(): void;
      };
    };
    const { width } = overlay;
    return new Promise<boolean>((resolve) => {
      // observers are called in the order of their creation, so the editor has already resized its canvases
      const observer = new ResizeObserver(() => {
        if (overlay.width === width) return;
        observer.disconnect();
        const pixels = overlay.getContext('2d').getImageData(0, 0, overlay.width, overlay.height);
        resolve(pixels.data.some((value) => value > 0));
      });
      observer.observe(element);
      element.style.width = '90%';
    });
  });
}

test('a mask survives interrupted gestures, lost canvases, a resized window, a visit to another view and a crash, and is uploaded as drawn', async ({
  window,
  editor,
  studio,
  service,
  serviceFolder,
}) => {
  const { keyboard } = window;
  await window.setViewportSize({ width: 1000, height: 600 });
  const hand = await handOver(window, 'fit');
  await setTo(window, 'Size, px', 30);
  await setTo(window, 'Hardness, %', 100);
  const ways = [40, 90, 140].map((y) => [hand.near([40, y]), hand.near([300, y + 10])] as const);
  const strokes = ways.map(([from, to]): Operation => ({
    kind: 'stroke',
    combine: 'add',
    hardness: 1,
    points: [...from, 15, ...to, 15],
  }));
  for (const way of ways.slice(0, 2)) await hand.drag(...way);
  await expectSteps(window, 2);
  // the editor computes the kept share after the strokes
  await expectKept(window, strokes.slice(0, 2));

  // waits until the notice has disappeared, because its end would change the picture
  await expect(window.getByText('1 photo added')).toBeHidden();
  // simulates a reset of the graphics driver, and a tab that was suspended
  const before = await settledPictureOf(editor);
  await loseCanvases(editor);
  expect((await pictureOf(editor)).equals(before)).toBe(false);
  await editor
    .locator('canvas')
    .first()
    .evaluate((canvas) => canvas.dispatchEvent(new Event('contextrestored')));
  await expect.poll(async () => (await pictureOf(editor)).equals(before)).toBe(true);
  await loseCanvases(editor);
  await editor.evaluate(({ ownerDocument }) => {
    ownerDocument.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(async () => (await pictureOf(editor)).equals(before)).toBe(true);
  await expectSteps(window, 2);
  expect(await isDrawnWhenResized(editor)).toBe(true);
  await editor.evaluate((element) => void (element.style.width = ''));
  await expect.poll(async () => (await pictureOf(editor)).equals(before)).toBe(true);

  const label = await editor.getAttribute('aria-label');
  await window.getByRole('button', { name: 'Use mask' }).click();
  const field = parameter(window, 'mask');
  await expect(field).toContainText('Mask 1');
  // the editor computes the share from a smaller version of the mask
  const keptIn = (text: string | null) => Number(/([\d.]+)% kept/.exec(text ?? '')?.[1]);
  await expect
    .poll(async () => Math.abs(keptIn(await field.textContent()) - keptIn(label)))
    .toBeLessThan(0.11);

  await openEditor(window);
  // simulates that another window comes to the front before the user releases the button
  const [from, to] = ways[2]!;
  await hand.press(from, to);
  await editor.evaluate(({ ownerDocument }) => {
    ownerDocument.defaultView?.dispatchEvent(new Event('blur'));
  });
  await expectSteps(window, 3);
  await hand.continue([40, 190]);
  await window.mouse.up();
  await expectSteps(window, 3);
  await keyboard.press('Control+z');
  await expectSteps(window, 2);
  await goTo(window, 'Queue');
  await expect(editor).toBeHidden();
  // changes of a panel are saved after a short delay
  await expect.poll(() => maskLeftIn(studio.dataFolder)).toMatch(/\S/);
  await studio.stop('SIGKILL');
  await studio.start();
  const goOn = await holdBack(window, 'masks.at');
  await window.goto(studio.address());
  await goTo(window, 'Retouch');
  // clicks before the studio has returned the mask, which must not create a second mask
  await field.getByRole('button', { name: 'Draw mask' }).click();
  goOn();
  await expectSaved(window, strokes.slice(0, 2));
  // operations that were undone before the crash can be redone
  await keyboard.press('Control+y');
  await expectSaved(window, strokes);

  await window.getByRole('button', { name: 'Use mask' }).click();
  await generate(window).click();
  await expect.poll(() => service.records().executions.length).toBe(1);
  const masks = join(serviceFolder, 'masks');
  const [sent = ''] = await readdir(masks);
  await expectMask(join(masks, sent), strokes);
});
