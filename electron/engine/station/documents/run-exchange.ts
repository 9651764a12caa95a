import { randomUUID } from 'node:crypto';
import { problemOf } from '#shared/failure.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { Ledger } from '../../../adapters/ledger/open.ts';
import type { WaitingRun } from '../../../adapters/ledger/studio-runs.ts';
import type { Documents, SharedDocument } from '../../../adapters/shared-studio/documents.ts';
import type { Roots } from '../../../adapters/shared-studio/roots.ts';
import type { Lease } from '../../../adapters/shared-studio/types.ts';
import { putDocument } from './put.ts';
import { fromSharedRun, toSharedRun } from './runs.ts';

/** Kind of the documents that contain finished runs; they never change. */
export const RUN = 'run';

/** Maximum number of runs that are read from the ledger at once. */
const MOST = 100;

export interface RunParts {
  readonly documents: Pick<Documents, 'put'>;
  readonly ledger: Pick<Ledger, 'studioRuns'>;
  readonly roots: () => Roots;
  readonly notice: (problem: Problem) => void;
}

/**
 * Shares this station's finished runs with the other stations. Runs with files outside the shared roots are not
 * shared. Problems: those of the database, station-lease-lost.
 */
export async function writeRuns(
  { documents, ledger: { studioRuns }, roots }: RunParts,
  lease: () => Lease | null,
): Promise<Outcome<void>> {
  for (;;) {
    const runs = studioRuns.unshared(MOST);
    if (runs.length === 0) return success();
    for (const { id, ...run } of runs) {
      const content = toSharedRun(run, roots());
      if (content !== null) {
        const draft = { kind: RUN, key: randomUUID(), subject: run.executionId, base: 0, content };
        // `taken` means that an earlier attempt shared the run, and its answer was lost
        const answer = await putDocument(documents, lease, draft);
        if (!answer.ok) return answer;
      }
      studioRuns.shared([id]);
    }
  }
}

/**
 * Records new runs of other stations, and earlier ones that have waited for their jobs. Must be called within a
 * transaction.
 */
export function recordRuns(parts: RunParts, documents: readonly SharedDocument[]): void {
  const { studioRuns } = parts.ledger;
  for (const run of studioRuns.waiting()) if (record(parts, run)) studioRuns.settled(run.key);
  for (const { key, station, content } of documents) {
    if (content === null) continue;
    const run = { key, station, content };
    if (!record(parts, run)) studioRuns.wait(run);
  }
}

/** Records a run, or leaves it out if this station cannot use it. Returns false if the run must wait for its job. */
function record({ ledger, roots, notice }: RunParts, { station, content }: WaitingRun): boolean {
  const run = fromSharedRun(content, roots());
  if (run.ok) return ledger.studioRuns.record(run.value, station);
  // without the root, no run below it can be used, and a notice for each run would not help
  if (run.problem.code !== 'shared-root-missing') {
    const { message: detail } = run.problem;
    notice(problemOf('shared-document', { station }, { about: station, detail }));
  }
  return true;
}
