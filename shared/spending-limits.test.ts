import { expect, it } from 'vitest';
import { limitUsedUp, noLimits, nothingSpent } from './spending-limits.ts';

const run = { images: 2, cost: { currency: 'EUR', minor: 40 } };
const spent = { day: { images: 9, money: 180 }, month: { images: 9, money: 180 } };

it.each([
  ['full for the day', { imagesPerDay: 10 }, 'imagesPerDay'],
  ['full for the month', { moneyPerMonth: 200 }, 'moneyPerMonth'],
  ['not used up', { imagesPerDay: 11 }, undefined],
  ['too small for the run alone, which is held', { imagesPerDay: 1 }, undefined],
] as const)('photos wait for the next period only if a limit is used up: %s', (_, limits, name) => {
  expect(limitUsedUp({ ...noLimits, ...limits }, spent, run)?.name).toBe(name);
});

it('a limit in money does not count as used up if the price of an image is missing', () => {
  const limits = { ...noLimits, moneyPerDay: 500 };
  const today = { day: nothingSpent, month: nothingSpent };
  expect(limitUsedUp(limits, today, { images: 1, cost: null })).toBeNull();
});
