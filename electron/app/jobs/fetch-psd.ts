import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeliveredFile } from '#shared/job.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { systemClock } from '../../base/clock.ts';
import type { OutputFolder } from '../../base/permitted.ts';
import { failureProblem } from '../../adapters/service/failure-problem.ts';
import type { Service } from '../../adapters/service/types.ts';
import type { Tools } from '../../studio-tools.ts';

/** Interval in ms between two queries; it grows from the first to the last value. */
const FIRST_QUESTION = 250;
const LAST_QUESTION = 5000;

/** A request for the layered PSD of an execution. The execution need not belong to a job. */
export interface PsdRequest {
  readonly executionId: string;
  readonly outFolder: OutputFolder;
  /** Absolute path of the folder for the unfinished file. */
  readonly workFolder: string;
}

/** The parts needed to download a PSD. */
export interface PsdTools {
  readonly service: Service;
  readonly delivery: Pick<Tools['delivery'], 'fetch' | 'place'>;
}

/**
 * Requests the layered PSD of an execution from the service, and writes it to a folder, complete and named after the
 * execution. `onWait` receives the number of seconds that the service has needed so far. Problems: psd-failed, aborted,
 * the service's, those of downloading and writing the file.
 */
export async function fetchPsd(
  { service, delivery }: PsdTools,
  request: PsdRequest,
  onWait: (seconds: number) => void,
  signal: AbortSignal,
): Promise<Outcome<DeliveredFile>> {
  const url = await addressOf(service, request.executionId, onWait, signal);
  return url.ok ? deliver(delivery, request, url.value, signal) : url;
}

/** Requests the PSD, waits until the service has created it, and returns its address (interface: "PSD download"). */
async function addressOf(
  service: Service,
  executionId: string,
  onWait: (seconds: number) => void,
  signal: AbortSignal,
): Promise<Outcome<string>> {
  const asked = await service.createPsd(executionId, { signal });
  if (!asked.ok) return failure(failureProblem(asked.failure));
  const began = systemClock.mono();
  for (let pause = FIRST_QUESTION; ; pause = Math.min(pause * 1.25, LAST_QUESTION)) {
    const answer = await service.queryPsd(executionId, { signal });
    if (!answer.ok) return failure(failureProblem(answer.failure));
    const { status, fileUrl } = answer.value;
    if (status === 'Success' && fileUrl !== null) return success(fileUrl);
    if (status === 'Failed') {
      return failure('psd-failed.service', { executionId });
    }
    onWait(Math.round((systemClock.mono() - began) / 1000));
    await systemClock.sleep(pause, signal);
    if (signal.aborted) return failure('aborted.psd');
  }
}

/** Downloads the PSD, decodes it completely as a check, and moves it to its folder. */
async function deliver(
  delivery: PsdTools['delivery'],
  { executionId, outFolder, workFolder }: PsdRequest,
  url: string,
  signal: AbortSignal,
): Promise<Outcome<DeliveredFile>> {
  await mkdir(workFolder, { recursive: true });
  const folder = await mkdtemp(join(workFolder, 'psd-'));
  try {
    const fetched = await delivery.fetch({ url, folder, name: 'psd', expect: 'psd' }, signal);
    if (!fetched.ok) return fetched;
    return await delivery.place(
      {
        fetched: fetched.value,
        index: 1,
        kind: 'psd',
        already: null,
        hotFolders: [],
        onTarget: () => {},
        context: {
          outFolder,
          subFolder: '',
          template: '{name}',
          photoName: executionId,
          resultName: null,
          photoSha256: null,
          photoPath: null,
          agent: '',
          version: '',
          recipe: '',
          model: '',
          scene: '',
          executionId,
          taskId: '',
          seq: 1,
          at: systemClock.wall(),
          metadata: 'none',
        },
      },
      signal,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
