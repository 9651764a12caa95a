import type { Problem } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import type { Admitted } from '../../engine/intake/admit.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { StudioEvent } from '../../studio.ts';
import type { Context } from './context.ts';
import type { ExitStatus } from './exit.ts';
import { failedLine, jobLine, jobText, type JobLine } from './job-line.ts';
import { createSummary, summaryText } from './summary.ts';

/** Prints jobs as they end, and the summary of a command. */
export interface Report {
  /** What the studio tells. */
  readonly listen: (event: StudioEvent) => void;
  /** A photo was taken in: it is printed when its job ends, or at once when it has. */
  expect(admitted: Pick<Admitted, 'jobId' | 'outcome'>, photo: string): void;
  /** A photo that was bought before is given again: its earlier results. */
  already(jobId: number, photo?: string): void;
  /** A photo that could not be taken in. */
  failed(photo: string, problem: Problem): void;
  /** Resolves when all expected jobs have ended, on abort, or when only a person can go on. */
  allEnded(signal: AbortSignal, isIdle: () => boolean): Promise<void>;
  /** Prints the summary. `left`: photos that were not even taken in. */
  finish(left?: number): ExitStatus;
}

export interface ReportOptions {
  /** Print only the jobs of photos that were expected, or every job that ends. */
  readonly print: 'expected' | 'all';
  readonly clock: Clock;
  /** How a line reads for a person. */
  readonly text?: (line: JobLine) => string;
}

/** ms between two looks at whether only a person can go on. */
const IDLE_LOOK = 500;
/** ms between two progress lines. */
const PROGRESS_PAUSE = 100;

export function createReport(
  { out }: Pick<Context, 'out'>,
  ledger: Ledger,
  { print, clock, text = jobText }: ReportOptions,
): Report {
  const summary = createSummary(clock.mono);
  /** Paths that wait for a job; a few words a photo, nothing of its results. */
  const expected = new Map<number, string[]>();
  const printedJobs = new Set<number>();
  let emptied = new AbortController();
  let progressAt = 0;

  const write = (line: JobLine) => {
    summary.add(line);
    out.result(line, text(line));
  };
  const writeJob = (jobId: number, photo?: string) => {
    const line = jobLine(ledger, jobId, photo);
    write(printedJobs.has(jobId) && photo !== undefined ? { ...line, already: true } : line);
    printedJobs.add(jobId);
  };
  const ended = (jobId: number) => {
    const photos = expected.get(jobId);
    if (photos === undefined) {
      if (print === 'all') writeJob(jobId);
      return;
    }
    expected.delete(jobId);
    for (const photo of photos) writeJob(jobId, photo);
    if (expected.size === 0) emptied.abort();
  };
  const progress = () => {
    if (clock.mono() < progressAt) return;
    progressAt = clock.mono() + PROGRESS_PAUSE;
    const { waiting, running } = ledger.jobs.count();
    out.progress(`${summary.counts(0).photos} ended, ${running} under way, ${waiting} waiting`);
  };

  /** Jobs of earlier commands that have not ended. */
  const unexpected = () => {
    const { waiting, running } = ledger.jobs.count();
    return Math.max(0, waiting + running - expected.size);
  };

  return {
    listen(event) {
      if (event.kind === 'ended') ended(event.jobId);
      progress();
    },
    expect({ jobId, outcome }, photo) {
      if (outcome === 'already') return this.already(jobId, photo);
      expected.set(jobId, [...(expected.get(jobId) ?? []), photo]);
      const job = ledger.jobs.load(jobId);
      if (job.ok && (job.value.state === 'waiting' || job.value.state === 'running')) return;
      ended(jobId);
    },
    already(jobId, photo) {
      write({ ...jobLine(ledger, jobId, photo), already: true });
    },
    failed: (photo, problem) => write(failedLine(photo, problem)),
    async allEnded(signal, isIdle) {
      emptied = new AbortController();
      const over = AbortSignal.any([signal, emptied.signal]);
      while (expected.size > 0 && !signal.aborted && !isIdle()) await clock.sleep(IDLE_LOOK, over);
    },
    finish(left = 0) {
      const photos = [...expected.values()].reduce((sum, paths) => sum + paths.length, 0);
      const waiting = photos + left + (print === 'all' ? unexpected() : 0);
      const counts = summary.counts(waiting);
      out.result({ summary: counts }, summaryText(counts, waiting));
      return summary.status(waiting);
    },
  };
}
