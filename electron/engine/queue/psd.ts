import type { ExecutionRow } from '../../adapters/ledger/executions.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import type { ResultRow } from '../../adapters/ledger/results.ts';
import type { ServiceFailure } from '../../adapters/service/types.ts';
import type { Parts } from './parts.ts';
import { advanced, type Report } from './report.ts';

/** Number of requests to create a PSD before the failure is reported on the job (F37). */
const MOST_REQUESTS = 3;
/** Maximum number of queries for one PSD; with the pauses below, they take about ten minutes. */
const MOST_QUERIES = 80;
/** Time in ms before a failed PSD is requested again. */
const PAUSE = 1000;

/**
 * Requests the PSD from the service. After a lost answer, queries the status before requesting
 * again, so that a PSD is not made twice.
 */
export async function requestPsd(
  parts: Parts,
  execution: ExecutionRow,
  psd: ResultRow,
  signal: AbortSignal,
): Promise<Report> {
  const { ledger, service } = parts;
  if (psd.requested >= MOST_REQUESTS) {
    ledger.results.psdFailed(psd.id, psd.error ?? `asked for ${psd.requested} times`);
    return advanced;
  }
  ledger.results.psdRequested(psd.id);
  const answer = await service.createPsd(execution.executionId ?? '', { signal });
  if (answer.ok) return advanced;
  return refusedPsd(parts, psd, answer.failure) ?? { kind: 'service', failure: answer.failure };
}

/** Queries the progress of the PSD. Its outcome does not affect the delivered images. */
export async function pollPsd(
  parts: Parts,
  job: Job,
  execution: ExecutionRow,
  psd: ResultRow,
  signal: AbortSignal,
): Promise<Report> {
  const { ledger, service } = parts;
  const answer = await service.queryPsd(execution.executionId ?? '', { signal });
  const isPatient = job.attempts < MOST_QUERIES;
  if (!answer.ok) {
    const refused = refusedPsd(parts, psd, answer.failure);
    if (refused !== null) return refused;
    if (isPatient) return { kind: 'service', failure: answer.failure };
    ledger.results.psdFailed(psd.id, answer.failure.message);
    return advanced;
  }
  const { status, fileUrl } = answer.value;
  if (status === 'Success' && fileUrl !== null) {
    ledger.results.psdSeen(psd.id, { status, url: fileUrl, error: null });
    return advanced;
  }
  if (status === 'Failed' || status === 'NotStart') {
    ledger.results.psdSeen(psd.id, { status, url: null, error: psd.error });
    return { kind: 'wait', ms: PAUSE };
  }
  if (!isPatient) {
    ledger.results.psdFailed(psd.id, 'it was not ready in time');
    return advanced;
  }
  return { kind: 'wait', ms: Math.min(10_000, 250 * 1.25 ** job.attempts) };
}

/** Records that the service refused the PSD: it counts as failed and is requested again. */
function refusedPsd({ ledger }: Parts, psd: ResultRow, failure: ServiceFailure): Report | null {
  if (failure.kind !== 'refused' || failure.mayHaveBeenProcessed) return null;
  const error = failure.serviceMessage ?? failure.message;
  ledger.results.psdSeen(psd.id, { status: 'Failed', url: null, error });
  return { kind: 'wait', ms: PAUSE };
}
