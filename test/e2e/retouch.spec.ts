import { basename, join } from 'node:path';
import { dragFrom } from './dragging.ts';
import { expectAccessible, expectNoOverflow } from './hot-folders.ts';
import { expectNoEnglish } from './english.ts';
import {
  chooseAgent,
  chosenFilms,
  enter,
  expect,
  fillStrip,
  film,
  films,
  generate,
  image,
  imagesIn,
  keepRunning,
  panel,
  parameter,
  removeBackground,
  runs,
  set,
  test,
  textOf,
} from './retouching.ts';
import { goTo, goToChinese, messages } from './views.ts';
import { takePicture, takePictures } from './window.ts';

const executed = (service: { records(): { executions: readonly unknown[] } }) =>
  service.records().executions.length;

test('a photo is processed, its settings are saved as a recipe, and a run is cancelled', async ({
  window,
  studio,
  service,
  retouch,
}) => {
  await test.step('a run is rejected with a reason, then generated, followed, marked and repeated', async () => {
    await chooseAgent(window, 'AI pose');
    await expect(generate(window)).toHaveAttribute('aria-disabled', 'true');
    await expect(panel(window)).toContainText('Describe the new pose');
    await window.keyboard.press('Control+Enter');
    await expect(textOf(window, 'textDescription')).toBeFocused();
    await set(window, 'batchCount', '17');
    await expect(parameter(window, 'batchCount')).toContainText('must be');
    expect(executed(service)).toBe(0);

    await set(window, 'batchCount', '2');
    await set(window, 'textDescription', 'walks towards the camera');
    await expect(generate(window)).toHaveAccessibleName(/Generate 2 images/);
    service.inject(keepRunning);
    await window.keyboard.press('Control+Enter');
    await expect(image(window, 2)).toBeVisible();
    await expect(generate(window)).toHaveAttribute('aria-disabled', 'true');
    await expect(panel(window)).toContainText('already in progress for this photo');
    service.clearFaults();
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
    await textOf(window, 'textDescription').press('u');
    await expect(image(window, 1)).toHaveAccessibleName(/rejected/);
    await set(window, 'textDescription', 'walks towards the camera');

    await expect(generate(window)).toHaveAccessibleName(/Generate 2 more/);
    await generate(window).click();
    await expect.poll(() => executed(service)).toBe(2);
    await expect(runs(window).filter({ hasText: '2 of 2 ready' })).toHaveCount(2);
    expect(service.records().tasks).toHaveLength(1);

    await retouch.getByRole('button', { name: 'Request PSD' }).click();
    await expect(retouch.getByText('PSD delivered')).toBeVisible();
    expect(executed(service)).toBe(2);
  });

  await test.step('settings are saved as a recipe and restored from it and from a run', async () => {
    const background = textOf(window, 'backgroundHex');
    await film(window, 'B.jpg').click();
    await removeBackground(window);
    await set(window, 'backgroundHex', '#123456');
    await panel(window).getByRole('button', { name: 'Save as recipe' }).click();
    await panel(window).getByRole('textbox', { name: 'Recipe name' }).fill('Night blue');
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
    await expect(background).toHaveValue('#654321');

    await retouch.getByRole('button', { name: 'Settings for this run' }).click();
    await expect(window.getByRole('definition').filter({ hasText: '#123456' })).toBeVisible();
    await window.keyboard.press('Escape');
    await retouch.getByRole('button', { name: 'More actions for this run' }).click();
    await window.getByRole('menuitem', { name: 'Use these settings' }).click();
    await expect(background).toHaveValue('#123456');

    await image(window, 1).click();
    await retouch.getByRole('button', { name: 'More actions for this run' }).click();
    await window.getByRole('menuitem', { name: 'Use result' }).click();
    await expect(films(window)).toHaveCount(4);
    await expect(films(window).nth(3)).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('an unpaid run is cancelled, and the cancellation undone', async () => {
    await goTo(window, 'Hot folders');
    await window.getByRole('button', { name: 'Pause all' }).click();
    await enter(window);
    await film(window, 'C.jpg').click();
    await removeBackground(window);
    await generate(window).click();
    await expect(retouch.getByText('Nothing has been charged yet.')).toBeVisible();
    await retouch.getByRole('button', { name: 'Cancel' }).click();
    await expect(runs(window).first()).toContainText('Cancelled');
    const notices = messages(window);
    await expect(notices).toContainText('Nothing was charged.');
    await notices.getByRole('button', { name: 'Undo' }).last().click();
    await expect(runs(window).first()).toContainText('Waiting');
    expect(executed(service)).toBe(3);
  });
});

test('several runs work in parallel, survive leaving the view and a crash, and are charged only once', async ({
  window,
  studio,
  service,
  retouch,
  complaints,
}) => {
  const words = textOf(window, 'textDescription');
  service.inject(keepRunning);
  await removeBackground(window);
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
  await expect(chosenFilms(window)).toHaveCount(3);
  await set(window, 'backgroundHex', '#808080');
  await expect(generate(window)).toHaveAccessibleName(/Generate 3 images \(3 photos\)/);
  await generate(window).click();
  await expect.poll(() => executed(service)).toBe(5);
  service.clearFaults();
  await expect(film(window, 'A.jpg')).toHaveAccessibleName(/A.jpg, 3 results/);
  await expect(retouch.getByText('1 of 1 ready').first()).toBeVisible();

  // if several photos are selected, the button shows what happens to each of them
  await expect(film(window, 'C.jpg')).toHaveAccessibleName(/1 result$/);
  await film(window, 'A.jpg').click();
  await expect(generate(window)).toHaveAccessibleName(/Generate 1 more/);
  service.inject(keepRunning);
  await set(window, 'backgroundHex', '#ffffff');
  await generate(window).click();
  await expect(panel(window)).toContainText('already in progress for this photo');
  await film(window, 'C.jpg').click({ modifiers: ['Shift'] });
  await expect(generate(window)).toHaveAccessibleName(/Generate 2 images \(2 photos\)/);
  await expect(panel(window)).toContainText('2 new photos.');
  await expect(panel(window)).toContainText(
    '1 photo is already being processed and will be skipped.',
  );
  await takePictures(window, 'retouch-selection');
  await set(window, 'backgroundHex', '#808080');
  await expect(generate(window)).toHaveAccessibleName(/Generate 3 images \(3 photos\)/);
  await expect(panel(window)).toContainText('3 photos already have results and get another run');

  await chooseAgent(window, 'AI pose');
  await set(window, 'batchCount', '2');
  await set(window, 'textDescription', 'turns to the left');
  await film(window, 'B.jpg').click();
  await generate(window).click();
  await expect(runs(window)).toHaveCount(2);
  await goTo(window, 'Queue');
  await expect(retouch).toBeHidden();
  await enter(window);
  await expect(film(window, 'B.jpg')).toHaveAttribute('aria-selected', 'true');
  await expect(window).toHaveURL(/photo=2/);
  await expect(words).toHaveValue('turns to the left');

  await expect.poll(() => executed(service)).toBe(7);
  await studio.stop('SIGKILL');
  await expect(window.getByText('Darkslide is not responding.').first()).toBeVisible();
  await expect(generate(window)).toHaveAttribute('aria-disabled', 'true');
  await expect(film(window, 'B.jpg')).toBeVisible();
  await studio.start();
  service.clearFaults();
  await window.goto(`${studio.address()}#/retouch?photo=2`);
  await expect(film(window, 'B.jpg')).toHaveAttribute('aria-selected', 'true');
  await expect(panel(window).getByRole('combobox', { name: 'Agent: AI pose' })).toBeVisible();
  await expect(words).toHaveValue('turns to the left');
  await expect(runs(window).first()).toContainText('2 of 2 ready');
  expect(executed(service)).toBe(7);
  expect(await imagesIn(join(studio.dataFolder, 'Results'))).toHaveLength(8);
  // the page logged the lost connection
  complaints.length = 0;
});

test.describe('with 2,000 photos', () => {
  test.use({ prepare: ({ host: _host }, use) => use((dataFolder) => fillStrip(dataFolder, 2000)) });

  test('the filmstrip draws only a few cells, and works with keys and clicks', async ({
    window,
  }) => {
    await enter(window);
    const strip = window.getByRole('listbox', { name: 'Filmstrip' });
    await expect(films(window).first()).toHaveAttribute('aria-setsize', '2000');
    expect(await films(window).count()).toBeLessThan(60);
    await strip.focus();
    await window.keyboard.press('End');
    await expect(film(window, 'IMG_1999.jpg')).toBeInViewport();
    await expect(film(window, 'IMG_1999.jpg')).toHaveAttribute('aria-selected', 'true');
    expect(await films(window).count()).toBeLessThan(60);
    await window.keyboard.press('Control+a');
    await removeBackground(window);
    await expect(generate(window)).toHaveAccessibleName(/Generate 2,000 images \(2,000 photos\)/);
    await window.reload();
    await expect(film(window, 'IMG_1999.jpg')).toBeInViewport();
    await expect(generate(window)).toHaveAccessibleName(/Generate 1 image/);
  });
});

test('everything works with the keyboard alone, at 200 % text size, with a long text, and in Chinese', async ({
  window,
  retouch,
}) => {
  await films(window).first().click();
  await expect(window.getByRole('listbox', { name: 'Filmstrip' })).toBeFocused();
  await window.keyboard.press('ArrowRight');
  await expect(window).toHaveURL(/photo=2/);
  await window.keyboard.press('Shift+ArrowRight');
  await expect(chosenFilms(window)).toHaveCount(2);
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
  // the number of images is 1 for background removal, and the arrow key raises it to 2
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
  await expect(window.getByRole('dialog')).toContainText('Remove from filmstrip');
  await window.keyboard.press('Escape');
  await expectAccessible(window);
  await expectNoOverflow(window);

  await chooseAgent(window, 'AI pose');
  const long = Array.from({ length: 12 }, (_, at) => `line ${at}`).join('\n');
  await set(window, 'textDescription', long);
  await expect(generate(window)).toBeInViewport();
  await takePictures(window, 'retouch-long-text');
  await window.setViewportSize({ width: 640, height: 400 });
  await expectNoOverflow(window);
  await expect(generate(window)).toBeInViewport();
  await takePicture(window, 'retouch-200-percent');
  await window.setViewportSize({ width: 1280, height: 800 });
  await goToChinese(window, '修图');
  await expect(window.getByRole('listbox', { name: '胶片显示窗格' })).toBeVisible();
  await expectNoEnglish(window, [long]);
  await takePictures(window, 'retouch-chinese');
  await expect(retouch).toBeHidden();
});
