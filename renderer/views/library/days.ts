/** The choices of days that are relative to today. */
export const usualDays = ['today', 'yesterday', 'week', 'month'] as const;
/** Local days: a choice relative to today, or a range from the first to the last day, both included. */
export type Days = (typeof usualDays)[number] | `${string}..${string}`;

const DAY = String.raw`\d{4}-\d{2}-\d{2}`;
const range = new RegExp(`^(${DAY})?\\.\\.(${DAY})?$`);
/** For each choice, how many days ago its first day was, and its number of days. */
const spans = { today: [0, 1], yesterday: [1, 1], week: [6, 7], month: [29, 30] } as const;

export function isDays(text: string): text is Days {
  return usualDays.some((days) => days === text) || (range.test(text) && text !== '..');
}

/** Returns the start (inclusive) and the end (exclusive) of the days, in wall-clock ms; omits an open end. */
export function spanOf(
  days: Days,
  now: number,
): { readonly from?: number; readonly before?: number } {
  const usual = usualDays.find((each) => each === days);
  if (usual !== undefined) {
    const [ago, count] = spans[usual];
    return { from: midnight(now, -ago), before: midnight(now, count - ago) };
  }
  const { first, last } = rangeOf(days);
  const begin = first === '' ? NaN : Date.parse(`${first}T00:00`);
  const end = last === '' ? NaN : Date.parse(`${last}T00:00`);
  return {
    ...(Number.isNaN(begin) ? {} : { from: begin }),
    ...(Number.isNaN(end) ? {} : { before: midnight(end, 1) }),
  };
}

/** Returns the first and the last day of a range as YYYY-MM-DD; '' for an open end, and for days that are no range. */
export function rangeOf(days: Days | undefined): { readonly first: string; readonly last: string } {
  const [, first = '', last = ''] = range.exec(days ?? '') ?? [];
  return { first, last };
}

/**
 * Returns the local midnight that is `days` days after the start of the day that contains `at`. A day may
 * have 23 or 25 hours.
 */
function midnight(at: number, days: number): number {
  const day = new Date(at);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days).getTime();
}
