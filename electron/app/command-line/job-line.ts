import type { JobLine, ReportedJob } from '#shared/views/command-line.ts';
import type { Problem } from '#shared/problem.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { ResultRow } from '../../adapters/ledger/results.ts';
import { deliveredShopFiles } from '../../adapters/ledger/shop-files.ts';

/** Returns the output line for a job's latest run, with the job's problem. `photo`: the path as the user gave it. */
export function jobLine(ledger: Ledger, jobId: number, photo?: string): ReportedJob {
  const loaded = ledger.jobs.load(jobId);
  if (!loaded.ok) return failedLine(photo ?? `job ${jobId}`, loaded.problem, 'held');
  const job = loaded.value;
  const executions = ledger.executions.ofJob(jobId).filter((e) => e.run === job.runs);
  const rows = new Set(executions.map((e) => e.id));
  const files = ledger.results.ofJob(jobId).filter((r) => rows.has(r.executionRow));
  const delivered = (kind: ResultRow['kind']) =>
    files.flatMap((r) => (r.kind === kind && r.delivered !== null ? [r.delivered] : []));
  const layers = delivered('layers');
  const shopFiles = files.flatMap(({ finish }) => deliveredShopFiles(finish));
  const mask = ledger.history.of(jobId).findLast(({ what }) => what === 'mask')?.detail ?? null;
  const station = ledger.sharedWork.stationOf(jobId);
  const line = {
    photo: photo ?? job.source,
    sha256: job.photoSha256,
    state: job.state,
    taskId: job.taskId,
    executionId: executions.findLast((e) => e.executionId !== null)?.executionId ?? null,
    results: delivered('image'),
    psd: delivered('psd')[0] ?? null,
    ...(mask === null ? {} : { mask }),
    ...(layers.length === 0 ? {} : { layers }),
    ...(shopFiles.length === 0 ? {} : { shopFiles }),
    error: errorOf(job),
    ...(station === null ? {} : { station }),
  };
  return { line, why: job.problem };
}

/** Returns the output line for a photo that did not become a job, or for a job that cannot be read. */
export function failedLine(
  photo: string,
  problem: Problem,
  state: 'failed' | 'held' = 'failed',
): ReportedJob {
  const { code, message } = problem;
  const line: JobLine = {
    photo,
    sha256: null,
    state,
    taskId: null,
    executionId: null,
    results: [],
    psd: null,
    error: { code, message },
  };
  return { line, why: problem };
}

function errorOf({ problem }: Job): JobLine['error'] {
  return problem === null ? null : { code: problem.code, message: problem.message };
}
