import { findAgent, wireParams } from '#shared/agents/index.ts';
import { executionsListed } from '#shared/limits.ts';
import type { Problem } from '#shared/problem.ts';
import type { Execution } from '#shared/service.ts';
import type { ExecutionRow } from '../../adapters/ledger/executions.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import { localDay } from '../../adapters/ledger/spending.ts';
import { failureProblem } from '../../adapters/service/failure-problem.ts';
import type { ServiceFailure } from '../../adapters/service/types.ts';
import { didNotHappen } from './doubt.ts';
import { followHints } from './hints.ts';
import { orderedImages } from './ordered.ts';
import type { Parts } from './parts.ts';
import { whyNotPermitted } from './permit.ts';
import { isAddress, isInDoubt, type JobFile } from './plan.ts';
import { advanced, type Report } from './report.ts';

export interface ExecuteSignals {
  /** The program stops: nothing new is begun. */
  readonly signal: AbortSignal;
  /** Its patience with a request that is on its way has ended; that leaves a doubt. */
  readonly sent: AbortSignal;
}

/**
 * The one step that costs money. The service takes no idempotency key, so a request to execute that
 * may have arrived is never sent again blindly: the job's own task stands in for the key, because
 * everything ever executed for the job is listed there.
 *
 *   ask the task → (unknown execution? adopt it) → INTENT → fresh connection → SENDING → one POST
 *     → STARTED | back to INTENT (provably not sent) | REJECTED (the service's own no) | DOUBT
 *
 * Each arrow is a commit. A crash at any point leaves a row from which the same function, or
 * `resolveDoubt`, goes on without buying twice.
 */
export async function executeOnce(
  parts: Parts,
  file: JobFile,
  intent: ExecutionRow | null,
  signals: ExecuteSignals,
): Promise<Report> {
  const { ledger, service } = parts;
  const taskId = taskOf(file.job);
  const { signal } = signals;

  const listed = await service.query({ taskId }, { signal });
  if (!listed.ok) return { kind: 'service', failure: listed.failure };
  const found = adoptUnknown(parts, file, listed.value.executions, intent);
  if (found !== null) return found;
  if (listed.value.executions.length >= executionsListed) {
    return { kind: 'hold', problem: taskIsFull(file.job) };
  }

  if (file.job.recipe.delivery.metadata !== 'none') {
    const marks = await parts.delivery.canMark();
    if (!marks.ok) return { kind: 'hold', problem: marks.problem };
  }
  const body = await paramsOf(parts, file.job);
  if (signal.aborted) return advanced;
  const allowed = await parts.delivery.mayWrite(file.job.outFolder);
  if (!allowed.ok) {
    const { problem } = allowed;
    return intent === null ? { kind: 'hold', problem } : bar(parts, intent.id, problem);
  }
  const callback = parts.callbacks?.newAddress() ?? null;
  const reserved = reserve(parts, file, intent, callback?.key ?? null);
  if (typeof reserved !== 'number') return reserved;

  const beforeFirstByte = () => {
    const barred = whyNotPermitted(parts, file.job);
    if (barred !== null) throw new NotToBeMade(barred);
    ledger.executions.sending(reserved);
  };
  try {
    const answer = await service.execute(
      { taskId, params: body },
      {
        signal: signals.sent,
        beforeFirstByte,
        ...(callback && { callbackUrl: callback.url }),
      },
    );
    if (!answer.ok) return writeFailure(parts, reserved, answer.failure);
    ledger.executions.started(reserved, answer.value.executionId);
    return advanced;
  } catch (error) {
    if (error instanceof NotToBeMade) return bar(parts, reserved, error.problem);
    throw error;
  }
}

/** A person, another day or a deletion has forbidden it while the connection was made: nothing is sent. */
class NotToBeMade extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** What was reserved for something that must not be made is given back. */
function bar({ ledger }: Pick<Parts, 'ledger'>, intent: number, problem: Problem): Report {
  ledger.executions.giveUp(intent, 'it must not be made');
  return { kind: 'hold', problem };
}

/**
 * Asks the service about an execution in doubt. Only a valid answer is evidence: an execution the
 * ledger does not know ends the doubt; an empty list ends it after the window, and then the recipe
 * decides whether to send again or to hold the job for a person.
 */
export async function resolveDoubt(
  parts: Parts,
  file: JobFile,
  execution: ExecutionRow,
  signal: AbortSignal,
): Promise<Report> {
  const { ledger, service, clock, limits } = parts;
  if (execution.state === 'sending') {
    // the disk was full when the request ended, so nobody wrote down that the doubt began
    ledger.executions.doubt(execution.id, 'how the request ended could not be written down');
    return advanced;
  }
  const listed = await service.query({ taskId: execution.taskId }, { signal });
  if (!listed.ok) {
    if (listed.failure.kind === 'aborted') return { kind: 'service', failure: listed.failure };
    ledger.transaction(() => {
      ledger.executions.noEvidence(execution.id);
      followHints(parts, execution);
    });
    return { kind: 'service', failure: listed.failure };
  }
  const found = adoptUnknown(parts, file, listed.value.executions, execution);
  if (found !== null) return found;
  if (listed.value.executions.length >= executionsListed) {
    return { kind: 'hold', problem: taskIsFull(file.job) };
  }

  const now = clock.mono();
  const over = didNotHappen(execution, now, limits.doubtWindow);
  ledger.transaction(() => {
    ledger.executions.emptyAnswer(execution.id);
    followHints(parts, execution);
  });
  // what was told while the service answered is asked about first
  if (!over || ledger.hints.came(execution.id) > execution.hints) return advanced;
  const others = file.executions.filter((e) => e !== execution && isOpen(e));
  if (others.some((e) => e.state === 'started' || !didNotHappen(e, now, limits.doubtWindow))) {
    return advanced;
  }
  if (others.length === 0 && mayBeSentAgain(file, execution)) {
    ledger.executions.giveUp(execution.id, 'not listed after the doubt window; sent again');
    return advanced;
  }
  return { kind: 'hold', problem: notKnown(file.job, 1 + others.length) };
}

/** Whether it is still to be seen what becomes of it. */
function isOpen(execution: ExecutionRow): boolean {
  return execution.state === 'started' || isInDoubt(execution);
}

/**
 * Once is what a recipe may decide, and of the run that is asked for now: that each request is lost, or
 * one of several, is for a person to look at. So is one that the service has told of, whatever it lists:
 * only a request that arrived holds the address that it tells at.
 */
function mayBeSentAgain({ job, executions }: JobFile, execution: ExecutionRow): boolean {
  const wasSentAgain = executions.some((e) => e.run === job.runs && e.state === 'void');
  const isOfNow = execution.run === job.runs && !wasSentAgain;
  return job.recipe.onDoubt === 'resend' && isOfNow && execution.hints === 0;
}

/**
 * Takes up what the service lists on the job's task and the ledger does not know. Each belongs to a row
 * that waits for one on this task; more than that, or several when nothing was sent, is an alarm, and
 * all of them are kept (F20). Null when there is nothing new.
 */
function adoptUnknown(
  { ledger }: Parts,
  file: JobFile,
  listed: readonly Execution[],
  waiting: ExecutionRow | null,
): Report | null {
  const known = new Set(file.executions.map((e) => e.executionId));
  const once = new Map(listed.map((e) => [e.executionId, e]));
  const unknown = [...once.values()].filter((e) => !known.has(e.executionId));
  if (unknown.length === 0) return null;
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
  return advanced;
}

/** Others of the same task of which nobody knows. */
function doubtsBeside({ executions }: JobFile, { id, taskId }: ExecutionRow): ExecutionRow[] {
  return executions.filter((e) => e.id !== id && e.taskId === taskId && isInDoubt(e));
}

/**
 * INTENT with its reservation, unless it must not be made or a spending limit stands against it: then
 * the reason. One that was left here on an earlier day is no reservation for today.
 */
function reserve(
  parts: Parts,
  { job }: JobFile,
  left: ExecutionRow | null,
  callback: string | null,
): number | Report {
  const { ledger, limits, clock } = parts;
  return ledger.transaction(() => {
    // a notification has shown meanwhile that what was left here did arrive
    if (left !== null && !ledger.hints.listen(left.id, callback)) return advanced;
    const barred = whyNotPermitted(parts, job);
    if (barred !== null) {
      return left === null ? { kind: 'hold', problem: barred } : bar(parts, left.id, barred);
    }
    if (left?.day === localDay(clock.wall())) return left.id;
    const intent = intentOf(job);
    const folder = job.hotFolderId === null ? undefined : ledger.hotFolders.get(job.hotFolderId);
    const checks = [
      {
        of: 'studio',
        limit: limits.imagesPerDay,
        spent: () => ledger.spending.today(),
        whose: 'the studio',
      },
      {
        of: 'folder',
        limit: folder?.imagesPerDay ?? null,
        spent: () => ledger.spending.todayOf(folder?.id ?? 0),
        whose: `the hot folder ${folder?.path ?? ''}`,
      },
    ] as const;
    for (const { of, limit, spent, whose } of checks) {
      if (limit === null || spent() + intent.images <= limit) continue;
      const problem: Problem = {
        code: 'spending-limit',
        message: `The limit of ${limit} images a day for ${whose} is reached. ${job.name} waits for tomorrow, or until the limit is raised.`,
        about: String(limit),
      };
      return { kind: 'limit', problem, of };
    }
    if (left !== null) {
      ledger.executions.renew(left.id);
      return left.id;
    }
    const id = ledger.executions.intend(intent);
    ledger.hints.listen(id, callback);
    return id;
  });
}

/**
 * Writes down how the one request failed: not sent, refused, or in doubt. Whoever says that it was not
 * taken does not outweigh a notification of it.
 */
function writeFailure({ ledger }: Parts, id: number, failure: ServiceFailure): Report {
  if (failure.mayHaveBeenProcessed || ledger.hints.came(id) > 0) {
    ledger.executions.doubt(id, failureProblem(failure));
    return { kind: 'doubt', failure };
  }
  if (failure.kind === 'refused' && failure.fromService) {
    ledger.executions.rejected(id, failure.serviceMessage ?? failure.message);
    return { kind: 'refused', failure };
  }
  ledger.executions.unsent(id, failureProblem(failure));
  return { kind: 'service', failure };
}

function intentOf(job: Job) {
  return {
    jobId: job.id,
    run: job.runs,
    taskId: taskOf(job),
    agent: job.recipe.agent,
    images: orderedImages(job),
  };
}

/** The `params` of execute: the recipe's, and the mask that was made for this photo. */
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

function taskIsFull(job: Job): Problem {
  return {
    code: 'execution-limit-of-task',
    message: `The task of ${job.name} already lists ${executionsListed} executions, so an earlier one could be hidden. Nothing was sent; cancel the job, or run the photo under another recipe.`,
    about: job.name,
  };
}

function notKnown(job: Job, requests: number): Problem {
  if (requests > 1) {
    return {
      code: 'execution-unknown',
      message: `We don't know whether ${requests} requests for ${job.name} were charged: the service's answers were lost and it lists none of these executions. Nothing more was sent. Ask the service again, or send it again once, which buys it once more for each that did arrive.`,
      about: job.name,
    };
  }
  return {
    code: 'execution-unknown',
    message: `We don't know whether ${job.name} was charged: the service's answer was lost and it lists no execution. Nothing more was sent. Ask the service again, or send it again, which buys it a second time if the first one did arrive.`,
    about: job.name,
  };
}
