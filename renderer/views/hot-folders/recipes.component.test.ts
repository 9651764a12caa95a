import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { agents } from '#shared/agents/index.ts';
import { failure } from '#shared/page-failure.ts';
import { success } from '#shared/problem.ts';
import {
  button,
  fresh,
  messages,
  question,
  recipes,
  showFolders,
} from '../../testing/hot-folders-view.ts';
import { recordDownloads } from '../../testing/downloads.ts';
import { choose } from '../../testing/keys.ts';
import {
  expectAccessible,
  expectNoOverflow,
  expectNothingRed,
  expectText,
} from '../../testing/looks.ts';
import { recipeCard } from '../../testing/plain-folders.ts';
import { jobRow } from '../../testing/plain-jobs.ts';
import type { Stage } from '../../testing/stage.ts';
import { ofCatalogue } from '../../texts/catalogue.ts';

const name = recipes.getByRole('textbox', { name: 'Name', exact: true });
const save = button('Save recipe', recipes);
const padding = page.getByRole('switch', { name: /^Pad/ });

describe('the list of recipes', () => {
  it('says if there are no recipes, and returns the focus when it is closed', async () => {
    showFolders({ recipes: [] });
    await button('Recipes').click();
    await expectText(recipes, 'No recipes yet');
    await userEvent.keyboard('{Escape}');
    await expect.element(recipes).not.toBeInTheDocument();
    await expect.element(button('Recipes')).toHaveFocus();
  });

  it('shows how many hot folders use each recipe, with names of any length', async () => {
    const long = recipeCard(2, 'y'.repeat(100), { hotFolders: [3, 4] });
    showFolders({ recipes: [recipeCard(1, 'White background'), long] });
    await button('Recipes').click();
    const lines = recipes.getByRole('listitem');
    await expectText(lines.first(), 'not used by a hot folder');
    await expectText(lines.nth(1), 'used by 2 hot folders');
    expectNoOverflow();
  });
});

describe('a recipe', () => {
  it('shows rarely changed parameters on request, or if one of these parameters has been changed', async () => {
    showFolders({});
    await button('Recipes').click();
    await button('New recipe', recipes).click();
    await choose(/^Agent:/, /^AI product/, recipes);
    const exclude = recipes.getByRole('textbox', { name: 'Exclude' });
    await expect.element(exclude).not.toBeInTheDocument();
    await recipes.getByText('More', { exact: true }).click();
    await exclude.fill('people');
    const changed = recipes.getByText('More · 1 changed');
    await expect.element(changed).toBeVisible();

    await choose(/^Agent:/, /^AI pose/, recipes);
    await expect.element(exclude).not.toBeInTheDocument();
    await choose(/^Agent:/, /^AI product/, recipes);
    await expect.element(exclude).toHaveValue('people');
    await exclude.clear();
    await expect.element(changed).not.toBeInTheDocument();
    await expect.element(exclude).toBeVisible();
  });

  it('is created from the catalogue, with problems next to their fields', async () => {
    const { asked } = showFolders({});
    await button('Recipes').click();
    await button('New recipe', recipes).click();
    await choose(/^Agent:/, /^Virtual try-on/, recipes);
    const size = recipes.getByRole('combobox', { name: /^Image size/ });
    await expect.element(size).not.toBeInTheDocument();
    await choose(/^Engine/, 'Banana Pro', recipes);
    await expect.element(size).toBeVisible();
    await save.click();
    await expectText(recipes, 'Enter a name.', 'Choose an image size');
    await expect.element(name).toHaveFocus();

    await name.fill('Try-on');
    await choose(/^Image size/, '2K', recipes);
    await choose(/^Description/, /^Written by the service/, recipes);
    const count = recipes.getByRole('textbox', { name: 'Number of images' });
    await count.fill('17');
    await expectText(recipes, 'must be a whole number from 1 to 16, not 17');
    await count.fill('3');
    const naming = recipes.getByRole('textbox', { name: 'File names' });
    await naming.fill('{date}/{nam}');
    await expectText(recipes, 'Did you mean {name}?');
    await naming.fill('{date}/{name}_{index}');
    await expectText(recipes, '/A1043_front_1.png', '3 images per photo');
    await expectAccessible();
    await save.click();
    await expectText(button(/^Try-on/, recipes), 'not used by a hot folder');
    expect(asked('recipes.save')).toMatchObject([
      { id: null, revision: null, recipe: { name: 'Try-on', agent: 'virtualtryon' } },
    ]);
  });

  it('shows no problem of any agent before the user has tried to save it, and starts at its name', async () => {
    showFolders({});
    await button('Recipes').click();
    await button('New recipe', recipes).click();
    await expect.element(name).toHaveFocus();
    expectNothingRed();
    const titles = new Set(agents.map(({ title }) => ofCatalogue(title)));
    for (const title of titles) {
      await choose(/^Agent:/, new RegExp(`^${title}`, 'u'), recipes);
      expectNothingRed();
    }
    await save.click();
    await expectText(recipes, 'Enter a name.');
    expect(() => expectNothingRed()).toThrow('to deeply equal');
  });

  it("shows the studio's reason for rejecting it", async () => {
    const taken = failure({
      code: 'recipe-name-taken',
      message: 'Another recipe is called that.',
      parameter: 'name',
    });
    showFolders({}, { 'recipes.save': () => taken });
    await button('Recipes').click();
    await button(/^White background/, recipes).click();
    await save.click();
    await expect.element(name).toHaveAttribute('aria-invalid', 'true');
    await expectText(recipes, 'Another recipe is called that.');
  });

  it('can be removed only after a confirmation, and not while a hot folder uses it', async () => {
    const used = recipeCard(2, 'In use', { hotFolders: [1] });
    const { asked } = showFolders({ recipes: [recipeCard(1, 'White background'), used] });
    const remove = page.getByRole('menuitem', { name: 'Remove…' });
    await button('Recipes').click();
    await button(/^In use/, recipes).click();
    await button('More actions for this recipe', recipes).click();
    await expect.element(remove).toHaveAttribute('aria-disabled', 'true');
    // waits until the menu has the focus, because until then Escape would close the panel
    await expect.element(page.getByRole('menu')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await button('All recipes', recipes).click();
    await button(/^White background/, recipes).click();
    await button('More actions for this recipe', recipes).click();
    await remove.click();
    await button('Remove recipe', question).click();
    await expectText(messages, 'Removed "White background"');
    await expect.element(button(/^White background/, recipes)).not.toBeInTheDocument();
    expect(asked('recipes.remove')).toEqual([{ id: 1 }]);
  });

  it('is exported to a file, and imported from the file as a new recipe', async () => {
    const saved = recordDownloads();
    const { asked } = showFolders({ recipes: [recipeCard(1, 'White/grey')] });
    await button('Recipes').click();
    await button(/^White/, recipes).click();
    await button('More actions for this recipe', recipes).click();
    await page.getByRole('menuitem', { name: 'Export…' }).click();
    const [[fileName, content] = ['', '']] = saved;
    expect(fileName).toBe('White-grey.darkslide-recipe');
    await button('All recipes', recipes).click();
    const file = recipes.element().querySelector('input[type=file]') as HTMLElement;
    const broken = new File(['{"agent":'], 'holiday.json');
    await userEvent.upload(file, broken);
    await expectText(messages, '"holiday.json" is not a recipe');
    await userEvent.upload(file, new File([content], fileName));
    await expect.element(name).toHaveValue('White/grey');
    await save.click();
    await expect
      .poll(() => asked('recipes.save'))
      .toMatchObject([{ id: null, recipe: recipeCard(1, 'White/grey').recipe }]);
  });

  it('with unsaved changes is discarded only after a confirmation', async () => {
    const stage = showFolders({ recipes: [recipeCard(1, 'White'), recipeCard(2, 'Grey')] });
    await button('Recipes').click();
    await button(/^White/, recipes).click();
    await name.fill('Mine');
    // Darkslide sets such an address when the user opens a recipe file on the desktop
    location.hash = '#/folders?recipe=2';
    await expectText(messages, 'Save or discard your changes');
    await expect.element(name).toHaveValue('Mine');
    await button('All recipes', recipes).click();
    await expectText(question, 'The recipe goes back to the version last saved.');
    await button('Discard changes', question).click();
    await expect.element(button(/^White/, recipes)).toBeVisible();
    location.hash = '#/folders?recipe=2';
    await expect.element(name).toHaveValue('Grey');
    expect(location.hash).toBe('#/folders');
    expect(stage.asked('recipes.save')).toEqual([]);
  });

  it('that was already open when another was to be edited for a form does not become the recipe of the form', async () => {
    const two = [recipeCard(1, 'White background'), recipeCard(2, 'Grey background')];
    const stage = showFolders(
      { recipes: two },
      { 'recipes.save': () => success(recipeCard(2, 'Greyer', { revision: 2 })) },
    );
    await button('Recipes').click();
    await button(/^Grey background/, recipes).click();
    await name.fill('Greyer');
    await button('New hot folder').click();
    await choose(/^Recipe:/, /^White background/, fresh);
    await button('Edit recipe', fresh).click();
    await expectText(messages, 'Save or discard');
    await save.click();
    await expect.poll(() => stage.asked('recipes.save')).toMatchObject([{ id: 2 }]);
    await expect.element(button('New recipe', recipes)).toBeVisible();
    const chosen = fresh.getByRole('combobox', { name: 'Recipe: White background' });
    await expect.element(chosen).toBeVisible();
  });

  it('changed in another window can be saved as a copy', async () => {
    let theirs = [recipeCard(1, 'White background')];
    const stage: Stage = showFolders(
      {},
      {
        'recipes.all': () => success(theirs),
        'recipes.save': () => {
          theirs = [...theirs, recipeCard(2, 'Mine copy')];
          stage.tell('recipes');
          return success(recipeCard(2, 'Mine copy'));
        },
      },
    );
    await button('Recipes').click();
    await button(/^White background/, recipes).click();
    await name.fill('Mine');
    theirs = [recipeCard(1, 'Theirs', { revision: 2 })];
    stage.tell('recipes');
    await expectText(recipes, 'was changed in another window');
    await expect.element(name).toHaveValue('Mine');
    await expectAccessible();
    await button('Save as a copy', recipes).click();
    await expect.element(button(/^Mine copy/, recipes)).toBeVisible();
    await expect.element(button(/^Theirs/, recipes)).toBeVisible();
    expect(stage.asked('recipes.save')).toMatchObject([
      { id: null, revision: null, recipe: { name: 'Mine copy' } },
    ]);
  });
});

it('B9 the recipe of a photo that was sent opens at the field that must change for later photos', async () => {
  const { asked } = showFolders({ jobs: [jobRow(5, { state: 'failed' })] });
  await expect.element(page.getByText('No hot folders yet')).toBeVisible();
  location.hash = '#/folders?recipe=1&fix=pad-recipe';
  await expect.element(padding).toHaveFocus();
  await expect.element(padding).not.toBeChecked();
  await padding.click();
  await expectAccessible();
  expectNoOverflow();
  await save.click();
  await expect
    .poll(() => asked('recipes.save'))
    .toMatchObject([{ recipe: { prepare: { pad: '#ffffff' } } }]);
  expect(asked('queue.act')).toEqual([]);
});
