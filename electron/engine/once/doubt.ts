/**
 * Doubt: a request that must not be sent twice may or may not have reached the service. So nothing is
 * sent until there is evidence, and an answer that does not show what the request made becomes evidence
 * only after a window in which a late request must have been processed.
 */

/** What a ledger row knows of its doubt. */
export interface Doubt {
  readonly id: number;
  /** Monotonic ms at which the doubt began in this run of the program; null before that is written. */
  readonly doubtSince: number | null;
  /** Whole answers that did not show it. */
  readonly doubtEmpty: number;
  /** All answers, and questions without one. */
  readonly doubtQueries: number;
}

/** What one question to the service says about the request. */
export type Evidence =
  /** The doubt is over, or the question was stopped: this answer is not counted. */
  | 'settled'
  /** A whole, valid answer that does not show it. */
  | 'absent'
  /** The service answered, and its answer contradicts itself. */
  | 'unclear'
  /** No valid answer. */
  | 'none';

/** What follows: go on asking, or decide, because nothing more will be learned. */
export type Conclusion = 'ask-again' | 'did-not-happen' | 'never-clear';

/** s since the doubt began at which the service is asked, then every minute. */
const ASKED_AT = [2, 5, 10, 20, 40, 60] as const;
const THEN_EVERY = 60;
/** Answers that are needed at least. */
const ANSWERS = 3;

/**
 * Returns the ms between the answer before, or the beginning of the doubt, and the next question. A
 * machine that slept therefore does not ask three times in one breath. Jitter of up to a tenth comes
 * from the row itself.
 */
export function gapBefore({ id, doubtQueries }: Omit<Doubt, 'doubtSince' | 'doubtEmpty'>): number {
  const at = ASKED_AT[doubtQueries];
  const gap = at === undefined ? THEN_EVERY : at - (ASKED_AT[doubtQueries - 1] ?? 0);
  const jitter = 1 + ((id * 7919 + doubtQueries * 104_729) % 1000) / 10_000;
  return gap * 1000 * jitter;
}

/** When the service was asked, and how long a lost request may take to be processed. */
export interface InquiryTime {
  /** Monotonic ms at which the question left. */
  readonly at: number;
  /** Doubt window, ms. */
  readonly window: number;
}

/** Returns what follows from one more answer to a question about a request in doubt. */
export function conclude(
  doubt: Doubt,
  evidence: Evidence,
  { at, window }: InquiryTime,
): Conclusion {
  const { doubtSince, doubtEmpty, doubtQueries } = doubt;
  if (doubtSince === null || at - doubtSince < window) return 'ask-again';
  if (evidence === 'absent' && doubtEmpty + 1 >= ANSWERS) return 'did-not-happen';
  if (evidence === 'unclear' && doubtQueries + 1 >= ANSWERS) return 'never-clear';
  return 'ask-again';
}
