import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { PsdRequests } from '#shared/views/library.ts';
import { askPsd } from '../../engine/queue/ask-psd.ts';
import type { Studio } from '../../studio.ts';
import { changeInBatches } from './in-batches.ts';

type PsdStudio = Pick<Studio, 'ledger' | 'change' | 'ending' | 'wake'>;

/**
 * Requests and downloads the layered PSD of one result. Problems: those of `askPsd`, and psd-requested if the PSD
 * already exists or is being downloaded.
 */
export async function requestPsd(studio: PsdStudio, resultId: number): Promise<Outcome<null>> {
  const { ledger, change, wake } = studio;
  const jobId = ledger.results.jobOf(resultId) ?? 0;
  const asked = await change([jobId], () => ledger.transaction(() => askPsd(ledger, resultId)));
  if (!asked.ok) return asked;
  if (asked.value.outcome !== 'asked') {
    return failure('psd-requested');
  }
  wake();
  return success(null);
}

/**
 * Requests and downloads the layered PSDs of many results, one per execution. Skips the remaining PSDs after an abort.
 * Problem: interrupted.
 */
export async function requestPsds(
  studio: PsdStudio,
  resultIds: readonly number[],
  signal: AbortSignal,
): Promise<Outcome<PsdRequests>> {
  const executions = studio.ledger.library.executionsOf(resultIds);
  const came = { asked: 0, making: 0, there: 0 };
  const acted = await changeInBatches(
    studio,
    {
      ids: executions.map(({ resultId }) => resultId),
      jobIds: executions.map(({ jobId }) => jobId),
      change: askPsd,
      onDone(_resultId, done) {
        if (done.ok) came[done.value.outcome] += 1;
      },
    },
    signal,
  );
  if (!acted.ok) return acted;
  studio.wake();
  const { refused, problems } = acted.value;
  return success({ ...came, refused, problems });
}
