import * as v from 'valibot';
import { between } from './contract/schemas.ts';
import type { Money } from './money.ts';

/** The period of a limit: the local day or the local calendar month. */
export type LimitPeriod = 'day' | 'month';

/** The limits that the studio and each hot folder can have. */
export const limitKinds = {
  imagesPerDay: { per: 'day', unit: 'images', range: [1, 1_000_000] },
  moneyPerDay: { per: 'day', unit: 'money', range: [1, 1_000_000_000] },
  imagesPerMonth: { per: 'month', unit: 'images', range: [1, 1_000_000] },
  moneyPerMonth: { per: 'month', unit: 'money', range: [1, 1_000_000_000] },
} as const;

export type LimitName = keyof typeof limitKinds;
export const limitNames = Object.keys(limitKinds) as readonly LimitName[];

/**
 * The limits of the studio or of a hot folder, in generated images or in minor units of the currency of the prices;
 * null if there is no limit.
 */
export type SpendingLimits = Readonly<Record<LimitName, number | null>>;

export const noLimits = eachLimit(() => null);

export const limitSchemas = eachLimit((name) =>
  v.nullable(between(limitKinds[name].range[0], limitKinds[name].range[1])),
);

/** A limit that is set. */
export interface Limit {
  readonly name: LimitName;
  readonly per: LimitPeriod;
  readonly unit: 'images' | 'money';
  /** Number of images or of minor units. */
  readonly amount: number;
}

/** Generated images that are reserved or spent, and their cost in minor units of the currency of the prices. */
export interface Spent {
  readonly images: number;
  readonly money: number;
}
export type SpentByPeriod = Readonly<Record<LimitPeriod, Spent>>;

export const nothingSpent: Spent = { images: 0, money: 0 };

/** What the studio has reserved or spent in a currency, and the studio's limits. */
export interface StudioSpending {
  readonly currency: string;
  readonly spent: SpentByPeriod;
  readonly limits: SpendingLimits;
}

/** Returns an object with one value per limit. */
export function eachLimit<T>(of: (name: LimitName) => T): Readonly<Record<LimitName, T>> {
  return Object.fromEntries(limitNames.map((name) => [name, of(name)])) as Record<LimitName, T>;
}

/** Returns the limits that are set. */
export function limitsIn(limits: SpendingLimits): readonly Limit[] {
  return limitNames.flatMap((name) => {
    const amount = limits[name];
    const { per, unit } = limitKinds[name];
    return amount === null ? [] : [{ name, per, unit, amount }];
  });
}

/** Returns how much of a limit is used, in its unit. */
export function usedOf({ per, unit }: Limit, spent: SpentByPeriod): number {
  return spent[per][unit];
}

/** Returns the limit that is closest to being reached, or furthest exceeded; null if there are no limits. */
export function closestLimit({ limits, spent }: StudioSpending): Limit | null {
  const used = (limit: Limit) => usedOf(limit, spent) / limit.amount;
  return [...limitsIn(limits)].sort((one, other) => used(other) - used(one))[0] ?? null;
}

/** A run that is about to be bought. */
export interface PlannedRun {
  readonly images: number;
  /** Null if the agent has no price. */
  readonly cost: Money | null;
}

/**
 * Returns whether a limit allows a run, given what was already spent in the limit's period. `later`: only in the
 * next period. `too-low`: never, because the run alone exceeds the limit. `no-price`: unknown, because there is no
 * price.
 */
export function verdictOf(
  { per, unit, amount }: Limit,
  spent: SpentByPeriod,
  { images, cost }: PlannedRun,
): 'now' | 'later' | 'too-low' | 'no-price' {
  const next = unit === 'images' ? images : cost?.minor;
  if (next === undefined) return 'no-price';
  if (next > amount) return 'too-low';
  return spent[per][unit] + next <= amount ? 'now' : 'later';
}

/** Returns the first limit that does not allow a run now; null if all limits allow it. */
export function limitReached(
  limits: SpendingLimits,
  spent: SpentByPeriod,
  run: PlannedRun,
): Limit | null {
  return limitsIn(limits).find((limit) => verdictOf(limit, spent, run) !== 'now') ?? null;
}

/**
 * Returns the first limit that makes a run wait for the next period; null if there is none. A run that no period would
 * allow does not wait: it is held.
 */
export function limitUsedUp(
  limits: SpendingLimits,
  spent: SpentByPeriod,
  run: PlannedRun,
): Limit | null {
  return limitsIn(limits).find((limit) => verdictOf(limit, spent, run) === 'later') ?? null;
}
