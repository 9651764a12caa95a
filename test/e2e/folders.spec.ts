import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  cardOf,
  drop,
  expectAccessible,
  expectNoOverflow,
  fill,
  newForm,
  photos,
  shootIn,
} from './drop-folders.ts';
import { expect, ownHost, takePictures, test } from './window.ts';

/** ms a photo may take on a machine that has much else to do. */
const SLOW = 200_000;

test.setTimeout(300_000);

const done = (count: number) => new RegExp(`${count}\\s*done`);

test.describe('with the photographs that ship', () => {
  test.use({ photographs: 'real' });
  test('results of the demo appear while one watches', { tag: ownHost }, async ({ window }) => {
    const card = window.getByRole('article').first();
    await expect(card.getByRole('heading')).toHaveText('White background');
    await expect(card.getByText('Watching')).toBeVisible();
    await expect(card.getByRole('list', { name: 'Last photos' }).getByRole('img')).not.toHaveCount(
      0,
      {
        timeout: SLOW,
      },
    );
    await expectAccessible(window);
    await takePictures(window, 'folders-at-work');
  });
});

test('a new drop folder is tried, armed and worked through', async ({ studio, window }) => {
  const path = await shootIn(studio.dataFolder, 'Selects');
  const outFolder = join(studio.dataFolder, 'Delivered');
  const form = await newForm(window);
  await fill(form, { path, outFolder });
  await expect(form.getByText('A photo called')).toBeVisible();
  await form.getByRole('button', { name: 'Try it on what is inside' }).click();
  await expect(
    form.getByText('3 files inside: 3 photos to work on, 3 images to buy.'),
  ).toBeVisible();
  await expect(form.getByRole('listitem').filter({ hasText: photos[0] })).toContainText('new');
  await expectAccessible(window);
  await takePictures(window, 'folders-tried');

  await form.getByRole('button', { name: 'Start with these 3 photos' }).click();
  const card = cardOf(window, 'Selects');
  await expect(card.getByRole('link', { name: done(3) })).toBeVisible({ timeout: SLOW });
  await expect(card.getByText('3 in · 3 done + 0 failed + 0 held + 0 to go')).toBeVisible();
  await expect(card.getByText('3 images today')).toBeVisible();
  expect((await readdir(outFolder)).filter((name) => name.endsWith('.png'))).toHaveLength(3);
  await expect(form).toBeHidden();
});

test('what lies in it can be marked as seen, and only what comes later is made', async ({
  studio,
  window,
}) => {
  const path = await shootIn(studio.dataFolder, 'Selects', photos.slice(0, 2));
  const form = await newForm(window);
  await fill(form, { path, outFolder: join(studio.dataFolder, 'Delivered') });
  await form.getByRole('button', { name: 'Try it on what is inside' }).click();
  await form.getByRole('button', { name: 'Mark them as seen, start with new ones' }).click();
  const card = cardOf(window, 'Selects');
  await expect(card.getByText('Watching')).toBeVisible();
  await drop(path, photos[2]);
  await expect(card.getByRole('link', { name: done(1) })).toBeVisible({ timeout: SLOW });
  await expect(card.getByText('1 in · 1 done')).toBeVisible();
});

test('what cannot be sent is told beside its field, and nothing is watched', async ({
  studio,
  window,
}) => {
  const path = await shootIn(studio.dataFolder, 'Selects');
  const form = await newForm(window);
  const folder = form.getByLabel('Folder to watch', { exact: true }).getByRole('textbox');
  const go = form.getByRole('button', { name: 'Try it on what is inside' });

  await go.click();
  await expect(form.getByText('Choose the folder to watch.')).toBeVisible();
  await expect(form.getByText('Choose what is made of the photos.')).toBeVisible();
  await expect(form.getByText('Choose where the results go.')).toBeVisible();

  await fill(form, { path: 'Selects', outFolder: join(path, 'results') });
  await expect(form.getByText('Write the whole path, from the very beginning.')).toBeVisible();
  await expect(folder).toHaveAttribute('aria-invalid', 'true');

  await folder.fill(path);
  await expect(form.getByText('Results would be taken for new photos there.')).toBeVisible();

  const results = form.getByLabel('Folder for results', { exact: true }).getByRole('textbox');
  await results.fill(join(studio.dataFolder, 'Results'));
  await form.getByLabel('Limit a day').fill('a lot');
  await expect(form.getByText('Give a whole number from 1 to 1,000,000')).toBeVisible();
  await form.getByLabel('Limit a day').fill('500');

  // what only the studio can know comes back to the same field
  await folder.fill(join(studio.dataFolder, 'gone'));
  await go.click();
  await expect(form.getByText('is not there or cannot be opened')).toBeVisible();
  await expect(folder).toHaveAttribute('aria-invalid', 'true');
  await takePictures(window, 'folders-refused');

  await folder.fill(`/${'a'.repeat(5000)}`);
  await expect(form.getByText('No path is that long.')).toBeVisible();
  await expect(window.getByRole('article')).toHaveCount(1);
});

test('long and right-to-left names keep the layout', async ({ studio, window }) => {
  const long = `${'صباح '.repeat(12)}${'x'.repeat(90)}`.slice(0, 150);
  const path = await shootIn(studio.dataFolder, long, []);
  const form = await newForm(window);
  await fill(form, { path, outFolder: join(studio.dataFolder, 'Delivered') });
  await form.getByRole('button', { name: 'Try it on what is inside' }).click();
  await expect(form.getByText('The folder is empty.')).toBeVisible();
  await form.getByRole('button', { name: 'Start watching' }).click();
  await expect(cardOf(window, 'xxxx')).toBeVisible();
  for (const width of [1280, 900, 640]) {
    await window.setViewportSize({ width, height: 800 });
    await expectNoOverflow(window);
  }
});

test('a drop folder is edited, paused and no longer watched', async ({ studio, window }) => {
  const card = window.getByRole('article').first();
  await card.getByRole('button', { name: 'Pause White background' }).click();
  await expect(card.getByText('Paused')).toBeVisible();
  await card.getByRole('button', { name: 'Resume White background' }).click();
  await expect(card.getByText('Watching')).toBeVisible();

  await card.getByRole('button', { name: 'Edit White background' }).click();
  const form = window.getByRole('form', { name: 'Edit "White background"' });
  await form.getByLabel('Limit a day').fill('1,000');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form).toBeHidden();
  await expect(card.getByText(/of 1,000 images today/)).toBeVisible();
  await expect(card).toBeFocused();

  await card.getByRole('button', { name: 'More for White background' }).click();
  await window.getByRole('menuitem', { name: 'Open in the queue' }).click();
  await expect(window).toHaveURL(/#\/queue\?hotFolderId=\d+/);
  await window.goBack();

  await card.getByRole('button', { name: 'More for White background' }).click();
  await window.getByRole('menuitem', { name: 'Remove…' }).click();
  const question = window.getByRole('alertdialog');
  await expect(question).toContainText('The folder and everything in it stay');
  await question.getByRole('button', { name: 'Stop watching' }).click();
  await expect(window.getByRole('article')).toHaveCount(0);
  await expect(window.getByText('No folder is watched yet')).toBeVisible();
  expect(existsSync(join(studio.dataFolder, 'demo', 'Drop'))).toBe(true);
  await takePictures(window, 'folders-none');
});

test('what is typed outlives a visit to another room', async ({ window }) => {
  const form = await newForm(window);
  await form.getByLabel('Limit a day').fill('123');
  await window.getByRole('navigation').getByRole('link', { name: 'Queue' }).click();
  await window.getByRole('navigation').getByRole('link', { name: 'Drop folders' }).click();
  await expect(form.getByLabel('Limit a day')).toHaveValue('123');
});

test('two windows that change one drop folder lose nothing', async ({ studio, window }) => {
  const other = await window.context().newPage();
  await other.goto(studio.address());
  for (const page of [window, other]) {
    await page.getByRole('button', { name: 'Edit White background' }).click();
    await page
      .getByLabel('Limit a day')
      .first()
      .fill(page === window ? '111' : '222');
  }
  await other.getByRole('button', { name: 'Save changes' }).click();
  await expect(other.getByText(/of 222 images today/)).toBeVisible();

  await expect(window.getByText('was changed in another window')).toBeVisible();
  await expect(window.getByLabel('Limit a day').first()).toHaveValue('111');
  await window.getByRole('button', { name: 'Save mine over it' }).click();
  await expect(other.getByText(/of 111 images today/)).toBeVisible();
});

test('two windows that change one recipe lose nothing', async ({ studio, window }) => {
  const other = await window.context().newPage();
  await other.goto(studio.address());
  for (const page of [window, other]) {
    await page.getByRole('button', { name: 'Recipes' }).click();
    await page
      .getByRole('complementary')
      .getByRole('button', { name: /White background/ })
      .click();
  }
  await window.getByRole('complementary').getByLabel('Name', { exact: true }).fill('Mine');
  await other.getByRole('complementary').getByLabel('Name', { exact: true }).fill('Theirs');
  await other.getByRole('button', { name: 'Save recipe' }).click();
  await expect(other.getByRole('article').getByRole('heading')).toHaveText('Theirs');

  const panel = window.getByRole('complementary');
  await expect(panel.getByText('was changed in another window')).toBeVisible();
  await expect(panel.getByLabel('Name', { exact: true })).toHaveValue('Mine');
  await takePictures(window, 'folders-recipe-conflict');
  await panel.getByRole('button', { name: 'Save mine as a copy' }).click();
  await expect(panel.getByText('Mine copy')).toBeVisible();
  await expect(panel.getByText('Theirs')).toBeVisible();
});

test('a recipe is made from the catalogue, with what is wrong beside its field', async ({
  window,
}) => {
  await window.getByRole('button', { name: 'Recipes' }).click();
  const panel = window.getByRole('complementary', { name: 'Recipes' });
  await panel.getByRole('button', { name: 'New recipe' }).click();
  await panel.getByRole('combobox', { name: /^Agent:/ }).click();
  await window.getByRole('option', { name: /virtualtryon/ }).click();
  await expect(panel.getByRole('combobox', { name: /^Image size/ })).toBeHidden();
  await panel.getByRole('combobox', { name: /^Engine/ }).click();
  await window.getByRole('option', { name: 'Banana Pro' }).click();
  await expect(panel.getByRole('combobox', { name: /^Image size/ })).toBeVisible();
  await panel.getByRole('button', { name: 'Save recipe' }).click();
  await expect(panel.getByText('Give the recipe a name.')).toBeVisible();
  await expect(panel.getByText('The engine bananaPro needs a size')).toBeVisible();

  await panel.getByLabel('Name', { exact: true }).fill('Try-on');
  await panel.getByRole('combobox', { name: /^Image size/ }).click();
  await window.getByRole('option', { name: '2K' }).click();
  await panel.getByRole('combobox', { name: /^Description/ }).click();
  await window.getByRole('option', { name: 'Generated by the service from the task' }).click();
  await panel.getByLabel('Number of images').last().fill('17');
  await expect(panel.getByText('must be a whole number from 1 to 16, not 17')).toBeVisible();
  await panel.getByLabel('Number of images').last().fill('3');
  await panel.getByLabel('File names').fill('{date}/{nam}');
  await expect(panel.getByText('Did you mean {name}?')).toBeVisible();
  await panel.getByLabel('File names').fill('{date}/{name}_{index}');
  await expect(panel.getByText('/A1043_front_1.png')).toBeVisible();
  await expect(panel.getByText('3 images for each photo')).toBeVisible();
  await expectAccessible(window);
  await takePictures(window, 'folders-recipe');
  await panel.getByRole('button', { name: 'Save recipe' }).click();
  await expect(panel.getByRole('button', { name: /Try-on/ })).toContainText('in no drop folder');

  const download = window.waitForEvent('download');
  // as the desktop shows one that was opened with it
  await window.evaluate("location.hash = '#/folders?recipe=1'");
  await expect(panel.getByLabel('Name', { exact: true })).toHaveValue('Sunlit studio');
  await expect(window).toHaveURL(/#\/folders$/);
  await panel.getByRole('button', { name: 'All recipes' }).click();
  await panel.getByRole('button', { name: /Try-on/ }).click();
  await panel.getByRole('button', { name: 'More for this recipe' }).click();
  await window.getByRole('menuitem', { name: 'Export to a file' }).click();
  const file = await (await download).path();
  await panel.getByRole('button', { name: 'More for this recipe' }).click();
  await window.getByRole('menuitem', { name: 'Remove…' }).click();
  await window.getByRole('alertdialog').getByRole('button', { name: 'Remove recipe' }).click();
  await expect(panel.getByRole('button', { name: /Try-on/ })).toHaveCount(0);

  // the editor of a recipe has inputs for photos
  const recipeFile = panel.locator('input[type=file][accept*=json]');
  await recipeFile.setInputFiles(file);
  await expect(panel.getByLabel('Name', { exact: true })).toHaveValue('Try-on');
  await expect(panel.getByLabel('Number of images').last()).toHaveValue('3');
  await panel.getByRole('button', { name: 'All recipes' }).click();
  await window.getByRole('alertdialog').getByRole('button', { name: 'Forget changes' }).click();
  await recipeFile.setInputFiles({
    name: 'holiday.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"agent":'),
  });
  await expect(window.getByText('"holiday.json" is no recipe')).toBeVisible();
});

test('the folder is chosen on the page where the system has no dialog', async ({
  studio,
  window,
}) => {
  const path = await shootIn(studio.dataFolder, 'Selects');
  await mkdir(join(path, 'Day 2'));
  const form = await newForm(window);
  await form.getByRole('button', { name: 'Choose: Folder to watch' }).click();
  const picker = window.getByRole('dialog', { name: 'Folder to watch' });
  await picker.getByLabel('Path').fill(dirname(path));
  await window.keyboard.press('Enter');
  await expect(picker.getByRole('button', { name: 'Selects' })).toBeVisible();
  await window.keyboard.press('ArrowDown');
  while (
    !(await picker
      .getByRole('button', { name: 'Selects' })
      .evaluate((one) => one === one.ownerDocument.activeElement))
  ) {
    await window.keyboard.press('ArrowDown');
  }
  await window.keyboard.press('Enter');
  await expect(picker.getByText('3 pictures directly in it')).toBeVisible();
  await expectAccessible(window);
  await takePictures(window, 'folders-picker');
  await picker.getByRole('button', { name: 'Choose "Selects"' }).click();
  await expect(
    form.getByLabel('Folder to watch', { exact: true }).getByRole('textbox'),
  ).toHaveValue(path);
  await expect(
    form.getByLabel('Folder for results', { exact: true }).getByRole('textbox'),
  ).not.toHaveValue('');
});
