import type { Clock } from '../../base/clock.ts';
import { conclude, type InquiryTime, type Conclusion, type Doubt, type Evidence } from './doubt.ts';

/** How to ask the service about one kind of request. */
export interface Inquiry<Seen> {
  /** Asks once and commits what the answer shows, such as the end of the doubt. */
  ask(): Promise<{ readonly evidence: Evidence; readonly seen: Seen }>;
  /** Commits that the service was asked. `isAbsent`: the answer was valid and didn't show the request. */
  count(isAbsent: boolean): void;
}

/** The result of one query. */
export interface Finding<Seen> {
  readonly conclusion: Conclusion;
  readonly seen: Seen;
  readonly asked: InquiryTime;
}

/**
 * Asks the service once about a request in doubt and counts the answer. The time at which the query was sent decides
 * whether the answer counts as after the doubt window, however late the answer came. Sends nothing else; the caller
 * acts on the conclusion. `window`: doubt window in ms.
 */
export async function inquire<Seen>(
  doubt: Doubt,
  { ask, count }: Inquiry<Seen>,
  { clock, window }: { readonly clock: Pick<Clock, 'mono'>; readonly window: number },
): Promise<Finding<Seen>> {
  const asked = { at: clock.mono(), window };
  const { evidence, seen } = await ask();
  if (evidence === 'settled') return { conclusion: 'ask-again', seen, asked };
  count(evidence === 'absent');
  return { conclusion: conclude(doubt, evidence, asked), seen, asked };
}
