import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { RunCounts } from '#shared/views/command-line.ts';
import { systemClock } from '../../base/clock.ts';
import type { Studio } from '../../studio.ts';
import type { CommandPlace } from './place.ts';
import { reachService } from './reach-service.ts';
import { createReport } from './report.ts';
import type { Talk } from './talk.ts';
import { untilIdle } from './until-idle.ts';

interface WorkerOrder {
  /** Time in s without work after which the worker ends; null to work until it is interrupted. */
  readonly untilIdle: number | null;
  /** Whether to take no photos, give back those that have not begun, and end when the others are delivered. */
  readonly drain: boolean;
}

/**
 * Processes photos of the shared hot folders until `signal` aborts, and watches folders that no other station watches.
 * Then gives back the photos that have not begun and finishes the others. Problems: studio-not-joined, those of
 * opening the studio and of `reachService`.
 */
export function runWorker(
  place: CommandPlace,
  order: WorkerOrder,
  talk: Talk,
  signal: AbortSignal,
): Promise<Outcome<{ readonly counts: RunCounts }>> {
  return place.withStudio(
    async (work) => {
      const { studio } = work;
      const { exchange } = studio;
      if (exchange === null) return failure('studio-not-joined');
      const reached = await reachService(studio.service, 'wait', talk, signal);
      if (!reached.ok) return reached;
      const report = createReport(work, talk, { of: 'all', clock: systemClock });
      try {
        if (order.drain) await exchange.drain();
        studio.start();
        const { untilIdle: seconds } = order;
        if (!order.drain) await untilIdle(studio.isIdle, seconds, signal);
        await exchange.drain();
        await untilIdle(() => isDrained(studio), 0, new AbortController().signal);
        return success({ counts: await report.finish() });
      } finally {
        report.close();
      }
    },
    { takesCommands: true, isWorker: true },
  );
}

/** Returns whether this station has no photo left to finish, except those that need the user. */
function isDrained({ ledger, isIdle }: Pick<Studio, 'ledger' | 'isIdle'>): boolean {
  return isIdle() || ledger.sharedWork.inHand().length === 0;
}
