import { problemOf } from '#shared/failure.ts';
import type { Problem } from '#shared/problem.ts';
import type { Rest } from '../../base/alarm.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import type { Gates } from './gates.ts';
import type { Parts } from './parts.ts';
import type { Complain } from './recovery.ts';

/** Wall-clock ms for which Darkslide looks for a lost request. */
const SEARCHED_FOR = 3 * 24 * 3_600_000;
/** Maximum number of tasks queried in one pass; the newest are queried. */
const MOST_TASKS = 100;

/**
 * Checks the tasks of requests that were given up, or were in doubt when their job ended, because
 * no client can rule out that the service processes such a request later. An execution that turns
 * up raises an alarm on the job, and the user decides; nothing else is done (F20).
 */
async function lookForLate(parts: Parts, signal: AbortSignal): Promise<void> {
  const { ledger, service, clock } = parts;
  for (const { jobId, taskId } of ledger.executions.lost(clock.wall() - SEARCHED_FOR, MOST_TASKS)) {
    const listed = await service.query({ taskId }, { signal });
    if (listed.ok) {
      const ids = listed.value.executions.map((e) => e.executionId);
      noteLate(parts, jobId, ids);
      continue;
    }
    // a refusal means that this task is missing; any other failure would affect the other queries,
    // too
    if (listed.failure.kind !== 'refused') break;
  }
}

/** Returns whether a lost request of this job may still turn up; `now`: wall-clock ms. */
export function mayTurnUp({ executions }: Pick<Ledger, 'executions'>, jobId: number, now: number) {
  return executions.hasLost(jobId, now - SEARCHED_FOR);
}

/** Returns the done jobs that still have their task although none of their lost requests may turn up any more. */
export function jobsPastSearch({ executions }: Pick<Ledger, 'executions'>, now: number): number[] {
  return executions.jobsWithOldLost(now - SEARCHED_FOR);
}

export interface LookParts {
  /** Resolves after `ms`, or when a notification arrives for a job that has ended. */
  readonly rest: Rest;
  readonly complain: Complain;
}

/** Checks immediately, and again after each doubt window, until aborted. */
export async function keepLooking(
  parts: Parts,
  gates: Gates,
  { rest, complain }: LookParts,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const isShut = gates.closed().some(({ gate }) => gate === 'service' || gate === 'ledger');
      if (!isShut) await lookForLate(parts, signal);
    } catch (error) {
      complain(error, 'the last check of requests that were given up');
    }
    await rest(parts.limits.doubtWindow, signal);
  }
}

function noteLate({ ledger }: Parts, jobId: number, listed: readonly string[]): void {
  ledger.transaction(() => {
    const loaded = ledger.jobs.load(jobId);
    // an active job queries the service itself
    if (!loaded.ok || loaded.value.state === 'waiting' || loaded.value.state === 'running') return;
    const known = new Set([
      ...ledger.executions.ofJob(jobId).map((e) => e.executionId),
      ...ledger.history.of(jobId).map((entry) => entry.detail),
    ]);
    const late = listed.filter((id) => !known.has(id));
    if (late.length === 0) return;
    for (const id of late) {
      ledger.history.note(jobId, 'alarm: a request that was given up was processed after all', id);
    }
    ledger.jobs.warn(jobId, lateProblem(loaded.value));
  });
}

function lateProblem({ name, state, problem }: Job): Problem {
  const of = { about: name };
  const late =
    state === 'done'
      ? problemOf('execution-twice', { name }, of)
      : problemOf('execution-late', { name }, of);
  if (problem === null) return { ...late, code: 'execution-twice' };
  if (problem.code === 'execution-unknown') return { ...problem, ...late, code: 'execution-late' };
  const both = problemOf('execution-twice.besides', { problem, late });
  return {
    ...problem,
    key: 'execution-twice.besides',
    values: { problem, late },
    message: both.message,
  };
}
