/**
 * Doubt: a request that must not be sent twice may or may not have reached the service. Nothing is sent again until
 * there is evidence. An answer that doesn't show the request counts as evidence only after the doubt window: the time
 * within which the service must have processed a delayed request.
 */

/** The doubt of a ledger row. */
export interface Doubt {
  readonly id: number;
  /** Monotonic ms at which the doubt began in this run of the program; null until that is recorded. */
  readonly doubtSince: number | null;
  /** Number of valid answers that didn't show the request. */
  readonly doubtEmpty: number;
  /** Number of queries, with or without an answer. */
  readonly doubtQueries: number;
}

/** What one query shows about the request. */
export type Evidence =
  /** The doubt is over, or the query was aborted; the query is not counted. */
  | 'settled'
  /** A valid answer that doesn't show the request. */
  | 'absent'
  /** An answer that contradicts itself. */
  | 'unclear'
  /** No valid answer. */
  | 'none';

/** What to do next: query again, or decide, because further queries would show nothing new. */
export type Conclusion = 'ask-again' | 'did-not-happen' | 'never-clear';

/** Times of the queries in seconds after the doubt began; after the last one, every minute. */
const QUERY_TIMES = [2, 5, 10, 20, 40, 60] as const;
const THEN_EVERY = 60;
/** Minimum number of answers before a conclusion. */
const LEAST_ANSWERS = 3;

/**
 * Returns the ms between the previous query, or the start of the doubt, and the next one. The time
 * is measured from the previous query, so that a computer that wakes from sleep doesn't send three
 * queries in a row. Adds up to 10% of jitter, derived from the row.
 */
export function gapBefore({ id, doubtQueries }: Omit<Doubt, 'doubtSince' | 'doubtEmpty'>): number {
  const at = QUERY_TIMES[doubtQueries];
  const gap = at === undefined ? THEN_EVERY : at - (QUERY_TIMES[doubtQueries - 1] ?? 0);
  const jitter = 1 + ((id * 7919 + doubtQueries * 104_729) % 1000) / 10_000;
  return gap * 1000 * jitter;
}

/** When the service was asked, and how long it may take to process a delayed request. */
export interface InquiryTime {
  /** Monotonic ms at which the query was sent. */
  readonly at: number;
  /** Doubt window in ms. */
  readonly window: number;
}

/** Returns the conclusion from one more query about a request in doubt. */
export function conclude(
  doubt: Doubt,
  evidence: Evidence,
  { at, window }: InquiryTime,
): Conclusion {
  const { doubtSince, doubtEmpty, doubtQueries } = doubt;
  if (doubtSince === null || at - doubtSince < window) return 'ask-again';
  if (evidence === 'absent' && doubtEmpty + 1 >= LEAST_ANSWERS) return 'did-not-happen';
  if (evidence === 'unclear' && doubtQueries + 1 >= LEAST_ANSWERS) return 'never-clear';
  return 'ask-again';
}
