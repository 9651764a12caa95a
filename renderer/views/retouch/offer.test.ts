import { describe, expect, it } from 'vitest';
import type { ForeseenRun } from '#shared/views/retouch.ts';
import { offerOf, customModelsOf, whyNothing } from './offer.ts';

const foreseen = (some: Partial<ForeseenRun>): ForeseenRun => ({
  new: 0,
  again: 0,
  underWay: 0,
  held: 0,
  unfit: 0,
  notAllowed: 0,
  maskScaled: 0,
  ends: [],
  ...some,
});

describe('the offer of the button', () => {
  it("counts the images of the photos that run, and compares them with today's limit", () => {
    const run = foreseen({ new: 2, again: 1, underWay: 4, held: 1 });
    const offer = offerOf(run, 4, 8, { images: 95, limit: 100 });
    expect(offer).toEqual({ images: 12, photos: 3, foreseen: run, leftToday: 5 });
    expect(offerOf(run, 4, 8, { images: 95, limit: null }).leftToday).toBeNull();
    expect(offerOf(run, 4, 8, { images: 105, limit: 100 }).leftToday).toBe(0);
  });

  it('counts every photo as new until known', () => {
    expect(offerOf(undefined, 4, 3, undefined)).toMatchObject({ images: 12, photos: 3 });
  });

  it.each([
    [{ new: 1, underWay: 3 }, null],
    [{ again: 1, held: 3 }, null],
    [{ underWay: 3, held: 1 }, 'underWay'],
    [{ held: 1 }, 'held'],
    [{ unfit: 1 }, 'unfit'],
    [{ notAllowed: 1 }, 'notAllowed'],
    [{}, null],
  ] as const)('where all are left out, says why: %o is %s', (some, why) => {
    expect(whyNothing(offerOf(foreseen(some), 4, 4, undefined))).toBe(why);
  });
});

it.each([
  ['nothing', 'aimodel', {}, ''],
  ['a model', 'aimodel', { fashionModelId: 7, batchCount: 1 }, 'model 7'],
  ['both', 'aimodel', { fashionModelId: 7, locationId: 8 }, 'model 7, scene 8'],
  ['the same ids of another agent', 'aipose', { fashionModelId: 7 }, ''],
] as const)("what of one's own a recipe names %s", (_, agent, params, models) => {
  expect(customModelsOf({ agent, version: 'v1.0', params })).toBe(models);
});
