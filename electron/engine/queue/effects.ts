import { canRetry } from '#shared/fixes.ts';
import type { JobState } from '#shared/job.ts';
import type { Effects } from '#shared/views/queue.ts';
import type { JobCounts } from '../../adapters/ledger/queue.ts';

const ended: readonly JobState[] = ['failed', 'held', 'cancelled'];
const open: readonly JobState[] = ['waiting', 'running'];

/**
 * Counts how many jobs each action can change, by their states, for the buttons of a selection. Charged jobs do not
 * count for another recipe, because only a single job may be charged again in this way. change-jobs.ts decides for each
 * job when it is changed.
 */
export function effectsOn(counts: readonly JobCounts[]): Effects {
  const count = (is: (counted: JobCounts) => boolean) =>
    counts.reduce((sum, counted) => sum + (is(counted) ? counted.count : 0), 0);
  const isBoughtInVain = ({ code, cameToNothing }: JobCounts) =>
    cameToNothing || code === 'bought-elsewhere';
  return {
    retry: count(
      (one) =>
        ended.includes(one.state) &&
        (one.isInDoubt || (canRetry(one.code ?? undefined) && !isBoughtInVain(one))),
    ),
    'send-again': count(
      (one) => ended.includes(one.state) && (one.isInDoubt || isBoughtInVain(one)),
    ),
    pad: count((one) => ended.includes(one.state) && one.code === 'photo-too-long' && !one.isSent),
    'changed-recipe': count(
      (one) => ended.includes(one.state) && one.isRecipeChanged && !one.isSent,
    ),
    cancel: count(({ state }) => state === 'waiting' || state === 'held' || state === 'failed'),
    pause: count(({ state }) => open.includes(state)),
    'to-front': count(({ state }) => open.includes(state)),
  };
}
