import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { shippedPresets } from '#shared/finish/shipped.ts';
import { failure } from '#shared/page-failure.ts';
import { success } from '#shared/problem.ts';
import type { PresetList } from '#shared/views/finish.ts';
import {
  showFolders,
  button,
  messages,
  question,
  recipes,
} from '../../testing/hot-folders-view.ts';
import { choose } from '../../testing/keys.ts';
import {
  expectAccessible,
  expectNoOverflow,
  expectNothingCut,
  expectNothingRed,
  expectText,
} from '../../testing/looks.ts';
import { recipeCard } from '../../testing/plain-folders.ts';
import { filmstripOf } from '../../testing/plain-pickers.ts';
import { shippedList } from '../../testing/plain-presets.ts';
import type { Answers } from '../../testing/stage.ts';
import { showWindow } from '../../testing/window.ts';

const [amazon] = shippedPresets;
const own = { ...amazon!.preset, name: 'my-shop' };
const withOwn = {
  ...shippedList,
  presets: [...shippedList.presets, { preset: own, shipped: null }],
};
const manager = page.getByRole('dialog', { name: 'Presets for shop files' });
const dialog = page.getByRole('dialog', { name: 'New preset' });
const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });

async function openRecipe(finish: readonly string[], answers: Answers) {
  const card = recipeCard(1, 'White background');
  const { delivery } = card.recipe;
  const recipe = { ...card.recipe, delivery: { ...delivery, finish: [...finish] } };
  const stage = showFolders({ recipes: [{ ...card, recipe }] }, { ...filmstripOf([]), ...answers });
  await button('Recipes').click();
  await button(/^White background/, recipes).click();
  return stage;
}

it('a recipe names presets, and a preset that does not exist can be removed from the recipe', async () => {
  const { asked } = await openRecipe(['gone-shop', 'ebay-main'], {
    'recipes.save': () => success(recipeCard(1, 'White background')),
  });
  const files = recipes.getByRole('group', { name: 'Presets' });
  const amazonSwitch = files.getByRole('switch', { name: 'Amazon, main image' });
  await expect.element(files.getByRole('switch', { name: /^eBay/ })).toBeChecked();
  await expect
    .element(amazonSwitch)
    .toHaveAccessibleDescription('Square, JPEG 2,000 px, white, subject 87%, no shadow');
  await expectText(files, 'gone-shop', 'There is no such preset');
  await button('Remove "gone-shop"', files).click();
  await amazonSwitch.click();
  await expectAccessible();
  await expectNothingCut();
  expectNoOverflow();
  await button('Save recipe', recipes).click();
  const finish = ['ebay-main', 'amazon-main'];
  await expect
    .poll(() => asked('recipes.save'))
    .toMatchObject([{ recipe: { delivery: { finish } } }]);
});

it('a preset can be duplicated and edited, with problems next to their fields', async () => {
  const { asked } = await openRecipe([], {
    'finish.save': ({ preset }) =>
      preset['name'] === 'amazon-main-2'
        ? failure({
            code: 'finish-preset-taken',
            message: 'There is already one.',
            parameter: 'name',
          })
        : success(String(preset['name'])),
  });
  await button('Manage presets…', recipes).click();
  await expectText(manager, 'checked Nov 26, 2026');
  await button('More for "Amazon, main image"', manager).click();
  await page.getByRole('menuitem', { name: 'Duplicate and edit…' }).click();
  await expect.element(field('Name')).toHaveValue('amazon-main-2');
  expectNothingRed();
  await field('Fill').fill('101');
  await button('Save preset', dialog).click();
  await expectText(dialog, 'Enter a number from 5 to 100.');
  await expect.element(field('Fill')).toHaveFocus();
  await field('Fill').fill('82.5');
  await dialog.getByRole('switch', { name: 'Transparent' }).click();
  await expectText(dialog, "A JPEG can't be transparent");
  await dialog.getByRole('radio', { name: 'WebP' }).click();
  await field('Maximum file size').fill('150');
  await expectAccessible();
  await expectNothingCut();
  await button('Save preset', dialog).click();
  await expectText(dialog.getByRole('alert'), 'There is already one.');
  await field('Name').fill('web-shop');
  await button('Save preset', dialog).click();
  await expectText(messages, 'Preset "web-shop" saved');
  expect(asked('finish.save').at(-1)).toMatchObject({
    replaces: null,
    preset: {
      name: 'web-shop',
      canvas: { colour: 'transparent' },
      subject: { fill: 0.825 },
      outputs: [{ format: 'webp', maxBytes: 150_000, longSide: 2000 }],
    },
  });
});

it('a broken preset is not imported, and before one is removed, its recipes are named', async () => {
  let list: PresetList = withOwn;
  const stage = showWindow('#/settings?section=finish', () => ({
    'finish.presets': () => success(list),
    'finish.used-by': () => success(['White', 'Grey']),
    'finish.import': () => failure({ code: 'finish-preset-invalid', message: 'No valid JSON.' }),
    'finish.remove': () => {
      list = shippedList;
      stage.tell('finish');
      return success(null);
    },
  }));
  const section = page.getByRole('region', { name: 'Shop files' });
  await expectText(section, 'my-shop');
  const input = document.querySelector<HTMLInputElement>('#settings-finish input[type=file]');
  const given = new DataTransfer();
  given.items.add(new File(['{'], 'broken.json'));
  input!.files = given.files;
  input!.dispatchEvent(new Event('change', { bubbles: true }));
  await expectText(section.getByRole('alert'), 'No valid JSON.');
  await expectAccessible();
  await expectNothingCut();
  await button('More for "my-shop"', section).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expectText(question, 'The recipes White and Grey use it');
  await button('Remove preset', question).click();
  await expect.element(section.getByText('my-shop')).not.toBeInTheDocument();
  expect(stage.asked('finish.remove')).toEqual([{ name: 'my-shop' }]);
});

it('a file without a valid preset can be removed', async () => {
  const problem = { code: 'finish-preset-invalid', message: 'It is not valid.' } as const;
  let problems: PresetList['problems'] = [{ problem, removable: 'old shop' }];
  const stage = showWindow('#/settings?section=finish', () => ({
    'finish.presets': () => success({ ...shippedList, problems }),
    'finish.used-by': () => success([]),
    'finish.remove': () => {
      problems = [];
      stage.tell('finish');
      return success(null);
    },
  }));
  const section = page.getByRole('region', { name: 'Shop files' });
  await button('Remove "old shop.json"', section).click();
  await button('Remove preset', question).click();
  await expect.element(section.getByText('It is not valid.')).not.toBeInTheDocument();
  expect(stage.asked('finish.remove')).toEqual([{ name: 'old shop' }]);
});

it('a preview shows the chosen file, and describes its numbers and notes in words', async () => {
  const size = { width: 1000, height: 1000 };
  const { asked } = await openRecipe(['amazon-main', 'web-transparent'], {
    ...filmstripOf(['shoe.jpg']),
    'finish.preview': () =>
      success({ ...size, picture: 7, subject: { left: 65, top: 200, width: 870, height: 600 } }),
    'finish.measure': ({ output }) =>
      success({
        width: 1600,
        height: 1600,
        bytes: 182_000,
        quality: output === 0 ? 84 : null,
        notes: [{ code: 'finish-smaller', message: 'It is too small.' }],
      }),
  });
  await button('Show preview', recipes).click();
  await expectText(recipes, '1600 × 1600 px, 182 kB, quality 84, subject 87%', 'too small');
  await expectText(recipes, 'The photo stands in for a result');
  await choose(/^File to preview/, /at the original size/, recipes);
  await expectText(recipes, '1600 × 1600 px, 182 kB, subject 87%');
  expect(asked('finish.measure').at(-1)).toMatchObject({
    path: '/shoot/shoe.jpg',
    preset: { name: 'web-transparent' },
    output: 1,
  });
  await expectAccessible();
  await expectNothingCut();
  expectNoOverflow();
});
