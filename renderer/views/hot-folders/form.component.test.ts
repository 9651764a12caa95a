import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { failure } from '#shared/page-failure.ts';
import { success } from '#shared/problem.ts';
import {
  button,
  cards,
  fresh,
  messages,
  pathField,
  showFolders,
} from '../../testing/hot-folders-view.ts';
import { choose, tabTo } from '../../testing/keys.ts';
import {
  expectAccessible,
  expectNoOverflow,
  expectNothingRed,
  expectText,
} from '../../testing/looks.ts';
import { folderCard, foreseen } from '../../testing/plain-folders.ts';
import { settingsWith } from '../../testing/plain-studio.ts';
import type { Answers, Stage } from '../../testing/stage.ts';

const watched = pathField(fresh, 'Folder to watch');
const results = pathField(fresh, 'Output folder');
const limit = fresh.getByRole('textbox', { name: 'Daily limit' });
const look = button('Preview', fresh);
const editing = page.getByRole('form', { name: 'Edit "White background"' });

const chooseRecipe = () => choose(/^Recipe:/, /^White background/, fresh);

async function fill(path: string, outFolder: string): Promise<void> {
  await button('New hot folder').click();
  await watched.fill(path);
  await chooseRecipe();
  await results.fill(outFolder);
}

describe('a new hot folder', () => {
  const inside = foreseen({ 'IMG_1.jpg': 'new', 'IMG_2.jpg': 'new', 'IMG_3.jpg': 'seen' });

  it.each([
    ['process', 'Process these 2 photos'],
    ['skip', 'Skip these, watch for new photos'],
  ] as const)('is previewed and then watched: %s', async (existing, start) => {
    const { asked } = showFolders({}, { 'folders.foresee': () => success(inside) });
    await fill('/photos/Selects', '/photos/Delivered');
    await expectText(fresh, 'A1043_front.jpg becomes');
    await look.click();
    await expectText(fresh, '3 files found: 2 photos to process, 2 images to pay for.');
    await expectText(fresh, '2 new · 1 skipped');
    await expectText(fresh, 'IMG_1.jpg becomes');
    // only one button is highlighted at a time
    expect(fresh.element().querySelectorAll('.primary')).toHaveLength(1);
    await expectAccessible();
    expect(asked('folders.add')).toEqual([]);
    await button(start, fresh).click();
    await expect.element(fresh).not.toBeInTheDocument();
    await expectText(messages, 'Now watching "White background"');
    const paths = { path: '/photos/Selects', outFolder: '/photos/Delivered' };
    expect(asked('folders.add')).toMatchObject([
      { existing, draft: { ...paths, savedRecipeId: 1 } },
    ]);
  });

  it('may be an empty folder, and shows how many days the photos take with a daily limit', async () => {
    let there = foreseen({});
    const { asked } = showFolders({}, { 'folders.foresee': () => success(there) });
    await fill('/photos/Selects', '/photos/Delivered');
    await look.click();
    await expectText(fresh, 'The folder is empty.');
    await expect.element(button('Start watching', fresh)).toBeVisible();
    await expect.element(button(/^Skip these/, fresh)).not.toBeInTheDocument();
    there = { ...inside, images: 25 };
    await limit.fill('10');
    await expect.element(button('Start watching', fresh)).not.toBeInTheDocument();
    await look.click();
    await expectText(fresh, 'At 10 images per day, this takes 3 days.');
    expect(asked('folders.foresee').map(({ draft }) => draft.imagesPerDay)).toEqual([null, 10]);
  });

  it('stops the preview if the user cancels it', async () => {
    let isEnded = false;
    const foresee: Answers['folders.foresee'] = (_input, signal) =>
      new Promise((done) => {
        signal.addEventListener('abort', () => {
          isEnded = true;
          done(failure({ code: 'aborted', message: 'The request was aborted.' }));
        });
      });
    showFolders({}, { 'folders.foresee': foresee });
    await fill('/photos/Selects', '/photos/Delivered');
    await look.click();
    await expect.element(button('Checking…', fresh)).toBeDisabled();
    await button('Stop', fresh).click();
    await expect.element(look).toBeEnabled();
    await expect.element(fresh.getByRole('alert')).not.toBeInTheDocument();
    expect(isEnded).toBe(true);
  });

  it('B14 says that there is no recipe to choose', async () => {
    showFolders({ recipes: [] });
    await button('New hot folder').click();
    await fresh.getByRole('combobox', { name: /^Recipe:/ }).click();
    const list = page.getByRole('listbox').filter({ hasText: 'Nothing to choose from yet' });
    await expect.element(list).toBeVisible();
    expect(list.element().getBoundingClientRect().height).toBeGreaterThan(30);
  });

  it('shows each problem next to its field, and is not created until it is valid', async () => {
    const gone = failure({
      code: 'folder-unreachable',
      message: '/photos/gone is not there.',
      parameter: 'path',
    });
    const { asked } = showFolders({}, { 'folders.foresee': () => gone });
    await button('New hot folder').click();
    await expect.element(look).toBeVisible();
    expectNothingRed();
    await watched.fill('/photos/Selects');
    await watched.fill('');
    expectNothingRed();
    await look.click();
    await expectText(fresh, 'Choose a folder to watch.');
    await expectText(fresh, 'Choose a recipe.');
    await expectText(fresh, 'Choose an output folder.');

    await chooseRecipe();
    for (const [field, wrong, refusal, right] of [
      [watched, 'Selects', 'Enter the full path.', '/photos/Selects'],
      [watched, `/${'a'.repeat(5000)}`, 'This path is too long.', '/photos/Selects'],
      [results, '/photos/Selects/results', 'Results here would be processed', '/photos/Results'],
      [limit, 'a lot', 'Enter a whole number from 1 to 1,000,000', '500'],
    ] as const) {
      await field.fill(wrong);
      await expectText(fresh, refusal);
      await expect.element(field).toHaveAttribute('aria-invalid', 'true');
      expectNoOverflow();
      await field.fill(right);
      await expect.element(field).toHaveAttribute('aria-invalid', 'false');
    }
    expect(asked('folders.foresee')).toEqual([]);
    // a problem that only the studio can detect appears next to its field, too
    await look.click();
    await expect.element(watched).toHaveAttribute('aria-invalid', 'true');
    await expect.element(watched).toHaveAccessibleDescription(/not there/);
    await expectAccessible();
    await watched.fill('/photos/there');
    await expect.element(watched).toHaveAttribute('aria-invalid', 'false');
    await expect.element(cards).not.toBeInTheDocument();
    expect(asked('folders.add')).toEqual([]);
  });

  it('keeps unsaved input while the user visits another view', async () => {
    showFolders({});
    await button('New hot folder').click();
    await limit.fill('123');
    await page.getByRole('link', { name: 'Queue', exact: true }).click();
    await expect.element(page.getByRole('heading', { name: 'Queue' })).toBeVisible();
    await page.getByRole('link', { name: 'Hot folders', exact: true }).click();
    await expect.element(limit).toHaveValue('123');
  });

  it('is dropped when the window uses another service, whose hot folders are others', async () => {
    let settings = settingsWith({});
    const stage = showFolders({}, { 'settings.get': () => success(settings) });
    await button('New hot folder').click();
    await limit.fill('123');
    const service = {
      url: 'https://other.example/openapi/v1',
      key: 'keychain',
      isFixed: false,
    } as const;
    settings = { ...settings, service, revision: 2 };
    stage.tell('settings');
    await expect.element(fresh).not.toBeInTheDocument();
    await button('New hot folder').click();
    await expect.element(limit).toHaveValue('');
  });

  it('can be created with the keyboard alone', async () => {
    showFolders({ cards: [folderCard(1)] });
    await expect.element(cards).toBeVisible();
    await userEvent.keyboard('n');
    await expect.element(watched).toHaveFocus();
    await userEvent.keyboard('/photos/Selects');
    await tabTo(fresh.getByRole('combobox', { name: /^Recipe:/ }));
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('option').first()).toBeVisible();
    await userEvent.keyboard('White{Enter}');
    const recipe = fresh.getByRole('combobox', { name: 'Recipe: White background' });
    await expect.element(recipe).toHaveFocus();
    await expect.element(results).toHaveValue('/photos/Selects results');
    await tabTo(results);
    await userEvent.keyboard('{Control>}a{/Control}/photos/Delivered{Enter}');
    await tabTo(button('Start watching', fresh));
    await userEvent.keyboard('{Enter}');
    await expectText(cards.nth(1), 'Selects');
    await expect.element(cards.nth(1)).toHaveFocus();
  });
});

describe('a hot folder being edited', () => {
  it('is saved, and its card gets the focus', async () => {
    showFolders({ cards: [folderCard(1)] });
    await button('Edit White background').click();
    await editing.getByRole('textbox', { name: 'Daily limit' }).fill('1,000');
    await button('Save changes', editing).click();
    await expectText(cards, 'of 1,000 images today');
    await expect.element(cards).toHaveFocus();
    await userEvent.keyboard('e');
    await expect.element(editing).toBeVisible();
    await button('Cancel', editing).click();
    await expect.element(cards).toHaveFocus();
  });

  it('shows changes from another window and overwrites them only on request', async () => {
    let card = folderCard(1);
    const stage: Stage = showFolders(
      {},
      {
        'folders.all': () => success([card]),
        'folders.edit': ({ revision, draft }) => {
          if (revision !== card.revision)
            return failure({ code: 'edited-elsewhere', message: 'It was changed.' });
          card = { ...card, ...draft, revision: revision + 1 };
          stage.tell('folders');
          return success(card);
        },
      },
    );
    const elsewhere = (imagesPerDay: number) => {
      card = { ...card, imagesPerDay, revision: card.revision + 1 };
      stage.tell('folders');
    };
    const field = editing.getByRole('textbox', { name: 'Daily limit' });
    await button('Edit White background').click();
    await field.fill('111');
    elsewhere(222);
    await expectText(editing, 'was changed in another window');
    await expect.element(field).toHaveValue('111');
    await button('Save my changes', editing).click();
    await expectText(cards, 'of 111 images today');

    await button('Edit White background').click();
    elsewhere(333);
    // the user has typed nothing yet, so the change does not cause a conflict
    await expect.element(field).toHaveValue('333');
    await field.fill('444');
    elsewhere(555);
    await button('Use saved version', editing).click();
    await expect.element(field).toHaveValue('555');
    // the pressed button is gone
    await expect.element(editing.getByRole('textbox').first()).toHaveFocus();
    await expect.element(editing).not.toMatchTextContent('was changed in another window');
  });
});
