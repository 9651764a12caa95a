import { jobStates, type StateCounts } from '#shared/job.ts';
import type { Texts } from './speech.ts';

/** Returns the number of jobs in each state as text, such as "3 done, 1 failed"; empty if there are no jobs. */
export function countsText(t: Texts, counts: StateCounts): string {
  return jobStates
    .filter((state) => counts[state] > 0)
    .map((state) => t(`count.${state}`, { count: counts[state] }))
    .join(t('list.comma'));
}
