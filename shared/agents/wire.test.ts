/**
 * Examples of wire bodies, of initial parameters, and of the service's own checks. Written from the text of the
 * interface, not from the catalogue.
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
import { checkInit, checkWire, imagesPerExecution } from './index.ts';
import { agents, takesImage, takesMask, wireInit, wireParams } from './index.ts';
import type { AgentVersion, CheckContext } from './index.ts';

type Params = Record<string, unknown>;

describe('the wire body', () => {
  // prettier-ignore
  it.each([
    ['batchCount is always sent', 'removeBG', cutOut, { maskType: 'autoSubjectSegment', batchCount: 4 }],
    ['given values stay', 'removeBG', { ...cutOut, batchCount: 1, backgroundHex: '#fff000' }, { maskType: 'autoSubjectSegment', backgroundHex: '#fff000', batchCount: 1 }],
    ['no mask without custom', 'removeBG', { ...cutOut, customMask: mask }, { maskType: 'autoSubjectSegment', batchCount: 4 }],
    ['a mask with custom', 'removeBG', { maskType: 'custom', customMask: mask }, { maskType: 'custom', customMask: mask, batchCount: 4 }],
    ['no model with autoSubjectSegment', 'aimodel', { ...apparel, maskType: 'autoSubjectSegment', fashionModelId: 3 }, { ...apparel, maskType: 'autoSubjectSegment', batchCount: 4 }],
    ['no scene with autoHumanSegment', 'aimodel', { ...apparel, maskType: 'autoHumanSegment', fashionModelId: 3 }, { generatedContent: 'freeCreation', maskType: 'autoHumanSegment', fashionModelId: 3, batchCount: 4 }],
    ['no ratio with weshopFlash', 'virtualtryon', { ...tryOn, generateVersion: 'weshopFlash', aspectRatio: '1:1' }, { generateVersion: 'weshopFlash', descriptionType: 'auto', batchCount: 4 }],
    ['no size with weshopPro', 'virtualtryon', { ...tryOn, imageSize: '1K' }, { ...tryOn, batchCount: 4 }],
    ['no words with auto', 'changemodelbg', { descriptionType: 'auto', textDescription: 'x' }, { descriptionType: 'auto', batchCount: 4 }],
    ['template only', 'mannequin', { ...dressed, ...prompted, paramType: 'template', textDescription: 'x', tagIds: [] }, { ...dressed, batchCount: 4 }],
    ['prompt only', 'mannequin', { ...dressed, ...prompted, tagIds: [1] }, { ...prompted, batchCount: 4 }],
    ['blank words are not sent', 'aimodel', { ...apparel, negTextDescription: ' ' }, { ...apparel, batchCount: 4 }],
    ['no defaults except batchCount', 'aipose', { textDescription: 'sits' }, { textDescription: 'sits', batchCount: 4 }],
    ['nothing unknown', 'aipose', { textDescription: 'sits', hasOwnProperty: 1 }, { textDescription: 'sits', batchCount: 4 }],
  ])('%s (%s)', (_, name, given, body) => {
    expect(wireParams(agentOf(name), given)).toEqual(body);
  });

  it('returns the number of charged images', () => {
    const images = (name: string, given: Params) => imagesPerExecution(agentOf(name), given);
    expect(images('aimodel', {})).toBe(4);
    expect([16, 17].map((batchCount) => images('aimodel', { batchCount }))).toEqual([16, 4]);
    expect([5, '2'].map((batchCount) => images('removeBG', { batchCount }))).toEqual([4, 4]);
  });
});

describe('initial parameters', () => {
  const photo = 'https://cdn.example.test/photo.jpg';
  const problems = (name: string, given: Params, inRecipe = false) =>
    checkInit(agentOf(name), given, { inRecipe }).map((one) => `${one.code} ${one.parameter}`);

  // prettier-ignore
  it.each([
    ['the photo', 'aimodel', { originalImage: photo }, []],
    ['no photo', 'aimodel', {}, ['parameter-required originalImage']],
    ['a photo as a file', 'aimodel', { originalImage: '/photos/a.jpg' }, ['parameter-type originalImage']],
    ['20 characters', 'aimodel', { originalImage: photo, taskName: 'x'.repeat(20) }, []],
    ['21 characters', 'aimodel', { originalImage: photo, taskName: 'x'.repeat(21) }, ['parameter-range taskName']],
    ['further photos', 'virtualtryon', { originalImage: photo, fashionModelImage: photo, locationImage: photo }, []],
    ['further photos', 'changemodelbg', { originalImage: photo, fashionModelImage: photo, locationImage: photo }, []],
    ['an additional photo for an agent without them', 'aipose', { originalImage: photo, locationImage: photo }, ['parameter-unknown locationImage']],
  ])('%s (%s)', (_, name, given, expected) => {
    expect(problems(name, given)).toEqual(expected);
  });

  it('may contain file paths and lack the photo in a recipe', () => {
    const inRecipe = (given: Params) => problems('virtualtryon', given, true);
    expect(inRecipe({ locationImage: 'C:\\scenes\\a.jpg' })).toEqual([]);
    expect(inRecipe({ locationImage: 'ftp://a.jpg' })).toEqual(['parameter-type locationImage']);
    expect(inRecipe({ originalImage: photo })).toEqual(['parameter-unknown originalImage']);
  });

  it('are sent unchanged, except for surrounding spaces', () => {
    const photos = { originalImage: photo, locationImage: photo };
    const sent = wireInit(agentOf('virtualtryon'), { ...photos, taskName: ' ', x: 'y' });
    expect(sent).toEqual(photos);
  });

  it('show which agents accept masks and additional photos', () => {
    const takes = (isTaken: (agent: AgentVersion) => boolean) => [
      ...new Set(agents.filter(isTaken).map(({ name }) => name)),
    ];
    expect(takes(takesMask)).toEqual(['aimodel', 'aiproduct', 'removeBG', 'mannequin']);
    for (const image of ['locationImage', 'fashionModelImage'] as const) {
      const taking = takes((agent) => takesImage(agent, image));
      expect(taking).toEqual(['virtualtryon', 'changemodelbg']);
    }
  });
});

describe('the service’s own checks', () => {
  const refused = (name: string, body: Params, context?: CheckContext) =>
    checkWire(agentOf(name), body, context).map((one) => `${one.code} ${one.parameter}`);

  // prettier-ignore
  it.each([
    ['a batchCount out of range is replaced', 'removeBG', { ...cutOut, batchCount: 99 }, []],
    ['a batchCount as text is replaced', 'removeBG', { ...cutOut, batchCount: 'x' }, []],
    ['unknown parameters are ignored', 'removeBG', { ...cutOut, foo: 1 }, []],
    ['a value without effect is ignored', 'aimodel', { ...apparel, maskType: 'autoSubjectSegment', fashionModelId: 3 }, []],
    ['a value without effect does not replace a required one', 'aimodel', { ...apparel, locationId: undefined, maskType: 'autoSubjectSegment', fashionModelId: 3 }, ['parameter-required textDescription']],
    ['both backgrounds: not shown', 'removeBG', { ...cutOut, backgroundId: 1, backgroundHex: '#ffffff' }, []],
    ['a missing mask', 'removeBG', { maskType: 'custom' }, ['parameter-required customMask']],
    ['a missing size of bananaPro', 'virtualtryon', { ...tryOn, generateVersion: 'bananaPro' }, ['parameter-required imageSize']],
    ['an unknown value', 'aimodel', { ...apparel, maskType: 'x' }, ['parameter-choice maskType']],
    ['a missing required value', 'removeBG', {}, ['parameter-required maskType']],
  ])('%s (%s)', (_, name, body, expected) => {
    expect(refused(name, body)).toEqual(expected);
  });

  it('include the photo’s size', () => {
    const outside = { ...target, fillLeft: -1193 };
    const problems = refused('expandimage', outside, { photoWidth: 1200 });
    expect(problems).toEqual(['parameter-range fillLeft']);
  });
});
