import { randomUUID } from 'node:crypto';
import { problemOf } from '#shared/failure.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { Ledger } from '../../../adapters/ledger/open.ts';
import type { PlacedDocument } from '../../../adapters/ledger/run-documents.ts';
import type { WaitingRun } from '../../../adapters/ledger/studio-runs.ts';
import type { Documents, SharedDocument } from '../../../adapters/shared-studio/documents.ts';
import type { Roots } from '../../../adapters/shared-studio/roots.ts';
import type { Lease } from '../../../adapters/shared-studio/types.ts';
import { putDocument } from './put.ts';
import { fromSharedRun, toSharedRun } from './runs.ts';

/** Kind of the documents that contain finished runs; only the places of their photos change. */
export const RUN = 'run';

/** Maximum number of runs that are read from the ledger at once. */
const MOST = 100;

export interface RunParts {
  readonly documents: Pick<Documents, 'put'>;
  readonly ledger: Pick<Ledger, 'sharedDocuments' | 'studioRuns'>;
  readonly roots: () => Roots;
  readonly notice: (problem: Problem) => void;
}

/**
 * Shares this station's finished runs with the other stations, and then the new paths of photos that this station has
 * moved. Runs with files outside the shared roots are not shared. Problems: those of the database, station-lease-lost.
 */
export async function writeRuns(
  parts: RunParts,
  lease: () => Lease | null,
): Promise<Outcome<void>> {
  const shared = await shareNew(parts, lease);
  return shared.ok ? shareMoved(parts, lease) : shared;
}

async function shareNew(
  { documents, ledger: { sharedDocuments, studioRuns }, roots }: RunParts,
  lease: () => Lease | null,
): Promise<Outcome<void>> {
  for (;;) {
    const runs = studioRuns.unshared(MOST);
    if (runs.length === 0) return success();
    for (const { id, ...run } of runs) {
      const content = toSharedRun(run, roots(), sharedDocuments);
      let document: PlacedDocument | null = null;
      if (content !== null) {
        const key = randomUUID();
        const draft = { kind: RUN, key, subject: run.executionId, base: 0, content };
        // `taken` means that an earlier attempt shared the run, and its answer was lost
        const answer = await putDocument(documents, lease, draft);
        if (!answer.ok) return answer;
        const { value } = answer;
        if (value.kind === 'saved') document = { key, version: value.version, source: run.source };
      }
      studioRuns.shared(id, document);
    }
  }
}

async function shareMoved(
  { documents, ledger: { sharedDocuments, studioRuns }, roots }: RunParts,
  lease: () => Lease | null,
): Promise<Outcome<void>> {
  for (const { id, jobId, document, ...run } of studioRuns.outdated(MOST)) {
    const content = toSharedRun(run, roots(), sharedDocuments);
    if (content === null) {
      studioRuns.places.keep(jobId);
      continue;
    }
    const { key, version: base } = document;
    const draft = { kind: RUN, key, subject: run.executionId, base, content };
    const answer = await putDocument(documents, lease, draft);
    if (!answer.ok) return answer;
    const { value } = answer;
    // after a conflict, the next round reads the other station's version first
    if (value.kind !== 'saved') continue;
    studioRuns.places.written(id, { key, version: value.version, source: run.source });
  }
  return success();
}

/**
 * Records new runs of other stations, and earlier ones that have waited for their jobs. Must be called within a
 * transaction.
 */
export function recordRuns(parts: RunParts, documents: readonly SharedDocument[]): void {
  const { studioRuns } = parts.ledger;
  for (const run of studioRuns.waiting()) if (record(parts, run)) studioRuns.settled(run.key);
  for (const { key, version, addedBy: station, content } of documents) {
    if (content === null) continue;
    // the station that watches the folder changes the run's document when it moves the photo
    const run = { key, version, station, content };
    if (!record(parts, run)) studioRuns.wait(run);
  }
}

/** Records a run, or leaves it out if this station cannot use it. Returns false if the run must wait for its job. */
function record({ ledger, roots, notice }: RunParts, waiting: WaitingRun): boolean {
  const { station, content } = waiting;
  const run = fromSharedRun(content, roots(), ledger.sharedDocuments);
  if (run.ok) return ledger.studioRuns.record(run.value, waiting);
  // without the root, no run below it can be used, and a notice for each run would not help
  if (run.problem.code !== 'shared-root-missing') {
    const { message: detail } = run.problem;
    notice(problemOf('shared-document', { station }, { about: station, detail }));
  }
  return true;
}
