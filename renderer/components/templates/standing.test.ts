import { describe, expect, it } from 'vitest';
import { agentOf } from '../../../test/fixtures/agent.ts';
import { ownTemplate } from '../../testing/plain-templates.ts';
import { ownAddress, ownKindOf } from './own.ts';
import { mayChoose, standingOf } from './standing.ts';

const card = ownTemplate(900_001);
const until = (standing: 'none' | 'good' | 'ends' | 'over') => ({
  ...card,
  release: { standing, expires: standing === 'none' ? null : '2026-12-03' },
});

describe('an own model in a list', () => {
  it.each([
    ['whose release nobody has noted', card, null, true],
    ['whose release has no last day', until('none'), null, true],
    ['whose release is good', until('good'), null, true],
    ['whose release ends', until('ends'), 'ends', true],
    ['whose release is over', until('over'), 'over', false],
  ])('%s', (_, one, standing, isFree) => {
    expect([standingOf(one), mayChoose(one)]).toEqual([standing, isFree]);
  });

  it.each([
    ['prepare', 'prepare'],
    ['failed', 'failed'],
    ['Unknown', 'unknown'],
  ] as const)('that is not ready says so before anything of its release: %s', (status, told) => {
    for (const one of [card, until('ends'), until('over')]) {
      expect(standingOf({ ...one, status })).toBe(told);
      expect(mayChoose({ ...one, status })).toBe(false);
    }
  });
});

describe('lists that hold what an account makes of photos', () => {
  it.each([
    ['aimodel', 'fashionModels', 'model'],
    ['aimodel', 'locations', 'scene'],
    ['aiproduct', 'locations', null],
    ['removeBG', 'backgrounds', null],
  ] as const)('%s %s: %s', (name, list, kind) => {
    expect(ownKindOf(agentOf(name), list)).toBe(kind);
  });

  it('are managed on their shelf', () => {
    expect(ownAddress('model')).toEqual({});
    expect(ownAddress('scene', { new: 'yes' })).toEqual({ shelf: 'scenes', new: 'yes' });
  });
});
