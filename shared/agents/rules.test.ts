/**
 * The rules of the service's interface, sentence by sentence, as cases: the given values and their expected problems.
 * Written from the text of the interface, not from the catalogue.
 */
import { describe, expect, it } from 'vitest';
import { agentOf } from '../../test/fixtures/agent.ts';
import {
  apparel,
  cutOut,
  dressed,
  mask,
  prompted,
  target,
  tryOn,
} from '../../test/fixtures/agent-params.ts';
import { checkParams } from './index.ts';
import type { AgentVersion, CheckContext } from './index.ts';

type Params = Record<string, unknown>;
/** Entries such as `code parameter`, in any order. */
type Wrong = readonly string[];

function wrong(name: string, given: Params, context?: CheckContext): string[] {
  return checkParams(agentOf(name), given, context).map((one) => `${one.code} ${one.parameter}`);
}

// prettier-ignore
const product = { generatedContent: 'referToOrigin', maskType: 'autoSubjectSegment', textDescription: 'on oak' };

type Case = readonly [what: string, agent: string, given: Params, wrong: Wrong];

// prettier-ignore
const common: Case[] = [
  ['batchCount may be left out', 'removeBG', cutOut, []],
  ['batchCount 1 of 4', 'removeBG', { ...cutOut, batchCount: 1 }, []],
  ['batchCount 4 of 4', 'removeBG', { ...cutOut, batchCount: 4 }, []],
  ['batchCount 5 of 4', 'removeBG', { ...cutOut, batchCount: 5 }, ['parameter-range batchCount']],
  ['batchCount 0', 'removeBG', { ...cutOut, batchCount: 0 }, ['parameter-range batchCount']],
  ['batchCount as text', 'removeBG', { ...cutOut, batchCount: '2' }, ['parameter-type batchCount']],
  ['batchCount blank', 'removeBG', { ...cutOut, batchCount: '' }, ['parameter-type batchCount']],
  ['batchCount 1.5', 'removeBG', { ...cutOut, batchCount: 1.5 }, ['parameter-type batchCount']],
  ['batchCount null', 'removeBG', { ...cutOut, batchCount: null }, ['parameter-type batchCount']],
  ['batchCount 16 of 16', 'aimodel', { ...apparel, batchCount: 16 }, []],
  ['batchCount 17', 'aimodel', { ...apparel, batchCount: 17 }, ['parameter-range batchCount']],
  ['batchCount 17', 'aiproduct', { ...product, batchCount: 17 }, ['parameter-range batchCount']],
  ['batchCount 17', 'aipose', { textDescription: 'sits', batchCount: 17 }, ['parameter-range batchCount']],
  ['batchCount 17', 'expandimage', { ...target, batchCount: 17 }, ['parameter-range batchCount']],
  ['batchCount 17', 'virtualtryon', { ...tryOn, batchCount: 17 }, ['parameter-range batchCount']],
  ['batchCount 17', 'changemodelbg', { descriptionType: 'auto', batchCount: 17 }, ['parameter-range batchCount']],
  ['batchCount 5 of 4', 'mannequin v1.5', { ...dressed, batchCount: 5 }, ['parameter-range batchCount']],
  ['batchCount 5 of 4', 'mannequin v1.0', { ...dressed, batchCount: 5 }, ['parameter-range batchCount']],
  ['an unknown format', 'aimodel', { ...apparel, resultImageFormat: 'webp' }, ['parameter-choice resultImageFormat']],
  ['a flag as text', 'aimodel', { ...apparel, resizeToOriginalImage: 'true' }, ['parameter-type resizeToOriginalImage']],
  ['customMask missing', 'removeBG', { maskType: 'custom' }, ['parameter-required customMask']],
  ['customMask given', 'removeBG', { maskType: 'custom', customMask: mask }, []],
  ['customMaskUrl given', 'removeBG', { maskType: 'custom', customMaskUrl: 'https://x.test/m.png' }, []],
  ['both masks', 'removeBG', { maskType: 'custom', customMask: mask, customMaskUrl: 'https://x.test/m.png' }, ['parameter-together customMaskUrl']],
  ['customMask without custom', 'removeBG', { ...cutOut, customMask: mask }, ['parameter-not-used customMask']],
  ['customMaskUrl without custom', 'aiproduct', { ...product, customMaskUrl: 'https://x.test/m.png' }, ['parameter-not-used customMaskUrl']],
  ['customMask with a data-URL prefix', 'removeBG', { maskType: 'custom', customMask: `data:image/png;base64,${mask}` }, ['parameter-type customMask']],
  ['customMaskUrl of another protocol', 'removeBG', { maskType: 'custom', customMaskUrl: 'file:///m.png' }, ['parameter-type customMaskUrl']],
  ['a parameter the agent does not have', 'removeBG', { ...cutOut, pose: 'freePose' }, ['parameter-unknown pose']],
  ['a name every object has', 'removeBG', { ...cutOut, constructor: 1 }, ['parameter-unknown constructor']],
];

// prettier-ignore
const perAgent: Case[] = [
  ['nothing', 'aimodel', {}, ['parameter-required generatedContent', 'parameter-required maskType', 'parameter-required textDescription']],
  ['a scene is enough', 'aimodel', apparel, []],
  ['a model is enough', 'aimodel', { ...apparel, locationId: undefined, fashionModelId: 3 }, []],
  ['words are enough', 'aimodel', { ...apparel, locationId: undefined, textDescription: 'a beach' }, []],
  ['blank words are not enough', 'aimodel', { ...apparel, locationId: undefined, textDescription: ' ' }, ['parameter-required textDescription']],
  ['negative words are not enough', 'aimodel', { ...apparel, locationId: undefined, negTextDescription: 'rain' }, ['parameter-required textDescription']],
  ['tags are not enough', 'aimodel', { ...apparel, locationId: undefined, locationTagIds: [1] }, ['parameter-required textDescription']],
  ['autoSubjectSegment: fashionModelId has no effect', 'aimodel', { ...apparel, maskType: 'autoSubjectSegment', fashionModelId: 3 }, ['parameter-not-used fashionModelId']],
  ['autoSubjectSegment with a model alone', 'aimodel', { ...apparel, maskType: 'autoSubjectSegment', locationId: undefined, fashionModelId: 3 }, ['parameter-not-used fashionModelId', 'parameter-required textDescription']],
  ['autoHumanSegment: locationId has no effect', 'aimodel', { ...apparel, maskType: 'autoHumanSegment', fashionModelId: 3 }, ['parameter-not-used locationId']],
  ['inverseAutoHumanSegment takes both', 'aimodel', { ...apparel, maskType: 'inverseAutoHumanSegment', fashionModelId: 3 }, []],
  ['autoApparelSegment needs no mask parameters', 'aimodel', { ...apparel, customMask: mask }, ['parameter-not-used customMask']],
  ['an unknown mask kind', 'aimodel', { ...apparel, maskType: 'autoApparel' }, ['parameter-choice maskType']],
  ['every pose', 'aimodel', { ...apparel, pose: 'referenceImagePose' }, []],
  ['an unknown pose', 'aimodel', { ...apparel, pose: 'sitting' }, ['parameter-choice pose']],
  ['tags as text', 'aimodel', { ...apparel, locationTagIds: '1,2' }, ['parameter-type locationTagIds']],
  ['tags with text inside', 'aimodel', { ...apparel, locationTagIds: [1, '2'] }, ['parameter-type locationTagIds']],

  ['words', 'aiproduct', product, []],
  ['a scene', 'aiproduct', { ...product, textDescription: undefined, locationId: 1 }, []],
  ['neither', 'aiproduct', { ...product, textDescription: undefined }, ['parameter-required textDescription']],
  ['a model is no parameter of this agent', 'aiproduct', { ...product, fashionModelId: 1 }, ['parameter-unknown fashionModelId']],
  ['a mask kind of another agent', 'aiproduct', { ...product, maskType: 'autoApparelSegment' }, ['parameter-choice maskType']],

  ['words', 'aipose', { textDescription: 'sits' }, []],
  ['no words', 'aipose', { generateVersion: 'pro' }, ['parameter-required textDescription']],
  ['an unknown engine', 'aipose', { textDescription: 'sits', generateVersion: 'max' }, ['parameter-choice generateVersion']],

  ['a target', 'expandimage', target, []],
  ['no target', 'expandimage', {}, ['parameter-required targetWidth', 'parameter-required targetHeight']],
  ['4096 wide', 'expandimage', { ...target, targetWidth: 4096 }, []],
  ['4097 high', 'expandimage', { ...target, targetHeight: 4097 }, ['parameter-range targetHeight']],
  ['0 wide', 'expandimage', { ...target, targetWidth: 0 }, ['parameter-range targetWidth']],

  ['a cut-out', 'removeBG', cutOut, []],
  ['a template', 'removeBG', { ...cutOut, backgroundId: 12 }, []],
  ['a colour', 'removeBG', { ...cutOut, backgroundHex: '#F4f4f4' }, []],
  ['both are refused, because the interface does not show them together', 'removeBG', { ...cutOut, backgroundId: 12, backgroundHex: '#f4f4f4' }, ['parameter-together backgroundHex']],
  ['a short colour', 'removeBG', { ...cutOut, backgroundHex: '#fff' }, ['parameter-type backgroundHex']],

  ['an engine, described by the service', 'virtualtryon', tryOn, []],
  ['nothing', 'virtualtryon', {}, ['parameter-required generateVersion', 'parameter-required descriptionType']],
  ['weshopPro takes an aspect ratio', 'virtualtryon', { ...tryOn, aspectRatio: '3:4' }, []],
  ['bananaPro takes an aspect ratio', 'virtualtryon', { ...tryOn, generateVersion: 'bananaPro', imageSize: '2K', aspectRatio: '21:9' }, []],
  ['weshopFlash takes no aspect ratio', 'virtualtryon', { ...tryOn, generateVersion: 'weshopFlash', aspectRatio: '3:4' }, ['parameter-not-used aspectRatio']],
  ['an unknown ratio', 'virtualtryon', { ...tryOn, aspectRatio: '4:5' }, ['parameter-choice aspectRatio']],
  ['bananaPro needs a size', 'virtualtryon', { ...tryOn, generateVersion: 'bananaPro' }, ['parameter-required imageSize']],
  ['weshopPro takes no size', 'virtualtryon', { ...tryOn, imageSize: '1K' }, ['parameter-not-used imageSize']],
  ['custom needs words', 'virtualtryon', { ...tryOn, descriptionType: 'custom' }, ['parameter-required textDescription']],
  ['custom with words', 'virtualtryon', { ...tryOn, descriptionType: 'custom', textDescription: '1 wears 2' }, []],
  ['C6 with auto, words are left out', 'virtualtryon', { ...tryOn, textDescription: '1 wears 2' }, []],

  ['auto', 'changemodelbg', { descriptionType: 'auto' }, []],
  ['C6 with auto, words are left out', 'changemodelbg', { descriptionType: 'auto', textDescription: 'a park' }, []],
  ['custom needs words', 'changemodelbg', { descriptionType: 'custom' }, ['parameter-required textDescription']],
  ['custom with words', 'changemodelbg', { descriptionType: 'custom', textDescription: 'a park' }, []],
];

// prettier-ignore
const mannequin: Case[] = ['mannequin v1.5', 'mannequin v1.0'].flatMap((name): Case[] => [
  ['template', name, { ...dressed, tagIds: [1, 2] }, []],
  ['template needs scene and model', name, { ...dressed, locationId: undefined, fashionModelId: undefined }, ['parameter-required locationId', 'parameter-required fashionModelId']],
  ['template takes no words', name, { ...dressed, textDescription: 'x' }, ['parameter-not-used textDescription']],
  ['C6 with template, prompts are left out', name, { ...dressed, posPrompt: 'y', denoiseType: 14 }, []],
  ['words', name, { paramType: 'textDescription', maskType: 'autoSubjectSegment', textDescription: 'a street' }, []],
  ['words take no ids', name, { ...dressed, paramType: 'textDescription', textDescription: 'x', tagIds: [1] }, ['parameter-not-used locationId', 'parameter-not-used fashionModelId', 'parameter-not-used tagIds']],
  ['words are needed', name, { paramType: 'textDescription', maskType: 'autoSubjectSegment' }, ['parameter-required textDescription']],
  ['prompts', name, prompted, []],
  ['prompts are needed', name, { paramType: 'prompt', maskType: 'autoSubjectSegment' }, ['parameter-required posPrompt', 'parameter-required negPrompt', 'parameter-required denoiseType']],
  ['denoiseType 15', name, { ...prompted, denoiseType: 15 }, []],
  ['denoiseType 16', name, { ...prompted, denoiseType: 16 }, ['parameter-choice denoiseType']],
  ['denoiseType as text', name, { ...prompted, denoiseType: '14' }, ['parameter-type denoiseType']],
]);

describe.each([
  ['common to several agents', common],
  ['per agent', perAgent],
  ['of mannequin', mannequin],
])('the rules %s', (_, cases) => {
  it.each(cases)('%s (%s)', (_what, name, given, expected) => {
    expect(wrong(name, given).sort()).toEqual([...expected].sort());
  });
});

describe('expandimage keeps a part of the photo inside the target', () => {
  const photo = { photoWidth: 1200, photoHeight: 800 };
  // prettier-ignore
  it.each([
    ['at the left limit', { fillLeft: -1192 }, []],
    ['past the left limit', { fillLeft: -1193 }, ['parameter-range fillLeft']],
    ['at the right limit', { fillLeft: 1992 }, []],
    ['past the right limit', { fillLeft: 1993 }, ['parameter-range fillLeft']],
    ['at the upper limit', { fillTop: -792 }, []],
    ['past the upper limit', { fillTop: -793 }, ['parameter-range fillTop']],
    ['at the lower limit', { fillTop: 1492 }, []],
    ['past the lower limit', { fillTop: 1493 }, ['parameter-range fillTop']],
  ])('%s', (_, given, expected) => {
    expect(wrong('expandimage', { ...target, ...given }, photo)).toEqual(expected);
  });

  it('skips a limit that depends on a photo of unknown size', () => {
    const wrongAt = (fillLeft: number) => wrong('expandimage', { ...target, fillLeft });
    expect(wrongAt(-5000)).toEqual([]);
    expect(wrongAt(1993)).toEqual(['parameter-range fillLeft']);
  });

  it('reports the limits as numbers if they are known, otherwise as a formula', () => {
    const message = (context?: CheckContext) =>
      checkParams(agentOf('expandimage'), { ...target, fillLeft: 3000 }, context)[0]?.message;
    expect(message(photo)).toContain('from -1192 to 1992, not 3000');
    expect(message()).toContain('from -(width of the photo) + 8 to 1992, not 3000');
  });
});

describe('a separate mask image', () => {
  const maskGiven = true;
  // prettier-ignore
  it.each([
    ['fills the custom mask', 'removeBG', { maskType: 'custom' }, []],
    ['is refused with another maskType', 'removeBG', cutOut, ['parameter-not-used mask']],
    ['is refused by an agent without masks', 'aipose', { textDescription: 'sits' }, ['mask-not-taken mask']],
    ['is refused beside another mask', 'removeBG', { maskType: 'custom', customMask: mask }, ['mask-twice customMask']],
  ])('%s', (_, name, given, expected) => {
    expect(wrong(name, given, { maskGiven })).toEqual(expected);
  });
});

describe('B20 the parameters of a mask', () => {
  const removeBG = agentOf('removeBG');
  const kind = { type: 'integer', min: 0, max: 9 } as const;
  const blur = { name: 'customMaskBlur', label: 'Blur', help: 'Blur of the edge.', kind };
  const check = (params: AgentVersion['params'], given: Params) => {
    const problems = checkParams({ ...removeBG, params, rules: [] }, given, { maskGiven: true });
    return problems.map(({ code }) => code);
  };

  it('B20 are those that the catalogue declares, not others with similar names', () => {
    const given = { maskType: 'custom', customMaskBlur: 3 };
    expect(check([...removeBG.params, blur], given)).toEqual([]);
    const withoutMask = removeBG.params.filter(({ name }) => !name.startsWith('customMask'));
    expect(check([...withoutMask, blur], { maskType: 'custom' })).toContain('mask-not-taken');
  });

  it('B20 are recognised whatever their names', () => {
    const renamed = removeBG.params.map((parameter) =>
      parameter.name === 'customMaskUrl' ? { ...parameter, name: 'keepUrl' } : parameter,
    );
    const given = { maskType: 'custom', keepUrl: 'https://studio.example/mask.png' };
    expect(check(renamed, given)).toContain('mask-twice');
  });
});

describe('messages for the user', () => {
  it('report all problems together, with value, limits and consequence', () => {
    const problems = checkParams(agentOf('removeBG'), { maskTyp: 'custom', batchCount: 9 });
    expect(problems.map((problem) => problem.message)).toEqual([
      'removeBG v1.0 has no parameter "maskTyp". Did you mean maskType?',
      'Choose what to keep (maskType: autoSubjectSegment or custom).',
      'Number of images (batchCount) must be a whole number from 1 to 4, not 9. The service would create 4 images instead.',
    ]);
  });

  it('name only the parameters that solve the problem with the given values', () => {
    const given = { generatedContent: 'freeCreation', maskType: 'autoSubjectSegment' };
    const [problem] = checkParams(agentOf('aimodel'), given);
    const says = 'Enter a description, or choose a scene (textDescription, locationId).';
    expect(problem?.message).toBe(says);
  });

  it('shorten the value of a mask that they quote', () => {
    const customMask = `${'x'.repeat(1_000_000)}!`;
    const [problem] = checkParams(agentOf('removeBG'), { maskType: 'custom', customMask });
    expect(problem?.message.length).toBeLessThan(250);
  });
});
