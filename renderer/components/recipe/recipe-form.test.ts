import { describe, expect, it } from 'vitest';
import { agents } from '#shared/agents/index.ts';
import { parseRecipe } from '#shared/recipe.ts';
import { defaultTemplate } from '#shared/naming.ts';
import {
  chooseAgent,
  mayHaveOriginalPixels,
  newRecipeForm,
  readForm,
  recipeFormOf,
  type,
  usesMask,
  valuesOf,
} from './recipe-form.ts';

const named = (name: string) => {
  const agent = agents.find((one) => one.name === name);
  if (agent === undefined) throw new Error(name);
  return agent;
};

describe('what is typed of a recipe', () => {
  it.each(agents.map((agent) => [`${agent.name} ${agent.version}`, agent] as const))(
    'is the recipe it was opened with: %s',
    (_, agent) => {
      const { name, version, example: params } = agent;
      const parsed = parseRecipe({ name: 'A', agent: name, version, params });
      if (!('recipe' in parsed)) throw new Error(JSON.stringify(parsed));
      expect(readForm(recipeFormOf(parsed.recipe))).toEqual({ recipe: parsed.recipe });
    },
  );

  it('begins as something that wants a name and nothing else', () => {
    const read = readForm(newRecipeForm(defaultTemplate));
    expect('problems' in read && read.problems.map((problem) => problem.parameter)).toEqual([
      'name',
    ]);
  });

  it('keeps what was typed for an agent while another is looked at', () => {
    const form = newRecipeForm(defaultTemplate);
    chooseAgent(form, named('aiproduct'));
    valuesOf(form)['textDescription'] = 'on marble';
    chooseAgent(form, named('removeBG'));
    expect(valuesOf(form)).not.toHaveProperty('textDescription');
    chooseAgent(form, named('aiproduct'));
    expect(valuesOf(form)['textDescription']).toBe('on marble');
  });

  it('carries over what the next agent takes as well, and nothing it would refuse', () => {
    const form = newRecipeForm(defaultTemplate);
    chooseAgent(form, named('aiproduct'));
    Object.assign(valuesOf(form), { maskType: 'autoSubjectSegment', batchCount: 16 });
    chooseAgent(form, named('removeBG'));
    // background removal begins with 1 image, whatever the last agent made
    expect(valuesOf(form)).toEqual({ maskType: 'autoSubjectSegment', batchCount: 1 });
  });

  it('mixes no ids of two versions of an agent', () => {
    const [newer, older] = agents.filter((agent) => agent.name === 'mannequin');
    if (newer === undefined || older === undefined) throw new Error('there are two');
    const form = newRecipeForm(defaultTemplate);
    chooseAgent(form, newer);
    type(form, 'paramType', 'template');
    type(form, 'locationId', 7);
    chooseAgent(form, older);
    expect(valuesOf(form)).toMatchObject({ paramType: 'template' });
    expect(valuesOf(form)).not.toHaveProperty('locationId');
    chooseAgent(form, newer);
    expect(valuesOf(form)).toMatchObject({ locationId: 7 });
  });

  it('sends no value that does not apply, and no mask that is not used', () => {
    const form = newRecipeForm(defaultTemplate);
    form.name = 'A';
    chooseAgent(form, named('removeBG'));
    Object.assign(valuesOf(form), { maskType: 'custom', batchCount: 1 });
    form.mask = '/masks/one.png';
    expect(usesMask(form)).toBe(true);
    expect(readForm(form)).toMatchObject({ recipe: { mask: '/masks/one.png' } });
    valuesOf(form)['customMaskUrl'] = 'https://example.com/mask.png';
    valuesOf(form)['maskType'] = 'autoSubjectSegment';
    expect(readForm(form)).toMatchObject({ recipe: { mask: null } });
  });

  it('tells what cannot be read under its own name', () => {
    const form = newRecipeForm('{nmae}');
    form.name = 'A';
    form.pad = 'white';
    valuesOf(form)['batchCount'] = 'four';
    const read = readForm(form);
    expect('problems' in read && new Set(read.problems.map((one) => one.parameter))).toEqual(
      new Set(['batchCount', 'delivery.name', 'prepare.pad']),
    );
  });

  it("puts the photo's own pixels back where a mask that is here can say where", () => {
    const form = newRecipeForm(defaultTemplate);
    Object.assign(form, { name: 'Back', originalPixels: true, feather: 40, mask: '/m.png' });
    chooseAgent(form, named('removeBG'));
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
    chooseAgent(form, named('expandimage'));
    expect(mayHaveOriginalPixels(form)).toBe(false);
  });
});
