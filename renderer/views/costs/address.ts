import { daysOfMonth, isDay, localDay } from '#shared/day.ts';
import { costGroups, type CostGroup } from '#shared/views/costs.ts';

export const periods = ['month', 'last-month', 'range'] as const;
export type PeriodName = (typeof periods)[number];

/** The costs that the view shows. */
export interface CostsAsked {
  readonly by: CostGroup;
  readonly period: PeriodName;
  /** Local days of a range, YYYY-MM-DD, both included; '' for an open end. */
  readonly from: string;
  readonly to: string;
}

/**
 * Reads the address of the view: `by`, `period`, `from`, `to`. Ignores invalid values, because users paste
 * addresses and keep old ones.
 */
export function readCosts(query: URLSearchParams): CostsAsked {
  const dayIn = (name: string) => {
    const text = query.get(name) ?? '';
    return isDay(text) ? text : '';
  };
  return {
    by: costGroups.find((by) => by === query.get('by')) ?? 'day',
    period: periods.find((period) => period === query.get('period')) ?? 'month',
    from: dayIn('from'),
    to: dayIn('to'),
  };
}

/** Returns the query parameters of a view. */
export function queryOf({
  by,
  period,
  from,
  to,
}: CostsAsked): Readonly<Record<string, string | undefined>> {
  const isRange = period === 'range';
  return {
    by: by === 'day' ? undefined : by,
    period: period === 'month' ? undefined : period,
    from: isRange ? from : undefined,
    to: isRange ? to : undefined,
  };
}

/** Returns the days of a view; `now` is in wall-clock ms. An open end is null. */
export function daysOf(
  { period, from, to }: CostsAsked,
  now: number,
): { readonly from: string | null; readonly to: string | null } {
  if (period === 'range') {
    return { from: from === '' ? null : from, to: to === '' ? null : to };
  }
  const today = new Date(now);
  const month = new Date(today.getFullYear(), today.getMonth() - (period === 'month' ? 0 : 1), 1);
  return daysOfMonth(localDay(month.getTime()).slice(0, 7));
}
