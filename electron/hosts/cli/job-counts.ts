import { jobStates, type StateCounts } from '#shared/job.ts';
import type { Texts } from './speech.ts';

/** Returns how many jobs are in each state, such as "3 done, 1 failed"; '' without jobs. */
export function countsText(t: Texts, counts: StateCounts): string {
  return jobStates
    .filter((state) => counts[state] > 0)
    .map((state) => t(`count.${state}`, { count: counts[state] }))
    .join(t('list.comma'));
}
