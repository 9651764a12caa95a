import { problemOf } from '#shared/failure.ts';
import { executionsListed } from '#shared/limits.ts';
import type { Problem } from '#shared/problem.ts';
import type { Execution } from '#shared/service.ts';
import type { ExecutionRow } from '../../adapters/ledger/executions.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import type { Evidence } from '../once/doubt.ts';
import { intentOf } from './ordered.ts';
import type { Parts } from './parts.ts';
import { isInDoubt, type JobFile } from './plan.ts';
import { advanced, type Report } from './report.ts';

/** What a task's list of executions says about a request, and the report of the step that asked. */
export interface TaskAnswer {
  readonly evidence: Evidence;
  readonly seen: Report;
}

/**
 * Asks the service which executions a task has, and adopts those that the ledger does not have.
 * `absent` means that the whole list contains nothing new; after any other answer nothing may be
 * sent.
 *
 * @param waiting the row that an unknown execution belongs to; null when nothing was sent.
 */
export async function askTask(
  parts: Parts,
  file: JobFile,
  taskId: string,
  waiting: ExecutionRow | null,
  signal: AbortSignal,
): Promise<TaskAnswer> {
  const answer = await parts.service.query({ taskId }, { signal });
  if (!answer.ok) {
    const { failure } = answer;
    const evidence = failure.kind === 'aborted' ? 'settled' : 'none';
    return { evidence, seen: { kind: 'service', failure } };
  }
  const { executions } = answer.value;
  if (adoptUnknown(parts, file, executions, waiting))
    return { evidence: 'settled', seen: advanced };
  if (executions.length >= executionsListed) {
    return { evidence: 'settled', seen: { kind: 'hold', problem: taskIsFull(file.job) } };
  }
  return { evidence: 'absent', seen: advanced };
}

/**
 * Adopts executions that the service lists on the job's task and the ledger does not have. Each is assigned to a row of
 * this task that waits for an execution. If there are more executions than such rows, or several although nothing was
 * sent, adopts all of them and raises an alarm (F20). Returns false if the list contains nothing new.
 */
function adoptUnknown(
  { ledger }: Parts,
  file: JobFile,
  listed: readonly Execution[],
  waiting: ExecutionRow | null,
): boolean {
  const known = new Set(file.executions.map((e) => e.executionId));
  const once = new Map(listed.map((e) => [e.executionId, e]));
  const unknown = [...once.values()].filter((e) => !known.has(e.executionId));
  if (unknown.length === 0) return false;
  const { job } = file;
  const rows = waiting === null ? [] : [waiting, ...doubtsBeside(file, waiting)];
  ledger.transaction(() => {
    for (const [at, execution] of unknown.entries()) {
      const row = rows[at];
      if (row === undefined) ledger.executions.adoptUnknown(intentOf(job), execution.executionId);
      else ledger.executions.adopt(row.id, execution.executionId);
    }
    if (unknown.length > Math.max(1, rows.length)) {
      const ids = unknown.map((e) => e.executionId).join(', ');
      ledger.history.note(job.id, 'alarm: several unknown executions', ids);
    }
  });
  return true;
}

/** Returns the other executions of the same task that are in doubt. */
function doubtsBeside({ executions }: JobFile, { id, taskId }: ExecutionRow): ExecutionRow[] {
  return executions.filter((e) => e.id !== id && e.taskId === taskId && isInDoubt(e));
}

function taskIsFull(job: Job): Problem {
  return problemOf(
    'execution-limit-of-task',
    { name: job.name, executionsListed },
    { about: job.name },
  );
}
