import { describe, expect, it } from 'vitest';
import { agents } from '#shared/agents/index.ts';
import { defaultTemplate } from '#shared/naming.ts';
import { agentOf } from '../../../test/fixtures/agent.ts';
import { recipeOf } from '../../../test/fixtures/values.ts';
import {
  chooseAgent,
  mayHaveOriginalPixels,
  newRecipeForm,
  readForm,
  recipeFormOf,
  type,
  usesMask,
  valuesOf,
  type RecipeForm,
} from './recipe-form.ts';

/** Creates a form and chooses an agent. */
function formFor(agent: string): RecipeForm {
  const form = newRecipeForm(defaultTemplate);
  chooseAgent(form, agentOf(agent));
  return form;
}

/** Returns the names of the invalid parameters, one for each problem. */
function wrongIn(form: RecipeForm) {
  const read = readForm(form);
  return 'problems' in read ? read.problems.map(({ parameter }) => parameter) : [];
}

describe('the typed values of a recipe', () => {
  it.each(agents)(
    'are read as the same recipe that they were created from: $name $version',
    (agent) => {
      const { name, version, example: params } = agent;
      const recipe = recipeOf({ name: 'A', agent: name, version, params });
      expect(readForm(recipeFormOf(recipe))).toEqual({ recipe });
    },
  );

  it('are complete in a new recipe, except for the name', () => {
    expect(wrongIn(newRecipeForm(defaultTemplate))).toEqual(['name']);
  });

  it('are kept for an agent while the form shows another agent', () => {
    const form = formFor('aiproduct');
    valuesOf(form)['textDescription'] = 'on marble';
    chooseAgent(form, agentOf('removeBG'));
    expect(valuesOf(form)).not.toHaveProperty('textDescription');
    chooseAgent(form, agentOf('aiproduct'));
    expect(valuesOf(form)['textDescription']).toBe('on marble');
  });

  it('are copied to the next agent only if that agent accepts them', () => {
    const form = formFor('aiproduct');
    Object.assign(valuesOf(form), { maskType: 'autoSubjectSegment', batchCount: 16 });
    chooseAgent(form, agentOf('removeBG'));
    // background removal starts with 1 image, whatever number the previous agent had
    expect(valuesOf(form)).toEqual({ maskType: 'autoSubjectSegment', batchCount: 1 });
  });

  it('are separate for two versions of an agent, whose ids differ', () => {
    const form = formFor('mannequin v1.5');
    type(form, 'paramType', 'template');
    type(form, 'locationId', 7);
    chooseAgent(form, agentOf('mannequin v1.0'));
    expect(valuesOf(form)).toMatchObject({ paramType: 'template' });
    expect(valuesOf(form)).not.toHaveProperty('locationId');
    chooseAgent(form, agentOf('mannequin v1.5'));
    expect(valuesOf(form)).toMatchObject({ locationId: 7 });
  });

  it('become a recipe without values that have no effect and without an unused mask', () => {
    const form = formFor('removeBG');
    form.name = 'A';
    Object.assign(valuesOf(form), { maskType: 'custom', batchCount: 1 });
    form.mask = '/masks/one.png';
    expect(usesMask(form)).toBe(true);
    expect(readForm(form)).toMatchObject({ recipe: { mask: '/masks/one.png' } });
    valuesOf(form)['customMaskUrl'] = 'https://example.com/mask.png';
    valuesOf(form)['maskType'] = 'autoSubjectSegment';
    expect(readForm(form)).toMatchObject({ recipe: { mask: null } });
  });

  it('report each invalid value under its own name', () => {
    const form = newRecipeForm('{nmae}');
    form.name = 'A';
    form.pad = 'white';
    valuesOf(form)['batchCount'] = 'four';
    expect(new Set(wrongIn(form))).toEqual(new Set(['batchCount', 'delivery.name', 'prepare.pad']));
  });

  it('restore the original pixels only with a local mask', () => {
    const form = formFor('removeBG');
    Object.assign(form, { name: 'Back', originalPixels: true, feather: 40, mask: '/m.png' });
    const delivery = () => {
      const read = readForm(form);
      return 'recipe' in read ? read.recipe.delivery : read.problems;
    };
    Object.assign(valuesOf(form), { maskType: 'custom', backgroundHex: '#ffffff' });
    expect(delivery()).toMatchObject({ originalPixels: true, feather: 40 });
    form.feather = undefined;
    expect(delivery()).toMatchObject([{ parameter: 'delivery.feather' }]);
    form.mask = 'https://x.test/m.png';
    expect(delivery()).toMatchObject({ originalPixels: false });
    chooseAgent(form, agentOf('expandimage'));
    expect(mayHaveOriginalPixels(form)).toBe(false);
  });
});
