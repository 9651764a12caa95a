import { expect, it } from 'vitest';
import { limitUsedUp, noLimits, nothingSpent } from './spending-limits.ts';

const run = { images: 2, cost: { currency: 'EUR', minor: 40 } };
const spent = { day: { images: 9, money: 180 }, month: { images: 9, money: 180 } };

it.each([
  ['the day is full', { imagesPerDay: 10 }, 'imagesPerDay'],
  ['the month is full', { moneyPerMonth: 200 }, 'moneyPerMonth'],
  ['there is room', { imagesPerDay: 11 }, undefined],
  ['the run alone exceeds the limit, so it is held', { imagesPerDay: 1 }, undefined],
] as const)('decides whether photos wait for the next period if %s', (_, limits, name) => {
  expect(limitUsedUp({ ...noLimits, ...limits }, spent, run)?.name).toBe(name);
});

it('a limit in money does not count as used up if the price of an image is missing', () => {
  const limits = { ...noLimits, moneyPerDay: 500 };
  const today = { day: nothingSpent, month: nothingSpent };
  expect(limitUsedUp(limits, today, { images: 1, cost: null })).toBeNull();
});
