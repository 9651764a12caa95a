import type { Locator } from '@playwright/test';
import { expect, expectSteps, fingersOver, handOver, test } from './masking.ts';

/** What the surface shows, without the brush over it. */
async function pictureOf(surface: Locator): Promise<Buffer> {
  await surface.page().mouse.move(2, 2);
  return surface.screenshot();
}

/** As `pictureOf`, once nothing is drawn any more. */
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

/** Empties all canvases, as a graphics card does that is reset. */
function loseCanvases(surface: Locator): Promise<void> {
  return surface.evaluate((element) => {
    for (const canvas of element.querySelectorAll('canvas')) canvas.getContext('2d')?.reset();
  });
}

test('what takes a gesture or the picture away loses nothing and leaves nothing behind', async ({
  window,
  editor,
}) => {
  const { mouse } = window;
  const hand = await handOver(window, 'fit');

  // out of the window and let go of there
  await hand.press([144, 96], [240, 112]);
  await mouse.move(-60, 300);
  await mouse.move(-80, 340);
  await mouse.up();
  await expectSteps(window, 1);

  // another window comes to the front
  await hand.press([96, 192], [192, 208]);
  await editor.evaluate(({ ownerDocument }) => {
    ownerDocument.defaultView?.dispatchEvent(new Event('blur'));
  });
  await expectSteps(window, 2);
  await hand.continue([288, 256]);
  await mouse.up();

  // a finger while the mouse draws does nothing
  const fingers = await fingersOver(window, hand);
  await hand.press([288, 64], [336, 80]);
  await fingers.down([96, 288]);
  await fingers.move([144, 288]);
  await fingers.up();
  await hand.continue([384, 64]);
  await mouse.up();
  await expectSteps(window, 3);

  const before = await settledPictureOf(editor);
  await loseCanvases(editor);
  expect((await pictureOf(editor)).equals(before)).toBe(false);
  await editor
    .locator('canvas')
    .first()
    .evaluate((canvas) => canvas.dispatchEvent(new Event('contextrestored')));
  await expect.poll(async () => (await pictureOf(editor)).equals(before)).toBe(true);

  // a tab that slept comes back
  await loseCanvases(editor);
  await editor.evaluate(({ ownerDocument }) => {
    ownerDocument.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(async () => (await pictureOf(editor)).equals(before)).toBe(true);
  await expectSteps(window, 3);
});
