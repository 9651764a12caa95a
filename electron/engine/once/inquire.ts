import type { Clock } from '../../base/clock.ts';
import { conclude, type InquiryTime, type Conclusion, type Doubt, type Evidence } from './doubt.ts';

/** How the service is asked about one kind of request, and what it showed. */
export interface Inquiry<Seen> {
  /** Asks once. Commits what the answer shows: a request that is found is in doubt no more. */
  ask(): Promise<{ readonly evidence: Evidence; readonly seen: Seen }>;
  /** Commits that the service was asked; `isAbsent`: that its answer was whole and did not show it. */
  count(isAbsent: boolean): void;
}

/** What came of one question. */
export interface Finding<Seen> {
  readonly conclusion: Conclusion;
  readonly seen: Seen;
  readonly asked: InquiryTime;
}

/**
 * Asks the service once about a request in doubt and counts the answer. The moment of the question
 * decides whether it came after the window, however long the answer took. Nothing is ever sent from
 * here: what follows from the conclusion, each kind of request decides.
 *
 * @param window doubt window, ms.
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
