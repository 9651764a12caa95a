import type { Locator } from '@playwright/test';
import { join } from 'node:path';
import sharp from 'sharp';
import { expectAccessible } from './hot-folders.ts';
import { expectNoEnglish } from './english.ts';
import { dragTo, middleOf } from './looking.ts';
import {
  carried,
  chooseAgent,
  copyAs,
  expect,
  film,
  films,
  generate,
  image,
  panel,
  parameter,
  runs,
  set,
  test,
  textOf,
} from './retouching.ts';
import { expectViewAtTwice, goToChinese, pick } from './views.ts';
import { takePictures } from './window.ts';

/** Drags an element by a distance in CSS px, in steps as a user does. */
async function dragBy(grip: Locator, x: number, y: number): Promise<void> {
  const from = await middleOf(grip);
  await dragTo(grip.page(), from, { x: from.x + x, y: from.y + y });
}

/** Downloads and decodes a picture at an address of the service. */
const pictureAt = async (address: unknown) =>
  sharp(await (await fetch(String(address))).arrayBuffer());

/** Returns the colour of a photo that has only one colour, at an address of the service. */
async function colourOf(address: unknown): Promise<string | undefined> {
  const { channels } = await (await pictureAt(address)).stats();
  const means = channels.map(({ mean }) => mean);
  return ['brown', 'green', 'blue'][means.indexOf(Math.max(...means))];
}

test('a photo is placed in its frame on the canvas, and photos are put into numbered slots', async ({
  window,
  service,
  retouch,
  shoot,
}) => {
  await chooseAgent(window, 'Expand image');
  const photo = retouch.getByRole('group', { name: /^Photo in frame/ });
  const right = retouch.getByRole('slider', { name: 'Right edge of the frame' });
  await expect(right).toHaveAttribute('aria-valuenow', '2048');
  await expect(photo).toHaveAccessibleName(/664 px from the left, 724 px from the top/);
  await expectAccessible(window);
  await expectViewAtTwice(window, 'frame-200-percent');

  await retouch.getByRole('button', { name: 'Marketplace' }).click();
  await expect(textOf(window, 'targetWidth')).toHaveValue('1600');
  await expect(textOf(window, 'targetHeight')).toHaveValue('1600');
  await expect(textOf(window, 'fillLeft')).toHaveValue('');

  // dragging changes the numbers
  await window.keyboard.down('Control');
  await dragBy(photo, 60, -35);
  await window.keyboard.up('Control');
  const number = async (name: string) => Number(await textOf(window, name).inputValue());
  await expect.poll(() => number('fillLeft')).toBeGreaterThan(440);
  await expect.poll(() => number('fillTop')).toBeLessThan(500);
  const left = await number('fillLeft');
  await dragBy(right, 40, 0);
  await expect.poll(() => number('targetWidth')).toBeGreaterThan(1600);
  await expect(textOf(window, 'fillLeft')).toHaveValue(String(left));

  // changing the numbers moves the photo
  await set(window, 'targetWidth', '1600');
  await set(window, 'fillLeft', '100');
  await expect(photo).toHaveAccessibleName(/ 100 px from the left/);
  const before = await photo.boundingBox();
  await set(window, 'fillLeft', '300');
  await expect.poll(async () => (await photo.boundingBox())?.x).toBeGreaterThan(before?.x ?? 0);

  // the keyboard changes the numbers and moves the photo, too
  await photo.focus();
  await photo.press('ArrowLeft');
  await photo.press('Shift+ArrowDown');
  await expect(textOf(window, 'fillLeft')).toHaveValue('299');
  await right.focus();
  await right.press('Shift+ArrowRight');
  await expect(textOf(window, 'targetWidth')).toHaveValue('1610');
  await right.press('Control+z');
  await expect(textOf(window, 'targetWidth')).toHaveValue('1600');

  // limits that depend on this photo are shown next to the field
  await set(window, 'fillLeft', '-713');
  await expect(parameter(window, 'fillLeft')).toContainText(
    '"Left margin" must be a whole number of pixels from -712 to 1592',
  );
  await expect(generate(window)).toHaveAttribute('aria-disabled', 'true');
  await set(window, 'fillLeft', '-700');
  await film(window, 'C.jpg').click({ modifiers: ['Control'] });
  await expect(panel(window).getByText(/skipped: C.jpg/)).toBeVisible();
  await expect(generate(window)).toHaveAccessibleName(/Generate \d+ images/);
  await film(window, 'A.jpg').click();

  // dragging the photo near the middle centres it and clears the number
  await set(window, 'fillLeft', '430');
  await dragBy(photo, 3, 0);
  await expect(parameter(window, 'fillLeft')).toContainText('centred');
  await set(window, 'targetWidth', '680');
  await retouch.getByRole('button', { name: 'Fit photo in frame' }).click();
  await expect(photo).toHaveAccessibleName(/ 0 px from the left, 517 px from the top/);
  await photo.focus();
  await photo.press('Shift+ArrowDown');
  await set(window, 'fillLeft', '-40');
  await retouch.getByRole('button', { name: 'Centre vertically' }).click();
  await set(window, 'batchCount', '1');
  await takePictures(window, 'frame-placed');
  await generate(window).click();
  await expect(runs(window).first()).toContainText('1 of 1 ready');
  expect(service.records().executions.at(-1)?.params).toEqual({
    targetWidth: 680,
    targetHeight: 1600,
    fillLeft: -40,
    batchCount: 1,
  });
  const sent = await pictureAt(service.records().tasks.at(-1)?.initParams['originalImage']);
  expect(await sent.metadata()).toMatchObject({ width: 680, height: 567 });

  // while a result is shown, the frame is hidden
  await image(window, 1).click();
  await expect(photo).toBeHidden();
  await image(window, 1).click();
  await expect(photo).toBeVisible();
  const frame = retouch.getByRole('button', { name: 'Frame', exact: true });
  await frame.click();
  await expect(photo).toBeHidden();
  await frame.click();

  await chooseAgent(window, 'Virtual try-on');
  const slots = panel(window).getByRole('region', { name: 'Reference photos' });
  const model = parameter(window, 'fashionModelImage');
  const background = parameter(window, 'locationImage');
  await expect(slots).toContainText('A.jpg');

  // a file that is dropped on a slot from another program goes into the slot, not to the filmstrip
  const [file, ...others] = await Promise.all([
    copyAs(join(shoot, 'C.jpg'), join(shoot, 'other'), 'Model.jpg'),
    copyAs(join(shoot, 'B.jpg'), join(shoot, 'other'), 'Unused.jpg'),
  ]);
  const dataTransfer = await carried(window, [file, ...others]);
  await model.dispatchEvent('dragover', { dataTransfer });
  await expect(retouch.getByText('Drop to add photos')).toBeHidden();
  await model.dispatchEvent('drop', { dataTransfer });
  await expect(model).toContainText('Model.jpg');
  await expect(model).toContainText('640 × 900');
  await expect(model.locator('img')).toHaveJSProperty('naturalHeight', 160);
  await expect(films(window)).toHaveCount(3);

  // a photo on the filmstrip can be dragged into a slot, and two slots can be swapped
  await film(window, 'C.jpg').dragTo(background);
  await expect(background).toContainText('C.jpg');
  await slots.getByRole('button', { name: 'Swap 2 and 3' }).click();
  await expect(background).toContainText('Model.jpg');
  await expect(model).toContainText('C.jpg');
  await takePictures(window, 'slots');
  await expectAccessible(window);
  await expectViewAtTwice(window);

  // a slot can be filled from the filmstrip with the keyboard and cleared, and problems appear next to the
  // slot
  await model.getByRole('button', { name: /: clear$/ }).press('Enter');
  await expect(model).toContainText('Drop or choose a photo');
  await model.getByRole('button', { name: /: choose from filmstrip$/ }).press('Enter');
  await window.getByRole('dialog').getByRole('button', { name: 'B.jpg' }).press('Enter');
  await expect(model).toContainText('B.jpg');
  await set(window, 'locationImage', join(shoot, 'gone.jpg'));
  await expect(background).toContainText(/gone.jpg/);
  await expect(background).toContainText('does not exist');
  await set(window, 'locationImage', join(shoot, 'other', 'Model.jpg'));

  await set(window, 'batchCount', '1');
  await set(window, 'textDescription', 'the person of image 2 wears the clothes of image 1');
  await generate(window).click();
  await expect(runs(window).filter({ hasText: '1 of 1 ready' })).toHaveCount(2);
  const init = service.records().tasks.at(-1)?.initParams ?? {};
  const slotNames = ['originalImage', 'fashionModelImage', 'locationImage'];
  const sentColours = slotNames.map((name) => colourOf(init[name]));
  expect(await Promise.all(sentColours)).toEqual(['brown', 'blue', 'green']);

  await goToChinese(window, '修图');
  await expect(window.getByRole('region', { name: '参考照片' })).toBeVisible();
  await expectNoEnglish(window, ['the person of image 2 wears the clothes of image 1']);
  await pick(window, /^智能体：/, '扩展图像');
  await expect(window.getByRole('slider', { name: '画框右边缘' })).toBeVisible();
  await expectNoEnglish(window, []);
});
