import { describe, expect, it } from 'vitest';
import { agentOf } from '../../test/fixtures/agent.ts';
import { checkParams, stillNeeded, useCaseOf, useCaseParams } from './index.ts';

const aimodel = agentOf('aimodel');

/** "Parameter combinations for use cases", copied from the interface's table. */
const table = [
  [
    'change-model-and-scene',
    { pose: 'originalImagePose', generatedContent: 'freeCreation', maskType: 'autoApparelSegment' },
    ['locationId', 'fashionModelId'],
  ],
  [
    'change-model',
    { pose: 'originalImagePose', generatedContent: 'referToOrigin', maskType: 'autoHumanSegment' },
    ['fashionModelId'],
  ],
  [
    'dress-up',
    { pose: 'freePose', generatedContent: 'freeCreation', maskType: 'autoApparelSegment' },
    ['locationId'],
  ],
] as const;

describe.each(table)('the use case %s', (name, params, needs) => {
  const ids = Object.fromEntries(needs.map((need) => [need, 7]));

  it('C3 sets the documented values, and lists the values that the user still has to choose', () => {
    expect(useCaseParams(aimodel, name, ids)).toEqual({ ok: true, value: params });
    expect(useCaseOf(aimodel, params)?.name).toBe(name);
    const useCase = aimodel.useCases.find((one) => one.name === name)!;
    expect(stillNeeded(aimodel, useCase, params)).toEqual(needs);
    expect(stillNeeded(aimodel, useCase, { ...params, ...ids })).toEqual([]);
    expect(checkParams(aimodel, { ...params, ...ids })).toEqual([]);
  });

  it('C3 is refused without the values that it requires', () => {
    expect(useCaseParams(aimodel, name, {})).toMatchObject({
      ok: false,
      problem: { code: 'parameter-required', parameter: needs[0] },
    });
  });
});

it('C3 dress-up is also recognised with a pose close to the reference', () => {
  const params = { ...table[2][1], pose: 'referenceImagePose' };
  expect(useCaseOf(aimodel, params)?.name).toBe('dress-up');
});

it('C3 other values match no use case; without a pose, the default pose is compared', () => {
  const { pose: _pose, ...params } = table[0][1];
  expect(useCaseOf(aimodel, params)?.name).toBe('change-model-and-scene');
  expect(useCaseOf(aimodel, { ...params, maskType: 'autoSubjectSegment' })).toBeUndefined();
  expect(useCaseOf(aimodel, {})).toBeUndefined();
});

it('C3 an unknown name is refused with a list of the known names', () => {
  expect(useCaseParams(aimodel, 'dressup', {})).toMatchObject({
    problem: { code: 'usage', message: expect.stringContaining('dress-up') as string },
  });
});
