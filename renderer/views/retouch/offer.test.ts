import { describe, expect, it } from 'vitest';
import { noLimits, type SpendingLimits } from '#shared/spending-limits.ts';
import type { ForeseenRun } from '#shared/views/retouch.ts';
import { offerOf, customModelsOf, whyNothing } from './offer.ts';

const foreseen = (some: Partial<ForeseenRun>): ForeseenRun => ({
  new: 0,
  again: 0,
  underWay: 0,
  held: 0,
  unfit: 0,
  notAllowed: 0,
  noMask: 0,
  maskScaled: 0,
  ends: [],
  ...some,
});

const free = () => null;

describe('what the run button offers', () => {
  it('counts the images of the photos that would run, and compares them with the limits', () => {
    const run = foreseen({ new: 2, again: 1, underWay: 4, held: 1 });
    const of = (limits: Partial<SpendingLimits>, images = 95) => {
      const spent = { images, money: images * 20 };
      const spending = {
        currency: 'EUR',
        spent: { day: spent, month: spent },
        limits: { ...noLimits, ...limits },
      };
      return offerOf(run, 4, 8, spending, (n) => ({ currency: 'EUR', minor: n * 20 }));
    };
    const cost = { currency: 'EUR', minor: 240 };
    const offer = of({ imagesPerDay: 100 });
    expect(offer).toMatchObject({ images: 12, photos: 3, foreseen: run, cost });
    expect(offer.limit).toMatchObject({ left: 5, isOver: true });
    expect(of({}).limit).toBeNull();
    expect(of({ imagesPerDay: 100 }, 105).limit).toMatchObject({ left: 0 });
    const month = of({ imagesPerDay: 200, moneyPerMonth: 2150 }).limit;
    expect(month).toMatchObject({ limit: { name: 'moneyPerMonth' }, left: 250, isOver: false });
  });

  it('counts every photo as not yet processed until the studio has answered', () => {
    expect(offerOf(undefined, 4, 3, undefined, free)).toMatchObject({ images: 12, photos: 3 });
  });

  it.each([
    [{ new: 1, underWay: 3 }, null],
    [{ again: 1, held: 3 }, null],
    [{ underWay: 3, held: 1 }, 'underWay'],
    [{ held: 1 }, 'held'],
    [{ unfit: 1 }, 'unfit'],
    [{ notAllowed: 1 }, 'notAllowed'],
    [{}, null],
  ] as const)('says why no photo would run if all are left out: %o gives %s', (some, why) => {
    expect(whyNothing(offerOf(foreseen(some), 4, 4, undefined, free))).toBe(why);
  });
});

it.each([
  ['nothing', 'aimodel', {}, ''],
  ['a model', 'aimodel', { fashionModelId: 7, batchCount: 1 }, 'model 7'],
  ['both', 'aimodel', { fashionModelId: 7, locationId: 8 }, 'model 7, scene 8'],
  ['the same ids of another agent', 'aipose', { fashionModelId: 7 }, ''],
] as const)('finds the custom models and scenes in a recipe: %s', (_, agent, params, models) => {
  expect(customModelsOf({ agent, version: 'v1.0', params })).toBe(models);
});
