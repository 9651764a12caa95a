import { problemOf } from '#shared/failure.ts';
import type { Problem } from '#shared/problem.ts';
import type { ExecutionRow } from '../../adapters/ledger/executions.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import { conclude, gapBefore, type InquiryTime } from '../once/doubt.ts';
import { inquire } from '../once/inquire.ts';
import { askTask } from './ask-task.ts';
import { followHints, isHinted } from './hints.ts';
import type { Parts } from './parts.ts';
import { isInDoubt, type JobFile } from './plan.ts';
import { advanced, type Report } from './report.ts';

/**
 * Returns the monotonic ms at which to query the service next. A notification leads to a query
 * immediately.
 */
export function nextQuestion(execution: ExecutionRow): number {
  if (isHinted(execution)) return 0;
  const { doubtQueries, doubtSince, polledMono } = execution;
  const since = doubtSince ?? 0;
  return (doubtQueries === 0 ? since : (polledMono ?? since)) + gapBefore(execution);
}

/**
 * Queries the service about an execution in doubt. When no more can be learned, the recipe decides
 * whether to send again or to hold the job for the user.
 */
export async function resolveDoubt(
  parts: Parts,
  file: JobFile,
  execution: ExecutionRow,
  signal: AbortSignal,
): Promise<Report> {
  const { ledger } = parts;
  if (execution.state === 'sending') {
    // the disk was full when the request ended, so the beginning of the doubt was not recorded
    ledger.executions.doubt(execution.id, 'how the request ended could not be written down');
    return advanced;
  }
  const { conclusion, seen, asked } = await inquire(
    execution,
    {
      ask: () => askTask(parts, file, execution.taskId, execution, signal),
      count: (isAbsent) =>
        ledger.transaction(() => {
          ledger.executions.asked(execution.id, isAbsent);
          followHints(parts, execution);
        }),
    },
    { clock: parts.clock, window: parts.limits.doubtWindow },
  );
  if (conclusion !== 'did-not-happen') return seen;
  // a notification that arrived during the query leads to another query first
  if (ledger.hints.came(execution.id) > execution.hints) return advanced;
  return decide(parts, file, execution, asked);
}

/**
 * Decides what happens to an execution that the service does not list. Waits until all other open requests of the job
 * can be decided, too, so that the user or the recipe decides about all of them at once.
 */
function decide(
  { ledger }: Parts,
  file: JobFile,
  execution: ExecutionRow,
  asked: InquiryTime,
): Report {
  const others = file.executions.filter((e) => e !== execution && isOpen(e));
  const isUndecided = (e: ExecutionRow) =>
    e.state === 'started' || conclude(e, 'absent', asked) !== 'did-not-happen';
  if (others.some(isUndecided)) return advanced;
  if (others.length === 0 && mayBeSentAgain(file, execution)) {
    ledger.executions.giveUp(execution.id, 'not listed after the doubt window; sent again');
    return advanced;
  }
  return { kind: 'hold', problem: notKnown(file.job, 1 + others.length) };
}

/** Returns whether the outcome of an execution is still open. */
function isOpen(execution: ExecutionRow): boolean {
  return execution.state === 'started' || isInDoubt(execution);
}

/**
 * Returns whether the recipe may decide to send again: only once, and only for the current run.
 * Otherwise the user decides. The user also decides about an execution for which the service has
 * sent a notification, even if the service does not list it: the address of a notification is only
 * in the request itself, so that request must have arrived.
 */
function mayBeSentAgain({ job, executions }: JobFile, execution: ExecutionRow): boolean {
  const wasSentAgain = executions.some((e) => e.run === job.runs && e.state === 'void');
  const isOfNow = execution.run === job.runs && !wasSentAgain;
  return job.recipe.onDoubt === 'resend' && isOfNow && execution.hints === 0;
}

function notKnown(job: Job, requests: number): Problem {
  if (requests > 1) {
    return problemOf(
      'execution-unknown.several',
      { requests, name: job.name },
      { about: job.name },
    );
  }
  return problemOf('execution-unknown', { name: job.name }, { about: job.name });
}
