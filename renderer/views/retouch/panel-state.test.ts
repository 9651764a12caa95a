import { describe, expect, it } from 'vitest';
import { agents, wireParams } from '#shared/agents/index.ts';
import { defaultTemplate } from '#shared/naming.ts';
import { agentOf } from '../../../test/fixtures/agent.ts';
import {
  chooseAgent,
  newRecipeForm,
  readForm,
  type,
  valuesOf,
} from '../../parts/recipe/recipe-form.ts';
import { formOfPanel, freshPanel, panelOf } from './panel-state.ts';

describe('a panel', () => {
  it.each(agents)('is restored as the user left it: $name $version', (agent) => {
    const form = freshPanel(agent, defaultTemplate);
    type(form, 'textDescription', 'half typ');
    Object.assign(form, { name: 'Marble', psd: true, pad: '#ffffff', gps: 'keep' });
    form.finish = ['ebay-main'];
    const kept = JSON.parse(JSON.stringify(panelOf(form)));
    expect(formOfPanel(kept, 'other')).toEqual(form);
  });

  it.each(agents)('with default values lacks at most text or photos: $name $version', (agent) => {
    const read = readForm({ ...freshPanel(agent, defaultTemplate), name: 'A' });
    const codes = 'problems' in read ? read.problems.map(({ code }) => code) : [];
    expect(codes.filter((code) => code !== 'parameter-required')).toEqual([]);
  });

  it.each(agents)(
    'with default values sends neither text nor defaults: $name $version',
    (agent) => {
      const given = Object.keys(valuesOf(freshPanel(agent, defaultTemplate)));
      const quiet = agent.params.filter(
        ({ name, kind, default: usual }) =>
          kind.type === 'text' || (usual !== undefined && agent.begins?.[name] === undefined),
      );
      expect(given.filter((name) => quiet.some((one) => one.name === name))).toEqual([]);
    },
  );

  it('B14 of background removal starts with 1 image, and sends this number', () => {
    const removal = agentOf('removeBG');
    const panel = freshPanel(removal, defaultTemplate);
    expect(valuesOf(panel)['batchCount']).toBe(1);
    const read = readForm({ ...panel, name: 'A' });
    if ('problems' in read) throw new Error(read.problems[0]?.message);
    expect(wireParams(removal, read.recipe.params)).toMatchObject({ batchCount: 1 });
    // the number of images is not copied from the previous agent
    const form = newRecipeForm(defaultTemplate);
    type(form, 'batchCount', 4);
    chooseAgent(form, removal);
    expect(valuesOf(form)['batchCount']).toBe(1);
  });

  it('of an unknown agent or in an unknown format is handled without an error', () => {
    expect(formOfPanel({ agent: 'gone', version: 'v9', settings: {} }, 'x')).toBeNull();
    const odd = { params: [1], init: 'no', psd: 'yes', gps: 7, pad: 3, onDoubt: 'buy', name: null };
    Object.assign(odd, { finish: 'ebay-main' });
    const form = formOfPanel({ agent: 'aipose', version: 'v1.0', settings: odd }, 'x');
    expect(form).toMatchObject({ psd: false, gps: 'remove', pad: null, onDoubt: 'hold', init: {} });
    expect(form?.finish).toEqual([]);
  });
});
