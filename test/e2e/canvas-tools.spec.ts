import type { Locator, Page } from '@playwright/test';
import { join } from 'node:path';
import sharp from 'sharp';
import { expectAccessible, expectNoOverflow } from './drop-folders.ts';
import { expectNoEnglish } from './english.ts';
import {
  carried,
  chooseAgent,
  copyAs,
  expect,
  film,
  films,
  generate,
  panel,
  parameter,
  runs,
  set,
  test,
} from './retouching.ts';
import { takePicture, takePictures } from './window.ts';

const field = (window: Page, name: string) => parameter(window, name).getByRole('textbox');

/** Drags something by CSS px, in steps as a hand does. */
async function dragBy(grip: Locator, x: number, y: number, at?: Locator): Promise<void> {
  const box = await (at ?? grip).boundingBox();
  if (box === null) throw new Error('there is nothing to drag');
  const { mouse } = grip.page();
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(from.x + x / 2, from.y + y / 2);
  await mouse.move(from.x + x, from.y + y);
  await mouse.up();
}

/** What a photo of one colour shows, at its address at the service. */
async function colourOf(address: unknown): Promise<string | undefined> {
  const answer = await fetch(String(address));
  const { channels } = await sharp(Buffer.from(await answer.arrayBuffer())).stats();
  const means = channels.map(({ mean }) => mean);
  return ['brown', 'green', 'blue'][means.indexOf(Math.max(...means))];
}

test('a photo is put into its frame on the canvas, and the numbers say where', async ({
  window,
  service,
  retouch,
}) => {
  await chooseAgent(window, 'Expand image');
  const photo = retouch.getByRole('group', { name: /^Photo in its frame/ });
  const right = retouch.getByRole('slider', { name: 'Right edge of the frame' });
  await expect(right).toHaveAttribute('aria-valuenow', '2048');
  await expect(photo).toHaveAccessibleName(/664 px from the left, 724 px from the top/);
  await expectAccessible(window);
  await window.setViewportSize({ width: 640, height: 400 });
  await expectNoOverflow(window);
  await takePicture(window, 'frame-200-percent');
  await window.setViewportSize({ width: 1280, height: 800 });

  await retouch.getByRole('button', { name: 'Marketplace' }).click();
  await expect(field(window, 'targetWidth')).toHaveValue('1600');
  await expect(field(window, 'targetHeight')).toHaveValue('1600');
  await expect(field(window, 'fillLeft')).toHaveValue('');

  // the drag writes the numbers
  await window.keyboard.down('Control');
  await dragBy(photo, 60, -35);
  await window.keyboard.up('Control');
  const number = async (name: string) => Number(await field(window, name).inputValue());
  await expect.poll(() => number('fillLeft')).toBeGreaterThan(440);
  await expect.poll(() => number('fillTop')).toBeLessThan(500);
  const left = await number('fillLeft');
  await dragBy(right, 40, 0);
  await expect.poll(() => number('targetWidth')).toBeGreaterThan(1600);
  await expect(field(window, 'fillLeft')).toHaveValue(String(left));

  // the numbers move the photo
  await set(window, 'targetWidth', '1600');
  await set(window, 'fillLeft', '100');
  await expect(photo).toHaveAccessibleName(/ 100 px from the left/);
  const before = await photo.boundingBox();
  await set(window, 'fillLeft', '300');
  await expect.poll(async () => (await photo.boundingBox())?.x).toBeGreaterThan(before?.x ?? 0);

  // the keyboard does both
  await photo.focus();
  await photo.press('ArrowLeft');
  await photo.press('Shift+ArrowDown');
  await expect(field(window, 'fillLeft')).toHaveValue('299');
  await right.focus();
  await right.press('Shift+ArrowRight');
  await expect(field(window, 'targetWidth')).toHaveValue('1610');
  await right.press('Control+z');
  await expect(field(window, 'targetWidth')).toHaveValue('1600');

  // limits of this photo are told beside the field
  await set(window, 'fillLeft', '-713');
  await expect(parameter(window, 'fillLeft')).toContainText(
    'Photo from the left must be a whole number of pixels from -712 to 1592',
  );
  await expect(generate(window)).toHaveAttribute('aria-disabled', 'true');
  await set(window, 'fillLeft', '-700');
  await film(window, 'C.jpg').click({ modifiers: ['Control'] });
  await expect(panel(window).getByText(/left out: C.jpg/)).toBeVisible();
  await expect(generate(window)).toHaveAccessibleName(/Generate \d+ images/);
  await film(window, 'A.jpg').click();

  // dragged near the middle it is centred, and says no number
  await set(window, 'fillLeft', '430');
  await dragBy(photo, 3, 0);
  await expect(parameter(window, 'fillLeft')).toContainText('centred');
  await set(window, 'targetWidth', '680');
  await retouch.getByRole('button', { name: 'Bring all of the photo into the frame' }).click();
  await expect(photo).toHaveAccessibleName(/ 0 px from the left, 517 px from the top/);
  await photo.focus();
  await photo.press('Shift+ArrowDown');
  await set(window, 'fillLeft', '-40');
  await retouch.getByRole('button', { name: 'Centre the photo between top and bottom' }).click();
  await set(window, 'batchCount', '1');
  await takePictures(window, 'frame-placed');
  await generate(window).click();
  await expect(runs(window).first()).toContainText('1 of 1 ready');
  expect(service.books().executions.at(-1)?.params).toEqual({
    targetWidth: 680,
    targetHeight: 1600,
    fillLeft: -40,
    batchCount: 1,
  });
  const sent = await fetch(String(service.books().tasks.at(-1)?.initParams['originalImage']));
  expect(await sharp(Buffer.from(await sent.arrayBuffer())).metadata()).toMatchObject({
    width: 680,
    height: 567,
  });

  // a result is looked at without it
  await runs(window)
    .getByRole('button', { name: /^Image 1/ })
    .click();
  await expect(photo).toBeHidden();
  await runs(window)
    .getByRole('button', { name: /^Image 1/ })
    .click();
  await expect(photo).toBeVisible();
  await retouch.getByRole('button', { name: 'Frame', exact: true }).click();
  await expect(photo).toBeHidden();
});

test('photos are put into numbered slots, and go out in the fields of their numbers', async ({
  window,
  service,
  retouch,
  shoot,
}) => {
  await chooseAgent(window, 'Virtual try-on');
  const slots = panel(window).getByRole('region', { name: 'Photos by number' });
  const model = parameter(window, 'fashionModelImage');
  const background = parameter(window, 'locationImage');
  await expect(slots).toContainText('A.jpg');

  // a file from another program is the slot's, and none of the filmstrip's
  const [file, ...others] = await Promise.all([
    copyAs(join(shoot, 'C.jpg'), join(shoot, 'other'), 'Model.jpg'),
    copyAs(join(shoot, 'B.jpg'), join(shoot, 'other'), 'Unused.jpg'),
  ]);
  const dataTransfer = await carried(window, [file, ...others]);
  await model.dispatchEvent('dragover', { dataTransfer });
  await expect(retouch.getByText('Let go to put them on the filmstrip')).toBeHidden();
  await model.dispatchEvent('drop', { dataTransfer });
  await expect(model).toContainText('Model.jpg');
  await expect(model).toContainText('640 × 900');
  await expect(model.locator('img')).toHaveJSProperty('naturalHeight', 160);
  await expect(films(window)).toHaveCount(3);

  // a photo of the filmstrip is dragged there, and swapped
  await film(window, 'C.jpg').dragTo(background);
  await expect(background).toContainText('C.jpg');
  await slots.getByRole('button', { name: 'Swap 2 and 3' }).click();
  await expect(background).toContainText('Model.jpg');
  await expect(model).toContainText('C.jpg');
  await takePictures(window, 'slots');
  await expectAccessible(window);
  await window.setViewportSize({ width: 640, height: 400 });
  await expectNoOverflow(window);
  await window.setViewportSize({ width: 1280, height: 800 });

  // by keyboard from the filmstrip, cleared, and refused beside the slot
  await model.getByRole('button', { name: /: clear$/ }).press('Enter');
  await expect(model).toContainText('Drop a photo here');
  await model.getByRole('button', { name: /: take from the filmstrip$/ }).press('Enter');
  await window.getByRole('dialog').getByRole('button', { name: 'B.jpg' }).press('Enter');
  await expect(model).toContainText('B.jpg');
  await set(window, 'locationImage', join(shoot, 'gone.jpg'));
  await expect(background).toContainText(/gone.jpg/);
  await expect(background.locator('.trouble')).toBeVisible();
  await set(window, 'locationImage', join(shoot, 'other', 'Model.jpg'));

  await set(window, 'batchCount', '1');
  await set(window, 'textDescription', 'the person of image 2 wears the clothes of image 1');
  await generate(window).click();
  await expect(runs(window).first()).toContainText('1 of 1 ready');
  const init = service.books().tasks.at(-1)?.initParams ?? {};
  expect(await colourOf(init['originalImage'])).toBe('brown');
  expect(await colourOf(init['fashionModelImage'])).toBe('blue');
  expect(await colourOf(init['locationImage'])).toBe('green');

  await window.getByRole('link', { name: 'Settings' }).click();
  await window.getByRole('combobox', { name: /^Language:/ }).click();
  await window.getByRole('option', { name: '简体中文' }).click();
  await window.getByRole('link', { name: '修图' }).first().click();
  await expect(window.getByRole('region', { name: '按编号的照片' })).toBeVisible();
  await expectNoEnglish(window, ['the person of image 2 wears the clothes of image 1']);
  await window.getByRole('combobox', { name: /^智能体：/ }).click();
  await window.getByRole('option', { name: '扩展图像' }).click();
  await expect(window.getByRole('slider', { name: '画框右边缘' })).toBeVisible();
  await expectNoEnglish(window, []);
});
