import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { success } from '#shared/problem.ts';
import { press, tabTo } from '../../testing/keys.ts';
import { expectAccessible, expectNoOverflow, expectText } from '../../testing/looks.ts';
import {
  customModelCard,
  customModelPhoto,
  plainAccount,
  type Account,
} from '../../testing/plain-models.ts';
import { filmstripOf } from '../../testing/plain-pickers.ts';
import type { Answers, Stage } from '../../testing/stage.ts';
import { showWindow } from '../../testing/window.ts';

const form = page.getByRole('complementary', { name: /^New (model|scene)$/ });
const photos = form.getByRole('region', { name: 'Source photos' });
const slots = photos.getByRole('listitem');
const button = (name: string | RegExp) => form.getByRole('button', { name });
const field = (name: string) => form.getByRole('textbox', { name });

/** Shows Models & scenes at an address. */
const showModels = (at: string, account: Account = {}, others: Answers = {}) =>
  showWindow(`#/models${at}`, (told) => ({ ...plainAccount(account, told).answers, ...others }));

/** Returns the paths of the photos in the creation request. */
const pathsAsked = (stage: Stage) => () =>
  stage.asked('custom-models.create')[0]?.photos.map(({ path }) => path);

it('the form for a model can be filled in and sent with the keyboard alone', async () => {
  const stage = showModels('', { chosen: [['/shoot/face.jpg']] });
  await expect.element(page.getByText('No custom models yet')).toBeVisible();
  await press('n');
  await expect.element(button('Choose photos…')).toHaveFocus();
  await expect.element(button(/^Create model/)).toBeDisabled();
  await expectText(form, 'Add at least one photo.');
  await press('{Enter}');
  await expect.element(button('Create model from 1 photo')).toBeEnabled();
  const advice = form.getByRole('checkbox', { name: 'The full face is visible' });
  await tabTo(advice);
  await press(' ');
  await expect.element(advice).toBeChecked();
  await tabTo(field('Name on the service'));
  await press(' Ann ');
  await tabTo(button('Create model from 1 photo'));
  await press('{Enter}');
  const { path, sha256 } = customModelPhoto('/shoot/face.jpg');
  const model = { kind: 'model', name: 'Ann', photos: [{ path, sha256 }], seen: 0 };
  await expect.poll(() => stage.asked('custom-models.create')).toEqual([model]);
  await expect.poll(() => location.hash).toContain('creation=1');
});

it('an unusable photo is shown with the reason, and does not take a slot that another photo needs', async () => {
  const look: Account['look'] = (path) => {
    const problem = { code: 'photo-not-an-image', message: '"notes.jpg" is no image.' } as const;
    if (path.endsWith('notes.jpg')) return { problem, copy: null };
    // a copy of the same photo under another name
    if (path.endsWith('again.jpg')) return { sha256: customModelPhoto('/shoot/face.jpg').sha256 };
    return { bytes: 4_400_000 };
  };
  const stage = showModels('?new=yes', {
    look,
    chosen: [
      ['face.jpg', 'notes.jpg'].map((name) => `/shoot/${name}`),
      ['/shoot/again.jpg'],
      ['left.jpg', 'right.jpg', 'wall.jpg'].map((name) => `/shoot/${name}`),
    ],
  });
  await button('Choose photos…').click();
  await expectText(slots.nth(1).getByRole('alert'), 'is no image');
  await expectText(slots.nth(0), '1200 × 1600 4.4 MB');
  await expectText(form, "One of the photos can't be used");
  await expect.element(button(/^Create model/)).toBeDisabled();

  await button('Choose photos…').click();
  await expectText(photos, 'again.jpg is the same photo as face.jpg');
  await button('Choose photos…').click();
  const leftOut = photos.getByText('A model takes up to 4 photos. 1 was skipped: wall.jpg.');
  await expect.element(leftOut).toBeInViewport({ ratio: 0.9 });
  await expectAccessible();
  expectNoOverflow();

  await button('Remove notes.jpg').click();
  await expect.element(photos.getByRole('alert')).not.toBeInTheDocument();
  await button('Move right.jpg up').click();
  await expectText(slots.nth(1), 'right.jpg');
  await button('Create model from 3 photos').click();
  const inOrder = ['/shoot/face.jpg', '/shoot/right.jpg', '/shoot/left.jpg'];
  await expect.poll(pathsAsked(stage)).toEqual(inOrder);
});

it('for photos that have already made a model, the form offers that model or a new one', async () => {
  const found = { creationId: 7, name: 'Anna', problem: null } as const;
  const stage = showModels('?new=yes', {
    cards: [customModelCard(3, { localName: 'Anna' })],
    chosen: [['/shoot/face.jpg']],
    earlier: { ...found, state: 'ready', id: 3 },
  });
  const asked = () => stage.asked('custom-models.create').map(({ seen }) => seen);
  const question = form.getByRole('group', { name: /"Anna" was already created/ });
  await button('Choose photos…').click();
  await button('Create model from 1 photo').click();
  await expect.element(question.getByRole('button', { name: 'Show existing model' })).toHaveFocus();
  await expectAccessible();
  expectNoOverflow();

  // the question closes, because it was about a different request
  await field('Name on the service').fill('Berta');
  await expect.element(question).not.toBeInTheDocument();
  await button('Create model from 1 photo').click();
  await question.getByRole('button', { name: 'Show existing model' }).click();
  await expect.poll(() => location.hash).toContain('id=3');
  expect(asked()).toEqual([0, 0]);

  // the key N opens the form again, with the same input
  await press('n');
  await question.getByRole('button', { name: 'Create another model' }).click();
  await expect.poll(() => location.hash).toContain('creation=1');
  expect(asked()).toEqual([0, 0, 7]);
});

it('a request for a scene whose answer was lost is shown, and not sent again', async () => {
  const problem = { code: 'own-uncertain', message: 'Nobody knows.' } as const;
  showModels('?shelf=scenes&new=yes', {
    chosen: [['/shoot/loft.jpg']],
    earlier: { state: 'uncertain', creationId: 7, id: null, name: null, problem },
  });
  await button('Choose photo…').click();
  await button('Create scene').click();
  await expectText(
    form,
    "We don't know whether an earlier request with this photo created a scene.",
  );
  await button('Show earlier request').click();
  await expect.poll(() => location.hash).toContain('creation=7');
  await press('n');
  await button('Create another scene').click();
  await expect.poll(() => location.hash).toContain('creation=1');
});

it('a scene is created from a single photo, which must be large enough', async () => {
  const tiny = { code: 'photo-too-small', message: 'It needs 513 px at least.' } as const;
  const stage = showModels('?shelf=scenes', {
    look: (path) => (path.endsWith('tiny.jpg') ? { problem: tiny, copy: null } : {}),
    chosen: [['/shoot/tiny.jpg', '/shoot/meadow.jpg'], ['/shoot/meadow.jpg']],
  });
  await page.getByRole('button', { name: 'New scene' }).first().click();
  await button('Choose photo…').click();
  await expectText(form, 'A scene takes one photo. 1 was skipped: meadow.jpg');
  await expectText(slots.first().getByRole('alert'), '513');
  await button('Replace tiny.jpg').click();
  await expect.element(form.getByRole('alert')).not.toBeInTheDocument();
  await button('Create scene').click();
  const { path, sha256 } = customModelPhoto('/shoot/meadow.jpg');
  const scene = { kind: 'scene', name: null, photos: [{ path, sha256 }], seen: 0 };
  await expect.poll(() => stage.asked('custom-models.create')).toEqual([scene]);
});

it('C5 a scene can be created from an image address, which can be replaced in its field', async () => {
  const stage = showModels('?shelf=scenes&new=yes', {
    look: () => ({ pictureId: null, width: 0, height: 0, bytes: 0, copy: null }),
  });
  const address = field('Image address');
  await address.fill('ftp://example.com/loft.jpg');
  await expectText(form, 'Enter an address that starts with http:// or https://.');
  await expect.element(button('Add address')).toBeDisabled();
  await address.fill('https://photos.example/shoot/loft.jpg');
  await button('Add address').click();
  await expectText(slots, 'https://photos.example/shoot/loft.jpg');
  // a photo from an address is replaced in the address field, not in a file dialog
  await button('Replace loft.jpg').click();
  await expect.element(address).toHaveFocus();
  await expect.element(address).toHaveValue('https://photos.example/shoot/loft.jpg');
  await address.fill('https://photos.example/shoot/hall.jpg');
  await form.getByRole('button', { name: 'Replace', exact: true }).click();
  await expectText(slots, 'https://photos.example/shoot/hall.jpg');
  await expect.element(button('Add address')).toBeVisible();
  await button('Create scene').click();
  await expect.poll(pathsAsked(stage)).toEqual(['https://photos.example/shoot/hall.jpg']);
});

it('a full account is reported before the user fills in the form', async () => {
  showModels('?new=yes', { cards: [customModelCard(1)], inAccount: 1000 });
  await expectText(form, 'The account has reached its limit of 1,000 custom models.');
  await expect.element(button('Create model')).toBeDisabled();
});

it('photos for a new model can be picked from the filmstrip with the keyboard, in order', async () => {
  showModels('?new=yes', {}, filmstripOf(['A.jpg', 'B.jpg', 'C.jpg']));
  await button('Choose from filmstrip or Library…').click();
  const picker = page.getByRole('dialog', { name: 'Choose up to 4 photos' });
  await expect.element(picker.getByRole('searchbox')).toHaveFocus();
  await expect.poll(() => picker.getByRole('option').elements()).toHaveLength(3);
  await press('{ArrowDown}');
  await expect.element(picker.getByRole('listbox')).toHaveFocus();
  await press('{ArrowRight}', ' ', '{ArrowLeft}', ' ');
  await expectText(picker, '2 of 4 chosen');
  await expectAccessible();
  await picker.getByRole('radio', { name: 'Library' }).click();
  await expectText(picker, 'No results in Library yet');
  await picker.getByRole('button', { name: 'Use 2 photos' }).click();
  await expect.element(picker).not.toBeInTheDocument();
  await expectText(slots.nth(0), 'B.jpg');
  await expectText(slots.nth(1), 'A.jpg');
  for (const name of ['B.jpg', 'A.jpg']) await button(`Remove ${name}`).click();
});

it('if the filmstrip is empty, photos are picked from the library', async () => {
  showModels('?new=yes', {}, filmstripOf([]));
  await button('Choose from filmstrip or Library…').click();
  const picker = page.getByRole('dialog', { name: 'Choose up to 4 photos' });
  const library = picker.getByRole('radio', { name: 'Library' });
  await expect.element(library).toBeChecked();
  await expectText(picker, 'No results in Library yet');
  await press('anything');
  await expectText(picker, 'No matching photos');
  await expect.element(library).toBeChecked();
  await press('{Escape}', '{Escape}');
  await expect.element(picker).not.toBeInTheDocument();
  await expect.element(button('Choose from filmstrip or Library…')).toHaveFocus();
});

it('what is entered while a request runs stays in the form', async () => {
  const answered = Promise.withResolvers<void>();
  const create = async () => {
    await answered.promise;
    return success({ creationId: 1 });
  };
  const account = { chosen: [['/shoot/face.jpg']] };
  const stage = showModels('?new=yes', account, { 'custom-models.create': create });
  await button('Choose photos…').click();
  await button('Create model from 1 photo').click();
  await expect.poll(() => stage.asked('custom-models.create')).toHaveLength(1);
  await field('Name on the service').fill('Berta');
  answered.resolve();
  await expect.poll(() => location.hash).toContain('creation=1');
  await press('n');
  await expect.element(field('Name on the service')).toHaveValue('Berta');
});
