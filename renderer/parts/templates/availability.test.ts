import { describe, expect, it } from 'vitest';
import { agentOf } from '../../../test/fixtures/agent.ts';
import { customTemplate } from '../../testing/plain-templates.ts';
import { customModelAddress, customModelKindOf } from './custom-models.ts';
import { mayChoose, availabilityOf } from './availability.ts';

const card = customTemplate(900_001);
const until = (validity: 'none' | 'good' | 'ends' | 'over') => ({
  ...card,
  release: { validity, expires: validity === 'none' ? null : '2026-12-03' },
});

describe('a custom model in a list', () => {
  it.each([
    ['is usable if nobody has recorded a release', card, null, true],
    ['is usable if its release has no last day', until('none'), null, true],
    ['is usable if its release is valid', until('good'), null, true],
    ['is usable if its release ends soon, which is shown', until('ends'), 'ends', true],
    ['is not usable if its release is over', until('over'), 'over', false],
  ])('%s', (_, one, validity, isFree) => {
    expect([availabilityOf(one), mayChoose(one)]).toEqual([validity, isFree]);
  });

  it.each([
    ['prepare', 'prepare'],
    ['failed', 'failed'],
    ['Unknown', 'unknown'],
  ] as const)('that is not ready shows its status, whatever its release: %s', (status, told) => {
    for (const one of [card, until('ends'), until('over')]) {
      expect(availabilityOf({ ...one, status })).toBe(told);
      expect(mayChoose({ ...one, status })).toBe(false);
    }
  });
});

describe('lists that contain custom models and scenes', () => {
  it.each([
    ['aimodel', 'fashionModels', 'model'],
    ['aimodel', 'locations', 'scene'],
    ['aiproduct', 'locations', null],
    ['removeBG', 'backgrounds', null],
  ] as const)('are recognised by agent and list: %s %s gives %s', (name, list, kind) => {
    expect(customModelKindOf(agentOf(name), list)).toBe(kind);
  });

  it('link to the list in which the user manages models or scenes', () => {
    expect(customModelAddress('model')).toEqual({});
    expect(customModelAddress('scene', { new: 'yes' })).toEqual({ shelf: 'scenes', new: 'yes' });
  });
});
