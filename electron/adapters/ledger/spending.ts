import dayjs from 'dayjs';
import { localDay } from '#shared/day.ts';
import type { Prices } from '#shared/prices.ts';
import {
  nothingSpent,
  type LimitPeriod,
  type Spent,
  type SpentByPeriod,
} from '#shared/spending-limits.ts';
import type { Clock } from '../../base/clock.ts';
import type { Tables } from './rows.ts';

/**
 * Spending is counted in generated images and in money. Both are reserved with the INTENT to execute, and released only
 * if the service refused the request or the user decided that the request was not executed. Images of a request in
 * doubt count as spent.
 */
export interface SpendingRepository {
  /** Returns the current prices. */
  prices(): Prices;
  /** Returns the number of images reserved or spent on the current local day, over all jobs. */
  today(): number;
  /**
   * Returns what was reserved or spent in the current local day and month, over all jobs or for one
   * hot folder. Money counts only in the currency of the current prices.
   */
  spent(hotFolderId?: number): SpentByPeriod;
  /** Returns `spent` for each hot folder that spent anything in the current month. */
  spentByFolder(): ReadonlyMap<number, SpentByPeriod>;
}

/** Returns the wall-clock ms at which a local day (YYYY-MM-DD) begins, or the day that is `days` later. */
export function beginOfDay(day: string, days = 0): number {
  // noon exists on every day, but some days begin later than 0:00 because clocks are put forward at
  // midnight
  return dayjs(`${day}T12:00:00`).add(days, 'day').startOf('day').valueOf();
}

/** Returns the first and the last day, YYYY-MM-DD, of the day or month that contains `day`. */
function boundsOf(per: LimitPeriod, day: string): readonly [string, string] {
  return per === 'day' ? [day, day] : [`${day.slice(0, 7)}-01`, `${day.slice(0, 7)}-31`];
}

/** Checks whether a day is in the same day or month as `today`. */
export function isInPeriod(per: LimitPeriod, day: string, today: string): boolean {
  const [first, last] = boundsOf(per, today);
  return first <= day && day <= last;
}

const SUMS = `coalesce(sum(images), 0) AS images,
  coalesce(sum(CASE WHEN currency = ? THEN minor END), 0) AS money`;

export function spendingRepository(
  db: Tables,
  clock: Clock,
  prices: () => Prices,
): SpendingRepository {
  const today = () => localDay(clock.wall());
  const sums = (per: LimitPeriod, hotFolderId: number | null): Spent =>
    db.get<Spent>(
      `SELECT ${SUMS} FROM spent WHERE day BETWEEN ? AND ? AND (?4 IS NULL OR hot_folder_id = ?4)`,
      prices().currency,
      ...boundsOf(per, today()),
      hotFolderId,
    ) ?? nothingSpent;
  const byFolder = (per: LimitPeriod) =>
    db.all<Spent & { readonly id: number }>(
      `SELECT hot_folder_id AS id, ${SUMS} FROM spent
       WHERE day BETWEEN ? AND ? AND hot_folder_id <> 0 GROUP BY 1`,
      prices().currency,
      ...boundsOf(per, today()),
    );
  return {
    prices,
    today: () => db.value('SELECT sum(images) FROM spent WHERE day = ?', today()) ?? 0,
    spent: (hotFolderId) => ({
      day: sums('day', hotFolderId ?? null),
      month: sums('month', hotFolderId ?? null),
    }),
    spentByFolder() {
      const days = new Map(byFolder('day').map(({ id, ...spent }) => [id, spent]));
      return new Map(
        byFolder('month').map(({ id, ...month }) => [
          id,
          { day: days.get(id) ?? nothingSpent, month },
        ]),
      );
    },
  };
}
