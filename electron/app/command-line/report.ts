import type { Problem } from '#shared/problem.ts';
import type { CommandEvent, JobLine, ReportedJob, RunCounts } from '#shared/views/command-line.ts';
import { pausedProblem } from '../../adapters/ledger/pauses.ts';
import type { Clock } from '../../base/clock.ts';
import type { Admission } from '../../engine/intake/admit.ts';
import type { Studio } from '../../studio.ts';
import type { StudioEvent } from '../../studio-events.ts';
import { failedLine, jobLine } from './job-line.ts';
import { createSummary } from './summary.ts';
import type { Talk } from './talk.ts';

/** Reports each job when it ends, problems that stop all jobs, and progress. */
export interface Report {
  /** Adds an admitted photo: its job is reported when it ends, or immediately if it has already ended. */
  expect(admitted: Pick<Admission, 'jobId' | 'outcome'>, photo: string): void;
  /** Reports the earlier results of a photo that was already bought. */
  already(jobId: number, photo?: string): void;
  /** Reports a photo that could not be admitted. */
  failed(photo: string, problem: Problem): void;
  /** Resolves when all added jobs have ended, when `signal` aborts, or when processing needs the user. */
  allEnded(signal: AbortSignal): Promise<void>;
  /**
   * Waits until all lines are written, reports the limit that keeps an added photo waiting, and returns the totals.
   * `left`: number of photos that were not admitted.
   */
  finish(left?: number): Promise<RunCounts>;
  /** Stops listening to the studio. */
  close(): void;
}

export interface ReportOptions {
  /**
   * Which jobs are reported when they end: those of the added photos, all jobs, or those of the added photos and of
   * one hot folder.
   */
  readonly of: 'expected' | 'all' | { readonly hotFolder: () => number | undefined };
  readonly clock: Clock;
}

/** The studio that a command uses. */
export interface Work<Parts extends keyof Studio = keyof Studio> {
  readonly studio: Pick<Studio, Parts>;
  /**
   * Whether the studio was opened only for this command, so that the command must start it; otherwise the studio is
   * already running.
   */
  readonly isOwn: boolean;
}

type FollowedWork = Work<'ledger' | 'closedGates' | 'isIdle' | 'listen'>;

/** Interval in ms between two checks of whether processing needs the user. */
const IDLE_LOOK = 500;
/** Minimum time in ms between two progress lines. */
const PROGRESS_PAUSE = 100;

/** Reports on jobs until the report is closed. */
export function createReport(
  { studio, isOwn }: FollowedWork,
  talk: Talk,
  { of, clock }: ReportOptions,
): Report {
  const { ledger } = studio;
  // If this process has opened the studio, the studio reports the pause itself.
  const isPaused = !isOwn && ledger.pauses.since() !== null;
  if (isPaused) talk.tell({ kind: 'waiting', problem: pausedProblem() });
  const summary = createSummary(clock.mono);
  const lines = inOrder(talk, summary.add);
  const gates = gateNotices(studio, talk.tell);
  /**
   * Paths of photos whose jobs have not ended, by job id; results are not stored, because there may be many photos.
   */
  const expected = new Map<number, string[]>();
  const told = new Set<number>();
  let emptied = new AbortController();
  let progressAt = 0;

  const tellJob = (jobId: number, photo?: string) => {
    const isAgain = told.has(jobId) && photo !== undefined;
    told.add(jobId);
    lines.add(() => {
      const job = jobLine(ledger, jobId, photo);
      return isAgain ? asAlready(job) : job;
    });
  };
  const isTold = (jobId: number): boolean => {
    if (of === 'all' || of === 'expected') return of === 'all';
    const job = ledger.jobs.load(jobId);
    return job.ok && job.value.hotFolderId === of.hotFolder();
  };
  const ended = (jobId: number) => {
    const photos = expected.get(jobId);
    if (photos === undefined) {
      if (isTold(jobId)) tellJob(jobId);
      return;
    }
    expected.delete(jobId);
    for (const photo of photos) tellJob(jobId, photo);
    if (expected.size === 0) emptied.abort();
  };
  const progress = () => {
    if (clock.mono() < progressAt || talk.backlog() !== null) return;
    progressAt = clock.mono() + PROGRESS_PAUSE;
    const { waiting, running } = ledger.jobs.count();
    talk.tell({ kind: 'progress', ended: summary.counts(0).photos, running, waiting });
  };
  const unlisten = studio.listen((event: StudioEvent) => {
    if (event.kind === 'ended') ended(event.jobId);
    if (event.kind === 'gates') gates();
    progress();
  });

  /** Returns the number of unfinished jobs that earlier commands started. */
  const unexpected = () => {
    if (of === 'expected') return 0;
    const counts =
      of === 'all' ? ledger.jobs.count() : ledger.figures.counts().get(of.hotFolder() ?? 0);
    return Math.max(0, (counts?.waiting ?? 0) + (counts?.running ?? 0) - expected.size);
  };

  return {
    expect({ jobId, outcome }, photo) {
      if (outcome === 'already') return this.already(jobId, photo);
      expected.set(jobId, [...(expected.get(jobId) ?? []), photo]);
      const job = ledger.jobs.load(jobId);
      if (job.ok && (job.value.state === 'waiting' || job.value.state === 'running')) return;
      ended(jobId);
    },
    already(jobId, photo) {
      lines.add(() => asAlready(jobLine(ledger, jobId, photo)));
    },
    failed: (photo, problem) => lines.add(() => failedLine(photo, problem)),
    async allEnded(signal) {
      emptied = new AbortController();
      const over = AbortSignal.any([signal, emptied.signal]);
      while (expected.size > 0 && !signal.aborted && !studio.isIdle()) {
        await clock.sleep(IDLE_LOOK, over);
      }
    },
    async finish(left = 0) {
      await lines.told();
      const [limited] = limitProblems(ledger, [...expected.keys()]);
      if (limited !== undefined) talk.tell({ kind: 'waiting', problem: limited });
      const photos = [...expected.values()].reduce((sum, paths) => sum + paths.length, 0);
      return summary.counts(photos + left + unexpected());
    },
    close: unlisten,
  };
}

/** Returns the problems of those of these jobs that wait for a spending limit. */
function limitProblems({ jobs }: Studio['ledger'], ids: readonly number[]): readonly Problem[] {
  return ids.flatMap((id) => {
    const job = jobs.load(id);
    const problem = job.ok ? job.value.problem : null;
    return problem?.code === 'spending-limit' ? [problem] : [];
  });
}

function asAlready({ line, why }: ReportedJob): ReportedJob {
  return { line: { ...line, already: true }, why };
}

/**
 * Writes lines in order, and only when the output accepts more. A line that has to wait is stored as a function, and
 * created only when it is written.
 */
function inOrder(talk: Talk, onTold: (line: JobLine) => void) {
  const pending: (() => ReportedJob)[] = [];
  let isTelling = false;
  let told = Promise.resolve();
  const tellAll = async (): Promise<void> => {
    isTelling = true;
    for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
      const job = next();
      onTold(job.line);
      talk.tell({ kind: 'job', ...job });
      const full = talk.backlog();
      if (full !== null) await full;
    }
    isTelling = false;
  };
  return {
    add(make: () => ReportedJob) {
      pending.push(make);
      if (isTelling) return;
      told = tellAll();
      // The error is passed on to the caller that waits for the lines.
      told.catch(() => undefined);
    },
    told: () => told,
  };
}

/** Returns a function that reports each closed gate once, and again only if the gate has opened and closed since. */
function gateNotices(
  { closedGates }: Pick<Studio, 'closedGates'>,
  tell: (event: CommandEvent) => void,
): () => void {
  let told = new Set<string>();
  const look = () => {
    const now = new Map(closedGates().map((gate) => [`${gate.gate} ${gate.problem.code}`, gate]));
    for (const [key, { problem }] of now) if (!told.has(key)) tell({ kind: 'waiting', problem });
    if (told.size > 0 && now.size === 0) tell({ kind: 'no-longer-waiting' });
    told = new Set(now.keys());
  };
  look();
  return look;
}
