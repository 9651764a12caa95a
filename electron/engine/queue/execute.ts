import { basename } from 'node:path';
import { findAgent, wireParams } from '#shared/agents/index.ts';
import { problemOf } from '#shared/failure.ts';
import { success, type Problem } from '#shared/problem.ts';
import type { ExecutionRow } from '../../adapters/ledger/executions.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import { sendOnce, type OnceRequest, type OnceSignals, type SendResult } from '../once/send.ts';
import { askTask } from './ask-task.ts';
import { claimRun } from './claim.ts';
import { intentOf } from './ordered.ts';
import type { CallbackAddress, Parts } from './parts.ts';
import { checkNames } from './delivery-context.ts';
import { checkPermitted } from './permit.ts';
import { isAddress, type JobFile } from './plan.ts';
import { advanced, type Report } from './report.ts';
import { checkSpending } from './spending.ts';

/**
 * Executes a job's task, the one step that costs money. The job's own task serves as the
 * idempotency key, because everything ever executed for the job is listed there.
 *
 * ask the task → (unknown execution? adopt it) → (claim in the shared studio) → INTENT → `sendOnce`
 *
 * Each arrow is a commit. A crash at any point leaves a row from which the same function, or
 * `resolveDoubt`, continues without buying twice.
 */
export async function executeOnce(
  parts: Parts,
  file: JobFile,
  intent: ExecutionRow | null,
  signals: OnceSignals,
): Promise<Report> {
  const { signal } = signals;
  const { evidence, seen } = await askTask(parts, file, taskOf(file.job), intent, signal);
  if (evidence !== 'absent') return seen;

  if (file.job.recipe.delivery.metadata !== 'none') {
    const marks = await parts.delivery.canMark();
    if (!marks.ok) return { kind: 'hold', problem: marks.problem };
  }
  if (!(await hasItsMask(parts, file.job))) {
    parts.ledger.jobs.unprepared(file.job.id);
    return advanced;
  }
  const body = await paramsOf(parts, file.job);
  if (signal.aborted) return advanced;
  const allowed = await parts.delivery.mayWrite(file.job.outFolder);
  const barred = allowed.ok ? await checkNames(parts, file.job) : holdFor(allowed.problem);
  if (barred !== null) {
    const isHeld = barred.kind === 'hold' && intent !== null;
    return isHeld ? giveUpIntent(parts, intent.id, barred.problem) : barred;
  }
  if (!(await parts.disk.hasFolder(file.job.outFolder))) {
    parts.station?.release(file.job.id, file.job.runs);
    return { kind: 'away', problem: outputAway(file.job) };
  }
  const callback = parts.callbacks?.newAddress() ?? null;
  const refused = checkSpending(parts, file.job, intent);
  // a claim that this limit does not allow would be given back, and that would wake the jobs of all stations
  if (refused?.kind === 'limit' || refused?.kind === 'no-limits') {
    // an earlier claim would keep its part of the limits that all stations share
    parts.station?.release(file.job.id, file.job.runs);
    return refused;
  }
  const unclaimed = await claimRun(parts, file.job, intent);
  if (unclaimed !== null) return unclaimed;
  const reserved = reserve(parts, file, intent, callback?.key ?? null);
  if (typeof reserved !== 'number') {
    if (reserved.kind !== 'advanced') parts.station?.release(file.job.id, file.job.runs);
    return reserved;
  }

  const request = requestOf(parts, file.job, reserved, { params: body, callback });
  return reportOf(parts, reserved, await sendOnce(request, signals.sent));
}

/** Nothing is bought while its results could not be delivered. */
function outputAway({ outFolder }: Job): Problem {
  const values = { folder: basename(outFolder) };
  return problemOf('folder-unreachable.waiting', values, { about: outFolder });
}

/** Returns the request to execute, recorded in the row `id`. */
function requestOf(
  parts: Parts,
  job: Job,
  id: number,
  { params, callback }: { params: Record<string, unknown>; callback: CallbackAddress | null },
): OnceRequest<{ readonly executionId: string }> {
  const { executions, hints } = parts.ledger;
  return {
    post: (options) =>
      parts.service.execute(
        { taskId: taskOf(job), params },
        { ...options, ...(callback && { callbackUrl: callback.url }) },
      ),
    sending() {
      // checked again, because the user, a new day or a deletion may have changed what is allowed while the
      // connection was being made
      const permitted = checkPermitted(parts, job);
      if (!permitted.ok) return permitted;
      const mayPay = parts.station?.mayPay(job.id, job.runs) ?? success();
      if (mayPay.ok) executions.sending(id);
      return mayPay;
    },
    wasTold: () => hints.came(id) > 0,
    answered: ({ executionId }) => executions.started(id, executionId),
    refused: ({ serviceMessage, message }) => executions.rejected(id, serviceMessage ?? message),
    unsent: (why) => executions.unsent(id, why),
    doubt: (why) => executions.doubt(id, why),
  };
}

function reportOf(parts: Parts, id: number, sent: SendResult): Report {
  switch (sent.kind) {
    case 'answered':
      return advanced;
    case 'barred':
      if (sent.problem.code !== 'station-lease-lost') return giveUpIntent(parts, id, sent.problem);
      parts.ledger.executions.unsent(id, sent.problem);
      return { kind: 'studio', problem: sent.problem };
    case 'unsent':
      return { kind: 'service', failure: sent.failure };
    case 'refused':
    case 'doubt':
      return { kind: sent.kind, failure: sent.failure };
  }
}

function holdFor(problem: Problem): Report {
  return { kind: 'hold', problem };
}

/** Gives up an intent that is not permitted, and returns its reservation. */
function giveUpIntent({ ledger }: Pick<Parts, 'ledger'>, intent: number, problem: Problem): Report {
  ledger.executions.giveUp(intent, 'it must not be made');
  return { kind: 'hold', problem };
}

/**
 * Records INTENT with its reservation; returns the reason if the request is not permitted or a
 * spending limit is reached. The reservation of an earlier intent moves to today, at today's price.
 */
function reserve(
  parts: Parts,
  { job }: JobFile,
  left: ExecutionRow | null,
  callback: string | null,
): number | Report {
  const { ledger } = parts;
  return ledger.transaction(() => {
    // a notification has shown in the meantime that the earlier request did arrive
    if (left !== null && !ledger.hints.listen(left.id, callback)) return advanced;
    const permitted = checkPermitted(parts, job);
    if (!permitted.ok) {
      const { problem } = permitted;
      return left === null ? { kind: 'hold', problem } : giveUpIntent(parts, left.id, problem);
    }
    const refused = checkSpending(parts, job, left);
    if (refused !== null) {
      return refused.kind === 'hold' && left !== null
        ? giveUpIntent(parts, left.id, refused.problem)
        : refused;
    }
    if (left !== null) {
      ledger.executions.renew(left.id);
      return left.id;
    }
    const id = ledger.executions.intend(intentOf(job));
    ledger.hints.listen(id, callback);
    return id;
  });
}

/** Returns whether the mask that was made for this photo still exists, if the job needs one. */
async function hasItsMask({ disk }: Parts, { inputs }: Job): Promise<boolean> {
  const file = inputs?.mask ?? null;
  if (file === null) return true;
  return disk.look(file).then(
    () => true,
    () => false,
  );
}

/** Returns the `params` of execute: the recipe's, and the mask that was made for this photo. */
async function paramsOf({ disk }: Parts, job: Job): Promise<Record<string, unknown>> {
  const agent = agentOf(job);
  const { mask, params } = job.recipe;
  if (mask === null) return wireParams(agent, params);
  if (isAddress(mask)) return wireParams(agent, { ...params, customMaskUrl: mask });
  const file = job.inputs?.mask ?? null;
  if (file === null) throw new Error(`Job ${job.id} has a mask that was not prepared.`);
  const customMask = await disk.base64(file);
  return wireParams(agent, { ...params, customMask });
}

function agentOf(job: Job) {
  const found = findAgent(job.recipe.agent, job.recipe.version);
  if (!found.ok) throw new Error(found.problem.message);
  return found.value;
}

function taskOf(job: Job): string {
  if (job.taskId === null) throw new Error(`Job ${job.id} has no task to execute.`);
  return job.taskId;
}
