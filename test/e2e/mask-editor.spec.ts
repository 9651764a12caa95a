import type { WebSocketRoute } from '@playwright/test';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { holdBack } from './hold-back.ts';
import { expectAccessible } from './hot-folders.ts';
import { bar, choose, expectSteps, handOver, openEditor, test } from './masking.ts';
import {
  carried,
  chooseAgent,
  enter,
  expect,
  film,
  films,
  generate,
  give,
  panel,
  parameter,
  runs,
  set,
} from './retouching.ts';
import { expectViewAtTwice, messages } from './views.ts';
import { takePictures } from './window.ts';

test('a mask can be renamed, loaded, undone, used on several photos, and painted while the studio is unreachable', async ({
  window,
  editor,
  shoot,
}) => {
  const { keyboard } = window;
  await mkdir(join(shoot, 'more'));
  const like = async (name: string, width: number, height: number, background = '#8a8a8a') => {
    const file = join(shoot, 'more', name);
    await sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toFile(file);
    return file;
  };
  const left = { create: { width: 320, height: 528, channels: 3 as const, background: '#fff' } };
  const half = join(shoot, 'more', 'mask.png');
  await sharp({ create: { width: 640, height: 528, channels: 3, background: '#000' } })
    .composite([{ input: left, left: 0, top: 0 }])
    .png()
    .toFile(half);
  const tall = await like('tall.png', 528, 640);

  // the button Use mask is disabled until there are changes, and single keys choose tools
  const use = bar(window).getByRole('button', { name: 'Use mask' });
  await expect(use).toHaveAttribute('aria-disabled', 'true');
  await expect(editor).toBeFocused();
  await keyboard.press('p');
  const tools = window.getByRole('radiogroup', { name: 'Tools' });
  await expect(tools.getByRole('radio', { name: 'Polygon' })).toBeChecked();
  await keyboard.press('x');
  await expect(window.getByRole('radio', { name: "Don't keep" })).toBeChecked();
  await keyboard.press('x');

  // a file replaces the mask, including strokes drawn while the file loads, in one step that Undo reverts
  const finishLoading = await holdBack(window, 'masks.load');
  await window.reload();
  await expectSteps(window, 0);
  const hand = await handOver(window, 'fit');
  await choose(window, 'Rectangle');
  await editor.dispatchEvent('dragover', { dataTransfer: await carried(window, [half]) });
  await expect(window.getByText('Drop to load')).toBeVisible();
  await editor.dispatchEvent('drop', { dataTransfer: await carried(window, [half]) });
  await expect(window.getByText('Reading mask…')).toBeVisible();
  await hand.drag([300, 100], [400, 200]);
  await expectSteps(window, 1);
  finishLoading();
  await expect(editor).toHaveAccessibleName(/50(\.\d)?% kept$/);
  const undo = messages(window).getByRole('button', { name: 'Undo' });
  await undo.click();
  await expectSteps(window, 1);
  await expect(editor).toHaveAccessibleName(/3\.0% kept$/);
  await keyboard.press('Control+Shift+z');
  await expectSteps(window, 2);
  await keyboard.press('Control+z');
  await expectSteps(window, 1);
  await expect(editor).toHaveAccessibleName(/3\.0% kept$/);
  await keyboard.press('Control+i');
  await expectSteps(window, 2);
  await expect(window.getByText('97.0% of the photo is kept')).toBeVisible();

  // masks can be renamed, duplicated, removed and restored
  const masks = window.getByRole('list', { name: 'Masks of this photo' });
  await masks.getByRole('button', { name: 'Mask 1: more actions' }).click();
  await window.getByRole('menuitem', { name: 'Rename' }).click();
  await masks.getByRole('textbox', { name: 'Mask name' }).fill('All but the middle');
  await keyboard.press('Enter');
  await masks.getByRole('button', { name: 'All but the middle: more actions' }).click();
  await window.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(masks.getByRole('listitem')).toHaveCount(2);
  // waits until the copy is open, because opening it closes menus
  await expect(masks.getByRole('button', { name: 'Mask 2, open' })).toBeVisible();
  await masks.getByRole('button', { name: 'Mask 2: more actions' }).click();
  await window.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(masks.getByRole('listitem')).toHaveCount(1);
  await undo.last().click();
  await expect(masks.getByRole('listitem')).toHaveCount(2);
  await expect(masks.getByRole('button', { name: 'All but the middle, open' })).toBeVisible();
  await expectSteps(window, 2);

  // painting continues while the studio does not respond, and everything is saved afterwards
  let isCut = true;
  const ways: WebSocketRoute[] = [];
  await window.routeWebSocket(/\/studio$/, async (way) => {
    if (isCut) return way.close();
    way.connectToServer();
    ways.push(way);
  });
  isCut = false;
  await window.reload();
  await expectSteps(window, 2);
  await expect(editor).toHaveAccessibleName(/97\.0% kept$/);
  isCut = true;
  for (const way of ways) await way.close();
  await hand.drag([310, 110], [360, 160]);
  await expect(bar(window)).toContainText('Not saved yet');
  await expect(window.getByText('Keep painting')).toBeVisible();
  await keyboard.press('Control+z');
  await keyboard.press('Control+y');
  isCut = false;
  await expectSteps(window, 3);
  await window.reload();
  await expectSteps(window, 3);

  // a mask can be used on several photos that are selected while the editor is open
  const further = [await like('same.png', 640, 528), await like('half.png', 320, 264), tall];
  await give(window, further);
  await expect(film(window, 'tall.png')).toBeVisible();
  await expectSteps(window, 3);
  await film(window, 'tall.png').click({ modifiers: ['Shift'] });
  await expect(window.getByText('1 is scaled')).toBeVisible();
  await expect(window.getByText("1 can't be used: different aspect ratio")).toBeVisible();
  await expectAccessible(window);
  await takePictures(window, 'mask-editor');
  await expectViewAtTwice(window);
  await keyboard.press('Escape');
  const field = parameter(window, 'mask');
  await expect(field.getByRole('button', { name: 'Draw mask' })).toBeFocused();

  // a mask file is applied; if it cannot be applied, the editor says why and keeps the current mask
  await film(window, 'things.png').click();
  const fileOf = field.locator('input[type=file]');
  await fileOf.setInputFiles(half);
  await expect(field).toContainText('mask.png');
  await expect(field).toContainText('640 × 528 px');
  await expect(field).toContainText(/\b50(\.\d)?% kept/);
  await fileOf.setInputFiles(await like('white.png', 640, 528, '#ffffff'));
  await expect(messages(window)).toContainText('white.png" keeps the whole image');
  await expect(field).toContainText('mask.png');
});

test('Select subject shows the subject and selects it in one step that Undo reverts', async ({
  window,
}) => {
  await enter(window);
  await give(window, [lightPhotograph('handbag-cognac.jpg')]);
  await chooseAgent(window, 'Remove background');
  await set(window, 'maskType', 'Custom mask');
  await openEditor(window);
  await bar(window).getByRole('button', { name: 'Select subject' }).hover();
  await expectSteps(window, 0);
  await window.keyboard.press('a');
  await expectSteps(window, 1);
  // the share in the true mask of this photograph
  const editor = window.getByRole('img', { name: /^Photo, 34\.\d% kept$/ });
  await expect(editor).toBeVisible();
  await window.keyboard.press('Control+z');
  await expectSteps(window, 0);
});

test('subjects are selected on all chosen photos, and each runs with its own mask', async ({
  window,
}) => {
  await enter(window);
  await give(window, [
    lightPhotograph('handbag-cognac.jpg'),
    lightPhotograph('watch-steel.jpg'),
    lightPhotograph('hubble-deep-field.jpg'),
  ]);
  await chooseAgent(window, 'Remove background');
  await set(window, 'maskType', 'Custom mask');
  await expect(films(window)).toHaveCount(3);
  await window.getByRole('listbox', { name: 'Filmstrip' }).focus();
  await window.keyboard.press('Control+a');
  const field = parameter(window, 'mask');
  await field.getByRole('button', { name: 'Select subject on all 3' }).click();
  await expect(messages(window)).toContainText('Subjects selected on 2 photos', {
    timeout: 120_000,
  });
  await expect(messages(window)).toContainText('No mask was created for 1 photo');
  await expect(messages(window)).toContainText('no subject in hubble-deep-field.jpg');
  await expect(field).toContainText("Each photo's own mask");
  await expect(panel(window)).toContainText('1 photo has no mask of its own and is skipped');
  await takePictures(window, 'mask-series');
  await expectAccessible(window);

  // a selected subject that the user then edits is still that photo's own mask
  await film(window, 'watch-steel.jpg').click();
  await expect(field).toContainText('This photo: Mask 1');
  await openEditor(window);
  await window.keyboard.press('Control+i');
  await expectSteps(window, 2);
  await bar(window).getByRole('button', { name: 'Use mask' }).click();
  await expect(field).toContainText("Each photo's own mask");
  await generate(window).click();
  await expect(runs(window).first()).toContainText('1 of 1 ready');
});
