import { noLimits, nothingSpent } from '#shared/spending-limits.ts';
import type { Status } from '#shared/views/status.ts';

/** Returns a status with these numbers of jobs in each state. */
export function statusOf(
  counts: Partial<Omit<Status['counts'], 'total'>>,
  more: Partial<Status> = {},
): Status {
  const all = { waiting: 0, running: 0, held: 0, failed: 0, done: 0, cancelled: 0, ...counts };
  const total = Object.values(all).reduce((sum, count) => sum + count, 0);
  return {
    connection: 'demo',
    networkMode: 'normal',
    serviceUrl: null,
    waitingFor: [],
    counts: { ...all, total },
    needPerson: 0,
    spending: {
      currency: 'EUR',
      spent: { day: nothingSpent, month: nothingSpent },
      limits: noLimits,
    },
    isLimitManaged: false,
    diskFree: null,
    isPaused: false,
    progress: { limited: 0, limit: null, estimate: null },
    isMoving: all.running > 0,
    ...more,
  };
}
