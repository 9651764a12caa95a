import type { DeliveredFile, JobState } from '#shared/job.ts';
import { plainText } from '#shared/plain-text.ts';
import type { Problem } from '#shared/problem.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { ResultRow } from '../../adapters/ledger/results.ts';

/** A finished job as `run`, `watch` and `resume` print it with --json. */
export interface JobLine {
  /** Absolute path or address. */
  readonly photo: string;
  readonly sha256: string | null;
  readonly state: JobState;
  readonly taskId: string | null;
  readonly executionId: string | null;
  readonly results: readonly DeliveredFile[];
  readonly psd: DeliveredFile | null;
  /** What was made of the mask that was given, in words. */
  readonly mask?: string;
  /** Layered files that were made here, where the photo's own pixels were put back. */
  readonly layers?: readonly DeliveredFile[];
  /** Why it failed or is held; what is missing of one that is done. */
  readonly error: { readonly code: string; readonly message: string } | null;
  /** It was bought before; nothing was sent for this line. */
  readonly already?: true;
}

/** The line of a job, of the last run a person asked for. `photo` is the path it was given by. */
export function jobLine(ledger: Ledger, jobId: number, photo?: string): JobLine {
  const loaded = ledger.jobs.load(jobId);
  if (!loaded.ok) return failedLine(photo ?? `job ${jobId}`, loaded.problem, 'held');
  const job = loaded.value;
  const executions = ledger.executions.ofJob(jobId).filter((e) => e.run === job.runs);
  const rows = new Set(executions.map((e) => e.id));
  const files = ledger.results.ofJob(jobId).filter((r) => rows.has(r.executionRow));
  const delivered = (kind: ResultRow['kind']) =>
    files.flatMap((r) => (r.kind === kind && r.delivered !== null ? [r.delivered] : []));
  const layers = delivered('layers');
  const mask = ledger.history.of(jobId).findLast(({ what }) => what === 'mask')?.detail ?? null;
  return {
    photo: photo ?? job.source,
    sha256: job.photoSha256,
    state: job.state,
    taskId: job.taskId,
    executionId: executions.findLast((e) => e.executionId !== null)?.executionId ?? null,
    results: delivered('image'),
    psd: delivered('psd')[0] ?? null,
    ...(mask === null ? {} : { mask }),
    ...(layers.length === 0 ? {} : { layers }),
    error: errorOf(job),
  };
}

/** The line of a photo that never became a job, or of a job that cannot be read. */
export function failedLine(
  photo: string,
  { code, message }: Problem,
  state: 'failed' | 'held' = 'failed',
): JobLine {
  return {
    photo,
    sha256: null,
    state,
    taskId: null,
    executionId: null,
    results: [],
    psd: null,
    error: { code, message },
  };
}

function errorOf({ problem }: Job): JobLine['error'] {
  return problem === null ? null : { code: problem.code, message: problem.message };
}

/** The same line for a person. */
export function jobText(line: JobLine): string {
  const files = [...line.results, ...(line.layers ?? []), ...(line.psd === null ? [] : [line.psd])];
  const made =
    files.length === 0
      ? ''
      : `\n${files.map((f) => `            ${plainText(f.file)}`).join('\n')}`;
  const why =
    line.error === null ? '' : `\n            ${line.error.code}: ${plainText(line.error.message)}`;
  const mask = line.mask === undefined ? '' : `\n            mask: ${plainText(line.mask)}`;
  const again = line.already === true ? ' (already bought, nothing was sent)' : '';
  return `${line.state.padEnd(11)} ${plainText(line.photo)}${again}${why}${mask}${made}`;
}
