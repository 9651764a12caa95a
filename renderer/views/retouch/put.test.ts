import { describe, expect, it } from 'vitest';
import { agents } from '#shared/agents/index.ts';
import { applies } from '#shared/agents/conditions.ts';
import { defaultTemplate } from '#shared/naming.ts';
import { customModelAgent } from '#shared/custom-models.ts';
import { chooseAgent, formOfAgent, readForm, valuesOf } from '../../parts/recipe/recipe-form.ts';
import { freshPanel } from './panel-state.ts';
import { putInto, turnFor } from './put.ts';

const { agentName: name, agentVersion: version } = customModelAgent;
const panelWith = (params: Record<string, unknown>) =>
  formOfAgent({ name, version }, params, defaultTemplate);
const sent = (form: ReturnType<typeof panelWith>) => {
  const read = readForm({ ...form, name: 'A' });
  return 'recipe' in read ? read.recipe.params : read.problems;
};
const apparel = { generatedContent: 'freeCreation', maskType: 'autoApparelSegment', batchCount: 3 };

describe('a model or scene put into the panel', () => {
  it('leaves all other values unchanged', () => {
    const form = panelWith({ ...apparel, locationId: 7, textDescription: 'at dusk' });
    expect(putInto(form, 'fashionModelId', 900_001).turned).toBeNull();
    expect(sent(form)).toEqual({
      ...apparel,
      locationId: 7,
      textDescription: 'at dusk',
      fashionModelId: 900_001,
    });
  });

  it.each([
    ['fashionModelId', 'autoSubjectSegment'],
    ['locationId', 'autoHumanSegment'],
    ['locationId', undefined],
    ['fashionModelId', 'nonsense'],
  ])('has an effect: %s with %s', (parameter, maskType) => {
    const form = panelWith({ ...apparel, maskType });
    const { turned } = putInto(form, parameter, 12);
    expect(turned).toMatchObject({ from: maskType, to: 'autoApparelSegment' });
    expect(sent(form)).toEqual({ ...apparel, [parameter]: 12 });
  });

  it('keeps the user’s own mask', () => {
    const form = panelWith({ ...apparel, maskType: 'custom' });
    form.mask = '/masks/a.png';
    putInto(form, 'fashionModelId', 12);
    expect(sent(form)).toMatchObject({ maskType: 'custom', fashionModelId: 12 });
  });

  it('can be undone together with all other changed values, even if another panel is shown', () => {
    const before = { ...apparel, maskType: 'autoHumanSegment', locationId: 3 };
    const form = panelWith({ ...before });
    const { undo } = putInto(form, 'locationId', 12);
    const [other] = agents.filter((agent) => agent.name !== name);
    if (other === undefined) throw new Error('one agent alone');
    chooseAgent(form, other);
    undo();
    expect(form.params[`${name} ${version}`]).toEqual(before);
  });

  it.each(agents)(
    'changes only the choices that would prevent its effect: $name $version',
    (agent) => {
      const fresh = valuesOf(freshPanel(agent, defaultTemplate));
      const isOff = agent.params.filter((parameter) => applies(agent, parameter, fresh) !== true);
      const turned = agent.params.flatMap(({ name }) => turnFor(agent, fresh, name) ?? []);
      expect(turned).toHaveLength(isOff.length);
      for (const [at, { parameter, to }] of turned.entries()) {
        const after = { ...fresh, [parameter.name]: to };
        expect(isOff.slice(at, at + 1).map((one) => applies(agent, one, after))).toEqual([true]);
      }
    },
  );
});
