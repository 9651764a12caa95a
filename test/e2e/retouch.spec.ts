import { basename, join } from 'node:path';
import { dragFrom } from './dragging.ts';
import { expectAccessible, expectNoOverflow } from './drop-folders.ts';
import { expectNoEnglish } from './english.ts';
import {
  chooseAgent,
  copyAs,
  dropOn,
  enter,
  expect,
  fillStrip,
  film,
  films,
  generate,
  give,
  image,
  imagesIn,
  panel,
  parameter,
  runs,
  set,
  test,
} from './retouching.ts';
import { takePicture, takePictures } from './window.ts';

const executed = (service: { books(): { executions: readonly unknown[] } }) =>
  service.books().executions.length;

test('a photo is worked on: refused in words, generated, watched, marked and run again', async ({
  window,
  studio,
  service,
  retouch,
}) => {
  await chooseAgent(window, 'AI pose');
  await expect(generate(window)).toHaveAttribute('aria-disabled', 'true');
  await expect(panel(window)).toContainText(/Describe the new pose: give “/);
  await window.keyboard.press('Control+Enter');
  await expect(parameter(window, 'textDescription').getByRole('textbox')).toBeFocused();
  await set(window, 'batchCount', '17');
  await expect(parameter(window, 'batchCount')).toContainText('must be');
  expect(executed(service)).toBe(0);

  await set(window, 'batchCount', '2');
  await set(window, 'textDescription', 'walks towards the camera');
  await expect(generate(window)).toHaveAccessibleName(/Generate 2 images/);
  await window.keyboard.press('Control+Enter');
  await expect(image(window, 2)).toBeVisible();
  await expect(generate(window)).toHaveAttribute('aria-disabled', 'true');
  await expect(panel(window)).toContainText('being made of this photo already');
  await expect(runs(window).first()).toContainText('2 of 2 ready');
  await expect(film(window, 'A.jpg')).toHaveAccessibleName('A.jpg, 2 results');
  const results = await imagesIn(join(studio.dataFolder, 'Results'));
  expect(results).toHaveLength(2);
  const dragged = (await dragFrom(window, image(window, 1))).data['downloadurl']?.split(':');
  expect(results.map((file) => basename(file))).toContain(dragged?.[1]);

  await image(window, 1).click();
  await expect(window).toHaveURL(/result=\d+/);
  await expect(retouch.getByRole('group', { name: /^Photo and result/ })).toBeVisible();
  await window.keyboard.press('p');
  await expect(image(window, 1)).toHaveAccessibleName(/picked/);
  await window.keyboard.press('4');
  await expect(image(window, 1)).toHaveAccessibleName('Image 1, picked, 4 stars');
  await window.keyboard.press('x');
  await expect(image(window, 1)).toHaveAccessibleName(/rejected, 4 stars/);
  await parameter(window, 'textDescription').getByRole('textbox').press('u');
  await expect(image(window, 1)).toHaveAccessibleName(/rejected/);
  await set(window, 'textDescription', 'walks towards the camera');

  await expect(generate(window)).toHaveAccessibleName(/Generate 2 more/);
  await generate(window).click();
  await expect.poll(() => executed(service)).toBe(2);
  await expect(runs(window).filter({ hasText: '2 of 2 ready' })).toHaveCount(2);
  expect(service.books().tasks).toHaveLength(1);

  await retouch.getByRole('button', { name: 'Request PSD' }).click();
  await expect(retouch.getByText('PSD delivered')).toBeVisible();
  expect(executed(service)).toBe(2);
});

test.describe('while executions take their time', () => {
  test.use({ executionMs: 4000 });

  test('several runs go side by side, and a selection is run as one', async ({
    window,
    service,
    retouch,
  }) => {
    await chooseAgent(window, 'Remove background');
    await set(window, 'batchCount', '1');
    await set(window, 'backgroundHex', '#ffffff');
    await generate(window).click();
    await expect(runs(window)).toHaveCount(1);
    await set(window, 'backgroundHex', '#000000');
    await generate(window).click();
    await expect(runs(window)).toHaveCount(2);
    await film(window, 'B.jpg').click();
    await expect(runs(window)).toHaveCount(0);
    await film(window, 'C.jpg').click({ modifiers: ['Control'] });
    await film(window, 'A.jpg').click({ modifiers: ['Shift'] });
    await expect(films(window).and(window.locator('[aria-selected="true"]'))).toHaveCount(3);
    await set(window, 'backgroundHex', '#808080');
    await expect(generate(window)).toHaveAccessibleName(/Generate 3 images \(3 photos\)/);
    await generate(window).click();
    await expect.poll(() => executed(service), { timeout: 30_000 }).toBe(5);
    await expect(film(window, 'A.jpg')).toHaveAccessibleName(/A.jpg, 3 results/, {
      timeout: 40_000,
    });
    await expect(retouch.getByText('1 of 1 ready').first()).toBeVisible();

    // of a selection the button says what becomes of which photo
    await expect(film(window, 'C.jpg')).toHaveAccessibleName(/1 result$/, { timeout: 40_000 });
    await film(window, 'A.jpg').click();
    await expect(generate(window)).toHaveAccessibleName(/Generate 1 more/);
    await set(window, 'backgroundHex', '#ffffff');
    await generate(window).click();
    await expect(panel(window)).toContainText('being made of this photo already');
    await film(window, 'C.jpg').click({ modifiers: ['Shift'] });
    await expect(generate(window)).toHaveAccessibleName(/Generate 2 images \(2 photos\)/);
    await expect(panel(window)).toContainText('2 photos are new.');
    await expect(panel(window)).toContainText('1 photo is under way already and left out.');
    await takePictures(window, 'retouch-selection');
    await set(window, 'backgroundHex', '#808080');
    await expect(generate(window)).toHaveAccessibleName(/Generate 3 images \(3 photos\)/);
    await expect(panel(window)).toContainText('3 photos have this already and get one more');
  });

  test('a run is not lost with the room or the program, and nothing is bought twice', async ({
    window,
    studio,
    service,
    retouch,
    complaints,
  }) => {
    await chooseAgent(window, 'AI pose');
    await set(window, 'batchCount', '2');
    await set(window, 'textDescription', 'turns to the left');
    await film(window, 'B.jpg').click();
    await generate(window).click();
    await expect(runs(window)).toHaveCount(1);
    await window.getByRole('link', { name: 'Queue' }).first().click();
    await expect(retouch).toBeHidden();
    await enter(window);
    await expect(film(window, 'B.jpg')).toHaveAttribute('aria-selected', 'true');
    await expect(window).toHaveURL(/photo=2/);
    await expect(parameter(window, 'textDescription').getByRole('textbox')).toHaveValue(
      'turns to the left',
    );

    await expect.poll(() => executed(service), { timeout: 30_000 }).toBe(1);
    await studio.stop('SIGKILL');
    await expect(window.getByText('Darkslide does not answer.').first()).toBeVisible();
    await expect(generate(window)).toHaveAttribute('aria-disabled', 'true');
    await expect(film(window, 'B.jpg')).toBeVisible();
    await studio.start();
    await window.goto(`${studio.address()}#/retouch?photo=2`);
    await expect(film(window, 'B.jpg')).toHaveAttribute('aria-selected', 'true');
    await expect(panel(window).getByRole('combobox', { name: 'Agent: AI pose' })).toBeVisible();
    await expect(parameter(window, 'textDescription').getByRole('textbox')).toHaveValue(
      'turns to the left',
    );
    await expect(runs(window).first()).toContainText('2 of 2 ready', { timeout: 40_000 });
    expect(executed(service)).toBe(1);
    expect(await imagesIn(join(studio.dataFolder, 'Results'))).toHaveLength(2);
    // the page complained of the way that was cut
    complaints.length = 0;
  });
});

test('a run that nothing was paid for is cancelled, and taken back', async ({
  window,
  service,
  retouch,
}) => {
  await window.getByRole('link', { name: 'Drop folders' }).click();
  await window.getByRole('button', { name: 'Pause all' }).first().click();
  await enter(window);
  await chooseAgent(window, 'Remove background');
  await set(window, 'batchCount', '1');
  await generate(window).click();
  await expect(retouch.getByText('Nothing is paid for it yet.')).toBeVisible();
  await retouch.getByRole('button', { name: 'Cancel' }).click();
  await expect(runs(window).first()).toContainText('cancelled');
  const notices = window.getByRole('region', { name: 'Messages' });
  await expect(notices).toContainText('Nothing was paid for it.');
  await notices.getByRole('button', { name: 'Undo' }).click();
  await expect(runs(window).first()).toContainText('waiting');
  expect(executed(service)).toBe(0);
});

test('settings are saved as a recipe, taken back from one, and from a run', async ({
  window,
  retouch,
}) => {
  await chooseAgent(window, 'Remove background');
  await set(window, 'batchCount', '1');
  await set(window, 'backgroundHex', '#123456');
  await panel(window).getByRole('button', { name: 'Save as recipe' }).click();
  await panel(window).getByRole('textbox', { name: 'Name of the recipe' }).fill('Night blue');
  await window.keyboard.press('Enter');
  await expect(panel(window).getByRole('button', { name: /Recipe: Night blue/ })).toBeVisible();
  await generate(window).click();
  await expect(runs(window).first()).toContainText('1 of 1 ready');

  await set(window, 'backgroundHex', '#654321');
  await expect(panel(window)).toContainText('changed');
  await panel(window).getByRole('button', { name: 'Update' }).click();
  await expect(panel(window).getByRole('button', { name: 'Update' })).toBeHidden();
  await chooseAgent(window, 'AI pose');
  await panel(window)
    .getByRole('button', { name: /^Recipe:/ })
    .click();
  await window.getByRole('menuitem', { name: /Night blue/ }).click();
  await expect(parameter(window, 'backgroundHex').getByRole('textbox').first()).toHaveValue(
    '#654321',
  );

  await retouch.getByRole('button', { name: 'Settings of this run' }).click();
  await expect(window.getByRole('definition').filter({ hasText: '#123456' })).toBeVisible();
  await window.keyboard.press('Escape');
  await retouch.getByRole('button', { name: 'More for this run' }).click();
  await window.getByRole('menuitem', { name: 'Take its settings' }).click();
  await expect(parameter(window, 'backgroundHex').getByRole('textbox').first()).toHaveValue(
    '#123456',
  );

  await image(window, 1).click();
  await retouch.getByRole('button', { name: 'More for this run' }).click();
  await window.getByRole('menuitem', { name: 'Use the result' }).click();
  await expect(films(window)).toHaveCount(4);
  await expect(films(window).nth(3)).toHaveAttribute('aria-selected', 'true');
});

test('photos are taken and refused, and what vanished says so', async ({
  window,
  shoot,
  studio,
  service,
  retouch,
}) => {
  const odd = await copyAs(join(shoot, 'A.jpg'), shoot, `${'ü'.repeat(90)} صورة.jpg`);
  await give(window, [odd, join(import.meta.dirname, 'window.ts')]);
  // the same content is the same photo, under its newest name
  await expect(window.getByRole('region', { name: 'Messages' })).toContainText(
    '1 file was not taken.',
  );
  await expect(films(window)).toHaveCount(3);
  await expect(films(window).first()).toHaveAccessibleName(/صورة/);
  await expectNoOverflow(window);

  const kept = (await imagesIn(join(studio.dataFolder, 'photos'))).find((name) =>
    name.endsWith('B.jpg'),
  );
  await copyAs(join(shoot, 'C.jpg'), join(studio.dataFolder, 'photos'), kept ?? '');
  await film(window, 'B.jpg').click();
  await expect(retouch.getByText('is not the photo any more').first()).toBeVisible();
  await chooseAgent(window, 'Remove background');
  await set(window, 'batchCount', '1');
  await window.keyboard.press('Escape');
  await films(window)
    .first()
    .click({ modifiers: ['Shift'] });
  await generate(window).click();
  await expect(window.getByRole('region', { name: 'Messages' })).toContainText(
    '1 photo was not run, and nothing was paid for it.',
  );
  await expect.poll(() => executed(service)).toBe(1);

  await film(window, 'B.jpg').click();
  await window.keyboard.press('Delete');
  await expect(films(window)).toHaveCount(2);
});

test('photos are dropped anywhere in the room', async ({ window, shoot, complaints }) => {
  const room = await enter(window);
  await expect(room.getByText('No photos yet')).toBeVisible();
  await expectAccessible(window);
  await takePictures(window, 'retouch-empty');
  await dropOn(room, [join(shoot, 'A.jpg'), join(shoot, 'C.jpg')]);
  await expect(films(window)).toHaveCount(2);
  await expect(window).toHaveURL(/photo=1/);
  await expect(room.getByText('Let go')).toBeHidden();
  expect(complaints).toEqual([]);
});

test.describe('with 2,000 photos', () => {
  test.use({ prepare: ({ host: _host }, use) => use((dataFolder) => fillStrip(dataFolder, 2000)) });

  test('the filmstrip stays small, and is gone through by key and by choice', async ({
    window,
  }) => {
    await enter(window);
    const strip = window.getByRole('listbox', { name: 'Photos' });
    await expect(films(window).first()).toHaveAttribute('aria-setsize', '2000');
    expect(await films(window).count()).toBeLessThan(60);
    await strip.focus();
    await window.keyboard.press('End');
    await expect(film(window, 'IMG_1999.jpg')).toBeInViewport();
    await expect(film(window, 'IMG_1999.jpg')).toHaveAttribute('aria-selected', 'true');
    expect(await films(window).count()).toBeLessThan(60);
    await window.keyboard.press('Control+a');
    await chooseAgent(window, 'Remove background');
    await set(window, 'batchCount', '1');
    await expect(generate(window)).toHaveAccessibleName(/Generate 2,000 images \(2,000 photos\)/);
    await window.reload();
    await expect(film(window, 'IMG_1999.jpg')).toBeInViewport();
    await expect(generate(window)).toHaveAccessibleName(/Generate 1 image/);
  });
});

test('the keyboard alone does it all', async ({ window, retouch }) => {
  await films(window).first().click();
  await expect(window.getByRole('listbox', { name: 'Photos' })).toBeFocused();
  await window.keyboard.press('ArrowRight');
  await expect(window).toHaveURL(/photo=2/);
  await window.keyboard.press('Shift+ArrowRight');
  await expect(films(window).and(window.locator('[aria-selected="true"]'))).toHaveCount(2);
  await window.keyboard.press('Delete');
  await expect(films(window)).toHaveCount(1);
  await window.getByRole('button', { name: 'Undo' }).click();
  await expect(films(window)).toHaveCount(3);
  await films(window).first().click();
  await panel(window)
    .getByRole('combobox', { name: /^Agent:/ })
    .focus();
  await window.keyboard.press('Enter');
  await window.keyboard.type('Remove');
  await window.keyboard.press('Enter');
  await expect(
    panel(window).getByRole('combobox', { name: 'Agent: Remove background' }),
  ).toBeVisible();
  // background removal begins with 1 image
  await parameter(window, 'batchCount').getByRole('slider').focus();
  await window.keyboard.press('ArrowRight');
  await window.keyboard.press('Control+Enter');
  await expect(runs(window).first()).toContainText('2 of 2 ready');
  await image(window, 1).focus();
  await window.keyboard.press('Enter');
  await expect(image(window, 1)).toHaveAttribute('aria-pressed', 'true');
  await window.keyboard.press('ArrowRight');
  await expect(image(window, 2)).toHaveAttribute('aria-pressed', 'true');
  await window.keyboard.press('5');
  await expect(image(window, 2)).toHaveAccessibleName(/5 stars/);
  await window.keyboard.press('?');
  await expect(window.getByRole('dialog')).toContainText('Take off the filmstrip');
  await window.keyboard.press('Escape');
  await expectAccessible(window);
  await expectNoOverflow(window);
  await expect(retouch).toBeVisible();
});

test('it can be used with text at 200 %, with a long text, and in Chinese', async ({
  window,
  retouch,
}) => {
  await chooseAgent(window, 'AI pose');
  const long = Array.from({ length: 12 }, (_, at) => `line ${at}`).join('\n');
  await set(window, 'textDescription', long);
  await expect(generate(window)).toBeInViewport();
  await takePictures(window, 'retouch-long-text');
  await window.getByRole('region', { name: 'Messages' }).getByRole('button').click();
  await window.setViewportSize({ width: 640, height: 400 });
  await expectNoOverflow(window);
  await expect(generate(window)).toBeInViewport();
  await takePicture(window, 'retouch-200-percent');
  await window.setViewportSize({ width: 1280, height: 800 });
  await window.getByRole('link', { name: 'Settings' }).click();
  await window.getByRole('combobox', { name: /^Language:/ }).click();
  await window.getByRole('option', { name: '简体中文' }).click();
  await window.getByRole('link', { name: '修图' }).first().click();
  await expect(window.getByRole('listbox', { name: '照片' })).toBeVisible();
  await expectNoEnglish(window, [long]);
  await expectAccessible(window);
  await takePictures(window, 'retouch-chinese');
  await expect(retouch).toBeHidden();
});
