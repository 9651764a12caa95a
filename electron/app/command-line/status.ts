import { needPerson } from '#shared/job.ts';
import type { WorkStatus } from '#shared/views/command-line.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { waitingOf } from '../waiting.ts';
import type { Studio } from '../../studio.ts';

/** `status`: how the work stands; without a studio nothing waits and nothing is watched. */
export function workStatus(
  ledger: Ledger,
  studio: Pick<Studio, 'closedGates' | 'hotFolders'> | null,
  limit: number | null,
): WorkStatus {
  const jobs = ledger.jobs.count();
  const isWatched = (id: number) => studio?.hotFolders.status(id).state === 'watching';
  return {
    jobs,
    needPerson: needPerson(jobs, ledger.figures.unanswered()),
    waitingFor: (studio?.closedGates() ?? []).map(waitingOf),
    isPaused: ledger.pauses.since() !== null,
    hotFolders: ledger.hotFolders
      .all()
      .filter(({ armed }) => armed)
      .map(({ id, path }) => ({ id, path, isWatched: isWatched(id) })),
    today: { images: ledger.spending.today(), limit },
  };
}
