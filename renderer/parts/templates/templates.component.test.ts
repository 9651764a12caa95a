import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findAgent } from '#shared/agents/index.ts';
import type { TemplateCard, TemplateListState } from '#shared/views/templates.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { button, recipes, showFolders } from '../../testing/hot-folders-view.ts';
import { choose, tabTo } from '../../testing/keys.ts';
import { expectAccessible, expectText } from '../../testing/looks.ts';
import {
  customTemplate,
  studioOfTemplates,
  templateCard,
  wholeList,
} from '../../testing/plain-templates.ts';
import { show, type Answers, type Stage } from '../../testing/stage.ts';
import BesideField from '../parameters/BesideField.svelte';

const opener = (label: string) => button(new RegExp(`^${label}: .*search$`, 'i'), recipes);
const picker = page.getByRole('dialog');
const search = picker.getByRole('searchbox');
const grid = picker.getByRole('listbox');
const cells = grid.getByRole('option');
const id = recipes.getByRole('textbox', { name: 'Scene: ID' });

const warm = { id: 1, name: 'Warm' };
const loft = customTemplate(1, { name: 'Our loft' });
/**
 * A long list: one custom template, followed by templates of the service. Every fifth of these has the
 * category "Sea" and the tag "Warm".
 */
const ofService = Array.from({ length: 135 }, (_, at) =>
  templateCard(
    at + 2,
    at % 5 > 0 ? { categories: ['Street'] } : { categories: ['Sea'], tags: [warm] },
  ),
);
const scenes = [loft, ...ofService];

/** Opens a new recipe whose agent takes a scene. */
async function newRecipe(answers: Answers): Promise<Stage> {
  const stage = showFolders({}, answers);
  await button('Recipes').click();
  await button('New recipe', recipes).click();
  return stage;
}

const withScenes = (cards: readonly TemplateCard[]) =>
  studioOfTemplates(({ list }) => (list === 'locations' ? cards : []));

describe('a scene', () => {
  it('is found, filtered and chosen with the keyboard alone', async () => {
    const { asked } = await newRecipe(withScenes(scenes));
    const few = recipes.getByRole('radiogroup', { name: 'Scene' });
    await expect.element(few.getByRole('radio').nth(3)).toBeVisible();
    await expect.element(few.getByRole('radio').first()).toHaveAccessibleName('Our loft, Yours');
    await expect.element(opener('Scene')).toHaveTextContent('136 · search');
    await tabTo(opener('Scene'));
    await userEvent.keyboard('{Enter}');
    await expect.element(search).toHaveFocus();
    await expect.element(cells.first()).toBeVisible();
    expect(cells.elements().length).toBeLessThan(60);
    await expectAccessible();

    await userEvent.keyboard('nowhere');
    await expectText(picker, 'No matches');
    // the search for the last letter has not started yet
    await userEvent.keyboard('!');
    await button('Clear filters', picker).click();
    await expectText(picker, '136 entries');
    await button('Warm', picker).click();
    await expectText(picker, '27 entries');
    await button('Warm', picker).click();
    await choose(/^Category:/, 'Street', picker);
    await expectText(picker, '108 entries');
    await choose(/^Category:/, 'All categories', picker);
    await expectText(picker, '136 entries');

    (search.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(grid).toHaveFocus();
    await userEvent.keyboard('{End}');
    const last = grid.getByRole('option', { name: /^Scene 136/ });
    await expect.element(last).toHaveAttribute('aria-posinset', '136');
    await expect.element(last).toBeInViewport();
    await userEvent.keyboard('{ArrowLeft}{Enter}');
    await expect.element(picker).not.toBeInTheDocument();
    await expect.element(opener('Scene')).toHaveFocus();
    const chosen = few.getByRole('radio', { checked: true });
    await expect.element(chosen).toHaveAccessibleName('Scene 135');
    await button('Scene: clear', recipes).click();
    await expect.element(chosen).not.toBeInTheDocument();
    expect(asked('templates.refresh')).toEqual([]);
  });

  it('that is not ready can be set by id, and shows why it cannot be chosen', async () => {
    const roof = customTemplate(2, { name: 'Our roof', status: 'failed' });
    await newRecipe(withScenes([loft, roof, ...scenes.slice(4)]));
    await opener('Scene').click();
    await picker.getByRole('radio', { name: 'Yours' }).click();
    await expectText(picker, '2 entries');
    await userEvent.keyboard('{Escape}');
    await expect.element(picker).not.toBeInTheDocument();
    await button('Scene: Enter ID', recipes).click();
    await id.fill('2');
    await expectText(recipes, 'Our roof', "The service couldn't prepare this entry");
  });

  it('with an unknown id is reported next to the field, and invalid input stays in the field', async () => {
    await newRecipe(withScenes(scenes));
    await button('Scene: Enter ID', recipes).click();
    await expect.element(id).toHaveFocus();
    await id.fill('4711');
    await expectText(recipes, 'no longer offers 4711');
    await id.fill('a loft');
    await button('Save recipe', recipes).click();
    await expect.element(id).toHaveValue('a loft');
    const refusal = recipes.getByText(/must be a number from the list/);
    await expect.element(refusal).toBeVisible();
    await id.fill('7');
    await expect.element(refusal).not.toBeInTheDocument();
    await expect.element(recipes.getByRole('radio', { checked: true })).toBeVisible();
  });
});

describe('a list of the service', () => {
  const problem = { code: 'service-unreachable', message: 'It cannot be reached.' } as const;

  it.each([
    [
      'that has loaded only in part',
      { isComplete: false, refreshedAt: null, problem },
      /It cannot be reached\.\s+Try again/,
    ],
    [
      'that was loaded earlier',
      { refreshedAt: Date.now() - 7_200_000, problem },
      /It cannot be reached\. Last updated 2 .* Try again/,
    ],
  ] as const)(
    '%s is shown with the reason, and can be requested again',
    async (_what, some, says) => {
      const state = () => ({ ...wholeList, ...some });
      const { asked } = await newRecipe(studioOfTemplates(() => scenes, state));
      await opener('Scene').click();
      await expect.element(cells.first()).toBeVisible();
      await expectText(picker, says);
      await button('Try again', picker).click();
      const where = { agent: 'aimodel', version: 'v1.0', list: 'locations' };
      await expect.poll(() => asked('templates.refresh')).toMatchObject([where]);
    },
  );

  it('reserves space while it loads, and says so if it is empty', async () => {
    const begun = { isComplete: false, isRefreshing: true, refreshedAt: null };
    let state: TemplateListState = { ...wholeList, ...begun };
    const nothing: TemplateCard[] = [];
    const stage = await newRecipe(
      studioOfTemplates(
        () => nothing,
        () => state,
      ),
    );
    const loading = recipes.getByRole('status', { name: 'Loading' });
    await expect.element(loading.first()).toBeInTheDocument();
    state = wholeList;
    stage.tell('templates');
    const none = recipes.getByText('The service offers nothing to choose from.');
    await expect.element(none.first()).toBeVisible();
  });
});

it('tags can be switched on and off, separately for the two versions of an agent', async () => {
  const tags = [warm, { id: 2, name: 'Outdoors' }];
  const older = { tags: [templateCard(1, { tags: [warm] })], others: scenes.slice(0, 24) };
  const newer = { tags: [templateCard(1, { tags })], others: scenes.slice(0, 36) };
  const lists = studioOfTemplates(({ list, version }) => {
    const its = version === 'v1.0' ? older : newer;
    return list === 'tags' ? its.tags : its.others;
  });
  await newRecipe(lists);
  await choose(/^Agent:/, /mannequin/, recipes);
  await choose(/^Describe with:/, /^Scene and model/, recipes);
  // in the collapsed section below the picker, and not under "More" a second time
  await recipes.getByText('Tags', { exact: true }).first().click();
  const group = recipes.getByRole('group', { name: 'Tags' });
  await expect.element(group).toBeVisible();
  expect(group.elements()).toHaveLength(1);
  const outdoors = button('Outdoors', group);
  await outdoors.click();
  await expect.element(outdoors).toHaveAttribute('aria-pressed', 'true');
  await outdoors.click();
  await expect.element(outdoors).toHaveAttribute('aria-pressed', 'false');
  await outdoors.click();
  await button('Warm', group).click();
  await expect.element(recipes.getByText('Tags · 2 selected')).toBeVisible();
  await expect.element(opener('Scene')).toHaveTextContent('36 · search');
  await choose(/^Version:/, 'v1.0', recipes);
  await choose(/^Describe with:/, /^Scene and model/, recipes);
  await expect.element(opener('Scene')).toHaveTextContent('24 · search');
  await expect.element(button('Warm', group)).toHaveAttribute('aria-pressed', 'false');
  await expect.element(outdoors).not.toBeInTheDocument();
});

it.each([
  { why: 'without a value are folded', value: undefined, problem: null, isOpen: false },
  { why: 'with a value are open', value: [1], problem: null, isOpen: true },
  { why: 'with a problem are open', value: undefined, problem: 'No such tag.', isOpen: true },
])('tags $why', async ({ value, problem, isOpen }) => {
  const agent = valueOf(findAgent('aiproduct'));
  const parameter = agent.params.find(({ name }) => name === 'locationTagIds');
  if (parameter === undefined) throw new Error('The agent takes no tags.');
  const props = { agent, parameter, value, problem, onchange: () => {} };
  const answers = studioOfTemplates(() => [templateCard(1, { tags: [warm] })]);
  show(BesideField, { answers, props });
  await expect.element(page.getByText(/^Scene tags/).first()).toBeVisible();
  const chip = page.getByText('Warm', { exact: true });
  await expect.element(chip).toBeInTheDocument();
  expect(chip.element().checkVisibility()).toBe(isOpen);
});

it('a size from the list fills in both sides, and any other size is shown as custom', async () => {
  const story = templateCard(1, { name: 'Story 9:16', size: { width: 1080, height: 1920 } });
  await newRecipe(studioOfTemplates(({ list }) => (list === 'dimensions' ? [story] : [])));
  await choose(/^Agent:/, /^Expand image/, recipes);
  await choose(/^Size:/, /^Story 9:16/, recipes);
  const height = recipes.getByRole('textbox', { name: 'Height' });
  await expect.element(recipes.getByRole('textbox', { name: 'Width' })).toHaveValue('1080');
  await expect.element(height).toHaveValue('1920');
  await height.fill('1900');
  const size = recipes.getByRole('combobox', { name: 'Size: Custom size' });
  await expect.element(size).toBeVisible();
});
