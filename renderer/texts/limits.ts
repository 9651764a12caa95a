import {
  closestLimit,
  limitsIn,
  usedOf,
  type Limit,
  type LimitName,
  type StudioSpending,
} from '#shared/spending-limits.ts';
import type { Money } from '#shared/money.ts';
import { money } from './numbers.ts';
import { t } from './texts.svelte.ts';

/** Formats an amount in the unit of a limit, for example 200 images or EUR 50.00. */
export function amountText(unit: Limit['unit'], amount: number, currency: string): string {
  return unit === 'images'
    ? t('spent.images', { images: amount })
    : money({ currency, minor: amount });
}

/** Formats the cost of a run. Returns `none` if there is no cost; the messages then leave out the cost. */
export function costText(cost: Money | null): string {
  return cost === null ? 'none' : money(cost);
}

/** What was spent, in words. */
interface SpentText {
  /** The limit that the text is about; null if no limit is set. */
  readonly limit: LimitName | null;
  readonly text: string;
}

/** Returns what was spent today. If limits are set, returns how much of each limit was spent instead. */
export function spentTexts(spending: StudioSpending): readonly SpentText[] {
  const set = limitsIn(spending.limits);
  if (set.length === 0) return [{ limit: null, text: todayText(spending) }];
  return set.map((limit) => ({ limit: limit.name, text: usedText(limit, spending) }));
}

function todayText({ currency, spent }: StudioSpending): string {
  const { images, money: minor } = spent.day;
  return t('spent.today', { images, cost: costText(minor === 0 ? null : { currency, minor }) });
}

/**
 * Returns what was spent today. If limits are set, returns how much of a limit was spent, for the limit that will be
 * reached first.
 */
export function spentText(spending: StudioSpending): string {
  const closest = closestLimit(spending);
  return closest === null ? todayText(spending) : usedText(closest, spending);
}

function usedText(limit: Limit, { currency, spent }: StudioSpending): string {
  const { per, unit, amount } = limit;
  const used = usedOf(limit, spent);
  return unit === 'images'
    ? t('spent.imagesOf', { used, limit: amount, per })
    : t('spent.moneyOf', {
        used: money({ currency, minor: used }),
        limit: money({ currency, minor: amount }),
        per,
      });
}
