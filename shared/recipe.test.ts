import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validParams } from '../test/tools/arbitrary-params.ts';
import { agents } from './agents/index.ts';
import { exportRecipe, parseRecipe, recipeIdentity } from './recipe.ts';
import type { Recipe } from './recipe.ts';
import { forAll } from '../test/fixtures/property.ts';
import { problemsIn } from './problem.ts';

const custom = { agent: 'removeBG', params: { maskType: 'custom' }, mask: 'left.png' };
const cutOut = { agent: 'removeBG', params: { maskType: 'autoSubjectSegment' } };

function read(json: unknown): Recipe {
  const parsed = parseRecipe(json);
  if (!parsed.ok) throw new Error(JSON.stringify(problemsIn(parsed)));
  return parsed.value;
}

function problemsOf(json: unknown) {
  return problemsIn(parseRecipe(json));
}
const wrong = (json: unknown) => problemsOf(json).map((one) => `${one.code} ${one.parameter}`);

/** The required parameters of mannequin, which are the same in both versions. */
const words = {
  paramType: 'textDescription',
  maskType: 'autoSubjectSegment',
  textDescription: 'x',
};

describe('a recipe file', () => {
  it('requires only the agent and the agent’s required parameters', () => {
    expect(read(cutOut)).toEqual({
      format: 1,
      name: 'removeBG',
      agent: 'removeBG',
      version: 'v1.0',
      params: { maskType: 'autoSubjectSegment' },
      init: {},
      mask: null,
      prepare: { pad: null, gps: 'remove' },
      delivery: {
        name: '{name}_{recipe}_{index}',
        psd: false,
        metadata: 'keep',
        originalPixels: false,
        feather: 12,
        finish: [],
      },
      onDoubt: 'hold',
      deleteTask: false,
    });
  });

  it('uses the newest version of the agent unless it names one', () => {
    const mannequin = { agent: 'mannequin', params: words };
    expect(read(mannequin).version).toBe('v1.5');
    expect(read({ ...mannequin, version: 'v1.0' }).version).toBe('v1.0');
  });

  it('keeps all its values', () => {
    const full = {
      format: 1,
      name: 'On the street',
      agent: 'virtualtryon',
      version: 'v1.0',
      params: {
        generateVersion: 'bananaPro',
        imageSize: '2K',
        descriptionType: 'auto',
        batchCount: 2,
      },
      init: {
        taskName: 'spring',
        fashionModelImage: 'models/ada.jpg',
        locationImage: 'https://x.test/a.jpg',
      },
      mask: null,
      prepare: { pad: '#ffffff', gps: 'keep' },
      delivery: {
        name: '{folder}/{name}_{index}',
        psd: true,
        metadata: 'none',
        originalPixels: false,
        feather: 30,
        finish: ['amazon-main', 'my-shop'],
      },
      onDoubt: 'resend',
      deleteTask: true,
    };
    expect(read(full)).toEqual(full);
  });

  it('omits blank values', () => {
    const recipe = read({
      agent: 'aimodel',
      params: {
        generatedContent: 'freeCreation',
        maskType: 'autoApparelSegment',
        locationId: 1,
        negTextDescription: '',
        locationTagIds: [],
      },
      init: { taskName: '' },
    });
    expect(Object.keys(recipe.params)).toEqual(['generatedContent', 'maskType', 'locationId']);
    expect(recipe.init).toEqual({});
  });

  it('may name the mask as a file or an address', () => {
    for (const mask of ['masks/shoe.png', 'https://x.test/shoe.png']) {
      expect(read({ ...custom, mask }).mask).toBe(mask);
    }
  });
});

describe('an invalid recipe', () => {
  // prettier-ignore
  it.each([
    ['not an object', [], ['recipe-invalid undefined']],
    ['nothing at all', undefined, ['recipe-invalid undefined']],
    ['empty', {}, ['recipe-invalid agent']],
    ['an unknown agent', { agent: 'removebg' }, ['agent-unknown agent']],
    ['an agent that is not text', { agent: 5 }, ['recipe-invalid agent']],
    ['an unknown version', { ...cutOut, version: 'v9' }, ['version-unknown version']],
    ['an unknown field', { ...cutOut, onDoubts: 'hold' }, ['recipe-invalid onDoubts']],
    ['unknown fields in sections', { ...cutOut, prepare: { gsp: 'keep' }, delivery: { a: 1, b: 2 } }, ['recipe-invalid prepare.gsp', 'recipe-invalid delivery.a', 'recipe-invalid delivery.b']],
    ['sections of the wrong type', { ...cutOut, prepare: 5, delivery: [] }, ['recipe-invalid prepare', 'recipe-invalid delivery']],
    ['a newer format', { ...cutOut, format: 2 }, ['recipe-invalid format']],
    ['a blank name', { ...cutOut, name: ' ' }, ['recipe-invalid name']],
    ['a pad that is not a colour', { ...cutOut, prepare: { pad: 'white' } }, ['recipe-invalid prepare.pad']],
    ['an unknown choice', { ...cutOut, onDoubt: 'buy' }, ['recipe-invalid onDoubt']],
    ['a flag as text', { ...cutOut, delivery: { psd: 'yes' } }, ['recipe-invalid delivery.psd']],
    ['presets that are not a list', { ...cutOut, delivery: { finish: 'amazon-main' } }, ['recipe-invalid delivery.finish']],
    ['a preset that is a path', { ...cutOut, delivery: { finish: ['../my-shop'] } }, ['recipe-invalid delivery.finish.0']],
    ['a template that escapes', { ...cutOut, delivery: { name: '../{name}' } }, ['template-escapes delivery.name']],
    ['a template with an unknown token', { ...cutOut, delivery: { name: '{nam}' } }, ['template-token delivery.name']],
    ['a parameter out of range', { ...cutOut, params: { ...cutOut.params, batchCount: 5 } }, ['parameter-range batchCount']],
    ['an unknown parameter', { ...cutOut, params: { ...cutOut.params, pose: 'x' } }, ['parameter-unknown pose']],
    ['a parameter that does not apply', { ...cutOut, params: { ...cutOut.params, customMaskUrl: 'https://x.test/m.png' } }, ['parameter-not-used customMaskUrl']],
    ['params that are not an object', { agent: 'removeBG', params: [] }, ['recipe-invalid params']],
    ['a mask that the agent does not use with these parameters', { ...cutOut, mask: 'm.png' }, ['parameter-not-used mask']],
    ['a mask for an agent without masks', { agent: 'aipose', params: { textDescription: 'x' }, mask: 'm.png' }, ['mask-not-taken mask']],
    ['no mask', { agent: 'removeBG', params: { maskType: 'custom' } }, ['parameter-required customMask']],
    ['a mask that can’t be read', { agent: 'removeBG', params: { maskType: 'custom' }, mask: 'ftp://x.test/m.png' }, ['recipe-invalid mask']],
    ['images that the agent does not accept', { ...cutOut, init: { locationImage: 'a.jpg' } }, ['parameter-unknown locationImage']],
    ['the photo itself', { ...cutOut, init: { originalImage: 'https://x.test/a.jpg' } }, ['parameter-unknown originalImage']],
    ['a long task name', { ...cutOut, init: { taskName: 'x'.repeat(21) } }, ['parameter-range taskName']],
    ['everything at once', { agent: 'removeBG', format: 0, hello: 1, params: { batchCount: 0 }, delivery: { psd: 1, name: '/x' } }, ['recipe-invalid hello', 'recipe-invalid format', 'recipe-invalid delivery.psd', 'parameter-required maskType', 'parameter-range batchCount', 'template-escapes delivery.name']],
    ['a key that would change the prototype', JSON.parse('{"agent":"removeBG","params":{"maskType":"autoSubjectSegment","__proto__":{"batchCount":1}}}'), ['parameter-unknown __proto__']],
  ])('%s', (_, json, expected) => {
    expect(wrong(json)).toEqual(expected);
  });

  it('reports the field, the value and what was expected', () => {
    const problems = problemsOf({ ...cutOut, ondoubt: 'hold', prepare: { pad: 'white' } });
    expect(problems.map(({ message }) => message)).toEqual([
      'A recipe has no field "ondoubt". Did you mean onDoubt?',
      'The recipe\'s prepare.pad must be a colour of the form #rrggbb, or null; it is "white".',
    ]);
  });
});

const anyRecipe = fc.constantFrom(...agents).chain((agent) =>
  fc
    .record({
      params: validParams(agent),
      name: fc.string({ minLength: 1, maxLength: 100 }).filter((name) => name.trim() !== ''),
      pad: fc.option(fc.constantFrom('#ffffff', '#808080')),
      gps: fc.constantFrom('remove', 'keep'),
      psd: fc.boolean(),
      onDoubt: fc.constantFrom('hold', 'resend'),
    })
    .map(({ pad, gps, psd, ...said }) => {
      const { name, version } = agent;
      return read({ agent: name, version, ...said, prepare: { pad, gps }, delivery: { psd } });
    }),
);

function backwards(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, backwards(inner)]);
  return Object.fromEntries(entries.toReversed());
}

it('an exported recipe is read back as the same recipe', () => {
  forAll([anyRecipe], (recipe) => {
    expect(read(JSON.parse(exportRecipe(recipe)))).toEqual(recipe);
  });
});

describe('the identity of a recipe', () => {
  it('doesn’t depend on the order of keys', () => {
    forAll([anyRecipe], (recipe) => {
      expect(recipeIdentity(backwards(recipe) as Recipe)).toBe(recipeIdentity(recipe));
      expect(recipeIdentity(read(backwards(recipe)))).toBe(recipeIdentity(recipe));
    });
  });

  const recipe = read(cutOut);
  // prettier-ignore
  it.each([
    ['the name', { ...recipe, name: 'other' }],
    ['the delivery', { ...recipe, delivery: { name: '{name}', psd: true, metadata: 'none' } }],
    ['the action in doubt', { ...recipe, onDoubt: 'resend', deleteTask: true }],
    ['the location data', { ...recipe, prepare: { pad: null, gps: 'keep' } }],
    ['the task name', { ...recipe, init: { taskName: 'spring' } }],
    ['a default that is written out', { ...recipe, params: { ...recipe.params, batchCount: 4 } }],
  ])('does not change with %s', (_, other) => {
    expect(recipeIdentity(other as Recipe)).toBe(recipeIdentity(recipe));
  });

  // prettier-ignore
  it.each([
    ['a parameter', { ...cutOut, params: { ...cutOut.params, backgroundId: 1 } }],
    ['the number of images', { ...cutOut, params: { ...cutOut.params, batchCount: 1 } }],
    ['the padding', { ...cutOut, prepare: { pad: '#ffffff' } }],
    ['the agent', { agent: 'aiproduct', params: { generatedContent: 'freeCreation', maskType: 'autoSubjectSegment', locationId: 1 } }],
  ])('changes with %s', (_, other) => {
    expect(recipeIdentity(read(other))).not.toBe(recipeIdentity(recipe));
  });

  it('changes if the mask image changes', () => {
    const masked = (mask: string) => recipeIdentity(read({ ...custom, mask }));
    expect(masked('a.png')).not.toBe(masked('b.png'));
  });

  it('changes with the version and the additional photos', () => {
    const mannequin = (version: string) => read({ agent: 'mannequin', version, params: words });
    expect(recipeIdentity(mannequin('v1.0'))).not.toBe(recipeIdentity(mannequin('v1.5')));
    const changed = { agent: 'changemodelbg', params: { descriptionType: 'auto' } };
    const withScene = read({ ...changed, init: { locationImage: 'a.jpg' } });
    expect(recipeIdentity(withScene)).not.toBe(recipeIdentity(read(changed)));
  });
});

describe("the photo's own pixels", () => {
  const delivery = { originalPixels: true };

  it('are restored for an agent that accepts a mask, with a feather', () => {
    const recipe = read({ ...custom, delivery });
    expect(recipe.delivery).toMatchObject({ originalPixels: true, feather: 12 });
    // A ticket may add the mask.
    const automatic = { maskType: 'autoSubjectSegment' };
    expect(problemsOf({ agent: 'removeBG', params: automatic, delivery })).toEqual([]);
  });

  const refused: readonly (readonly [string, object, string])[] = [
    ['an agent without a mask', { agent: 'expandimage', delivery }, 'delivery.originalPixels'],
    [
      'a mask at a web address',
      { ...custom, mask: 'https://x.test/m.png', delivery },
      'delivery.originalPixels',
    ],
    ...[-1, 201, 1.5, '12', null].map((feather): [string, object, string] => [
      `a feather of ${JSON.stringify(feather)}`,
      { ...custom, delivery: { ...delivery, feather } },
      'delivery.feather',
    ]),
  ];
  it.each(refused)('are refused for %s', (_, recipe, field) => {
    expect(problemsOf(recipe).map(({ parameter }) => parameter)).toContain(field);
  });

  it('do not change what is bought', () => {
    expect(recipeIdentity(read({ ...custom, delivery }))).toBe(recipeIdentity(read(custom)));
  });
});
