import { closestLimit, usedOf, type StudioSpending } from '#shared/spending-limits.ts';
import type { Progress } from '#shared/views/status.ts';
import type { Studio } from '../../studio.ts';

/**
 * Returns the progress of the studio: the number of photos that wait for one of the studio's limits, and the time until
 * all other photos have ended. Cards, queue and status bar show these figures.
 */
export function progressOf(
  {
    ledger,
    queue,
  }: Pick<Studio, 'ledger'> & { readonly queue: Pick<Studio['queue'], 'limited' | 'estimate'> },
  spending: StudioSpending,
): Progress {
  const { waiting, running } = ledger.jobs.count();
  const paused = new Set(ledger.pauses.folders());
  const limits = queue.limited();
  const closest = closestLimit(spending);
  const isReached = closest !== null && usedOf(closest, spending.spent) >= closest.amount;
  const isAtLimit = isReached || [...limits.values()].includes('studio');
  const inFolders = new Map(
    [...ledger.figures.counts()].map(([folder, counts]) => [folder, counts.waiting]),
  );
  inFolders.set(0, waiting - [...inFolders.values()].reduce((sum, count) => sum + count, 0));
  const waitingIf = (is: (folder: number) => boolean) =>
    [...inFolders].reduce((sum, [folder, count]) => sum + (is(folder) ? count : 0), 0);
  const free = waitingIf((folder) => !paused.has(folder) && limits.get(folder) !== 'folder');
  const isStopped = isAtLimit || ledger.pauses.since() !== null;
  return {
    limited: isAtLimit ? free : 0,
    limit: isAtLimit ? closest : null,
    estimate: isStopped ? null : queue.estimate(running + free),
  };
}
