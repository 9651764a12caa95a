import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { CustomModelCard, CustomModelCreation } from '#shared/views/custom-models.ts';
import { press } from '../../testing/keys.ts';
import { expectAccessible, expectText } from '../../testing/looks.ts';
import { expectShortcuts } from '../../testing/menus.ts';
import {
  customModelCard,
  plainAccount,
  type Account,
  type PlainAccount,
} from '../../testing/plain-models.ts';
import type { Stage } from '../../testing/stage.ts';
import { showWindow } from '../../testing/window.ts';

const list = page.getByRole('listbox', { name: 'Custom models' });
const cell = (name: string) => list.getByRole('option', { name: new RegExp(`^${name} `) });
const detail = page.getByRole('complementary', { name: 'Custom model' });
const use = detail.getByRole('button', { name: 'Use in Retouch' });
const button = (name: string) => page.getByRole('button', { name, exact: true });

function showModels(
  some: Account,
  at = '',
): { readonly stage: Stage; readonly account: PlainAccount } {
  const account = plainAccount(some, () => stage);
  const stage: Stage = showWindow(`#/models${at}`, () => account.answers);
  return { stage, account };
}

/** Returns a creation in progress from one photo. */
function creation(some: Partial<CustomModelCreation>): CustomModelCreation {
  const photo = { path: '/shoot/face.jpg', name: 'face.jpg', pictureId: null, sent: 1 };
  const problem = { code: 'own-not-created', message: 'The name is not allowed.' } as const;
  return {
    id: 7,
    kind: 'model',
    name: 'Ann!',
    photos: [photo],
    state: 'stopped',
    problem,
    createdAt: 0,
    ...some,
  };
}

it('B16 there is no empty space above the list of models', async () => {
  showModels({ cards: [1, 2, 3].map((id) => customModelCard(id)) });
  for (const [width, height] of [
    [2560, 1440],
    [1280, 800],
  ] as const) {
    await page.viewport(width, height);
    await expect.element(cell('Studio model 1')).toBeInViewport();
    const above = page.getByRole('searchbox').element().getBoundingClientRect();
    const below = list.getByRole('option').first().element().getBoundingClientRect();
    expect(below.top - above.bottom).toBeLessThan(24);
  }
});

it('a file that is dragged over the release field is accepted by this field, and not by the list behind', async () => {
  showModels({ cards: [customModelCard(1)] });
  await cell('Studio model 1').click();
  const field = detail.getByRole('group', { name: 'Release file' });
  await expect.element(field).toBeVisible();
  const offer = page.getByText('Drop to create a model');
  dragOver(list.element());
  await expect.element(offer).toBeVisible();
  dragOver(field.element());
  await expect.element(offer).not.toBeInTheDocument();
});

function dragOver(element: Element): void {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['signed'], 'release.pdf'));
  const init = { bubbles: true, cancelable: true, dataTransfer };
  element.dispatchEvent(new DragEvent('dragover', init));
}

describe('a long list of models', () => {
  const cards = Array.from({ length: 300 }, (_, at) =>
    customModelCard(300 - at, at === 1 ? { tags: ['autumn'] } : {}),
  );

  it('can be used with the keyboard although only a few cells are drawn', async () => {
    showModels({ cards });
    await expect.element(page.getByText('300 of 1,000')).toBeVisible();
    await expectText(cell('Studio model 300'), 'Ready');
    expect(list.getByRole('option').elements().length).toBeLessThan(80);
    await press('/', 'model 29');
    await expect.element(cell('Studio model 299')).toHaveAttribute('aria-setsize', '11');
    await press('{Enter}', '{Enter}');
    const heading = detail.getByRole('heading', { level: 2 });
    await expect.element(heading).toHaveTextContent('Studio model 299');
    await press('{ArrowRight}');
    await expect.element(heading).toHaveTextContent('Studio model 298');
    await page.getByRole('searchbox').fill('');
    await expect.element(cell('Studio model 298')).toHaveAttribute('aria-setsize', '300');
    (list.element() as HTMLElement).focus();
    await press('{End}');
    await expect.element(heading).toHaveTextContent('Studio model 1');
    await expect.element(cell('Studio model 1')).toBeInViewport();
    await press('{PageUp}');
    await expectText(heading, /^Studio model ([2-9]|\d\d)$/);
    await expectAccessible();
    await press('{Escape}');
    await expect.element(detail).not.toBeInTheDocument();
    await expect.element(list).toHaveFocus();
  });

  it('is filtered by a tag that was added to a card', async () => {
    const { stage } = showModels({ cards });
    await cell('Studio model 298').click();
    await detail.getByRole('combobox', { name: 'Tags' }).fill('autumn');
    await press('{Enter}');
    await expect.element(detail.getByText('Saved', { exact: true })).toBeVisible();
    const saved = stage.asked('custom-models.save-card').at(-1);
    expect(saved).toMatchObject({ id: 298, notes: { tags: ['autumn'] } });
    await button('autumn').click();
    await expect.element(cell('Studio model 299')).toHaveAttribute('aria-setsize', '2');
    await button('autumn').click();
    await expect.element(cell('Studio model 299')).toHaveAttribute('aria-setsize', '300');
  });

  it('shows models that were created elsewhere after the user refreshes the list', async () => {
    const { stage, account } = showModels({ cards });
    await page.getByRole('button', { name: 'Update now' }).click();
    await expect.poll(() => stage.asked('custom-models.refresh')).toHaveLength(1);
    account.set([...Array.from({ length: 700 }, (_, at) => customModelCard(1000 - at)), ...cards]);
    await expect.element(page.getByText('1,000 of 1,000')).toBeVisible();
    await expect.element(cell('Studio model 1000')).toBeInViewport();
  });
});

describe('the status of a model is shown in the field where it is chosen', () => {
  const states: [string, Partial<CustomModelCard>, string, string][] = [
    ['being prepared', { status: 'prepare' }, 'Preparing', 'being prepared'],
    ['not prepared', { status: 'failed' }, 'Failed', 'usually because no face was found'],
    [
      'with an expired release',
      { releaseStatus: 'over' },
      'Release expired',
      'The release has expired',
    ],
    ['being deleted', { presence: 'deleting' }, 'Deleting', 'Being deleted.'],
    ['with an unknown status', { status: 'Unknown' }, 'Unknown', "hasn't reported its status"],
  ];

  it.each(states)('%s cannot be used', async (_, card, status, why) => {
    showModels({ cards: [customModelCard(1, card)] });
    await cell('Studio model 1').click();
    await expectText(cell('Studio model 1'), status);
    await expectText(detail, why);
    await expect.element(use).toBeDisabled();
  });

  it('a ready model can be used, and a model that was deleted elsewhere can be removed from the list', async () => {
    const cards = [customModelCard(2), customModelCard(1)];
    const { account } = showModels({ cards }, '?id=1');
    await expect.element(use).toBeEnabled();
    account.set([customModelCard(2), customModelCard(1, { presence: 'gone' })]);
    await expect.element(use).toBeDisabled();
    await button('Needs attention').click();
    await expectText(list.getByRole('option'), 'Deleted elsewhere');
    await expectText(detail, "Deleted elsewhere, so it can't be used");
    await detail.getByRole('button', { name: 'Remove from list' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Remove from list' }).click();
    await expect.element(page.getByText('No matching models')).toBeVisible();
  });
});

describe('a model in creation', () => {
  const making = (name: string) => page.getByRole('complementary', { name, exact: true });

  it('shows its progress photo by photo, and becomes a card when it is ready', async () => {
    const sent = [1, 0.4].map((share, at) => {
      const name = `${at}.jpg`;
      return { path: `/shoot/${name}`, name, pictureId: null, sent: share };
    });
    const one = creation({ name: 'Ann', state: 'preparing', photos: sent, problem: null });
    const { account } = showModels({ creations: [one] }, '?creation=7');
    await expectText(making('Ann'), 'Photo 2 of 2, 40%', 'Uploaded');
    await expectText(cell('Ann'), 'Photo 2 of 2, 40%');
    account.set([customModelCard(9, { localName: 'Ann', isMadeHere: true, knownSince: 1 })]);
    await expect.element(detail.getByRole('heading', { level: 2 })).toHaveTextContent('Ann');
  });

  it("that was rejected shows the service's reason, and can be retried or changed", async () => {
    const { stage } = showModels({ creations: [creation({})] });
    await cell('Ann!').click();
    await expectText(cell('Ann!'), 'Not created');
    await expectText(making('Ann!'), 'The name is not allowed.');
    await making('Ann!').getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => stage.asked('custom-models.again')).toEqual([{ id: 7 }]);
    await making('Ann!').getByRole('button', { name: 'Change…' }).click();
    const form = making('New model');
    const name = form.getByRole('textbox', { name: 'Name on the service' });
    await expect.element(name).toHaveValue('Ann!');
    await name.fill('Ann');
    await form.getByRole('button', { name: 'Create model from 1 photo' }).click();
    await expect
      .poll(() => stage.asked('custom-models.create').map((one) => one.name))
      .toEqual(['Ann']);
    // after the new creation has started, the rejected creation is dismissed
    await expect.poll(() => stage.asked('custom-models.put-away')).toEqual([{ id: 7 }]);
  });

  it('whose answer was lost is shown as uncertain, and the request is never sent again', async () => {
    const lost = creation({ name: 'Ann', state: 'doubt', problem: null });
    showModels({ creations: [lost] }, '?creation=7');
    await expectText(cell('Ann'), 'Checking');
    await expectText(making('Ann'), "We don't know yet whether the model was created.");
    await expectText(making('Ann'), "won't send the request again");
    await expect.element(making('Ann').getByRole('button')).toHaveTextContent('');
    await expectAccessible();
  });
});

it('the context menu of a model has its actions, and opens by mouse and key', async () => {
  const gone = customModelCard(2, { status: 'prepare' });
  showModels({ cards: [customModelCard(1), gone] });
  const menu = page.getByRole('menu', { name: 'More' });
  const item = (name: string) => menu.getByRole('menuitem', { name });
  await cell('Studio model 2').click({ button: 'right' });
  await expect.element(item('Use in Retouch')).toHaveAttribute('aria-disabled', 'true');
  await press('{Escape}');
  await expect.poll(() => list.element().contains(document.activeElement)).toBe(true);
  await press('{ArrowLeft}', '{Shift>}{F10}{/Shift}');
  await expectText(item('Delete model…'), 'Del');
  await expectShortcuts(menu, 'models');
  await expectAccessible();
  await item('Show details').click();
  await expectText(detail, 'Studio model 1');
  await cell('Studio model 1').click({ button: 'right' });
  await expect.element(item('Use in Retouch')).not.toHaveAttribute('aria-disabled', 'true');
  await item('Delete model…').click();
  await expect.element(page.getByRole('alertdialog')).toBeVisible();
});
