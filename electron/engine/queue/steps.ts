import { problemOf } from '#shared/failure.ts';
import { causeText } from '#shared/problem.ts';
import type { GateName } from '#shared/views/status.ts';
import { Semaphore } from '../../base/semaphore.ts';
import { troubleOf } from '../../adapters/ledger/fault.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import { composeResult } from './compose.ts';
import type { OnceSignals } from '../once/send.ts';
import { resolveDoubt } from './doubt.ts';
import { executeOnce } from './execute.ts';
import { createTask, prepareInputs, uploadInputs } from './inputs.ts';
import { finishJob } from './finish-job.ts';
import { expireExecution, fetchResult, placeResult, pollExecution } from './outcome.ts';
import type { Parts } from './parts.ts';
import { checkPermitted } from './permit.ts';
import type { JobFile, Step } from './plan.ts';
import { pollPsd, requestPsd } from './psd.ts';
import { advanced, type Report } from './report.ts';
import { finishResult, placeShopFile } from './shop-files.ts';

/** A step with work to do. */
export type Task = Exclude<Step, { readonly do: 'rest' | 'sleep' }>;

/**
 * Priority of steps for the service; higher than that of shop files, so that the service never waits while shop files
 * are made.
 */
const first = 1;

/** Runs one step of a job in the pool of its stage, and reports the result; never throws. */
export type RunStep = (file: JobFile, step: Task, signals: OnceSignals) => Promise<Report>;

export function createSteps(parts: Parts): RunStep {
  const { ledger, limits } = parts;
  const pools = {
    prepare: new Semaphore(limits.cores),
    upload: new Semaphore(4),
    fetch: new Semaphore(4),
    place: new Semaphore(2),
    // apart from results, which wait for ExifTool and for checks of their pixels: otherwise all shop files would be
    // placed after the last result
    placeShopFile: new Semaphore(2),
  };

  /** Checks permission when the step's turn has come, however long it waited. */
  const ifPermitted = async (job: Job, work: () => Promise<Report>): Promise<Report> => {
    const allowed = await parts.delivery.mayWrite(job.outFolder);
    const permitted = allowed.ok ? checkPermitted(parts, job) : allowed;
    return permitted.ok ? work() : { kind: 'barred', problem: permitted.problem };
  };

  const run: RunStep = (file, step, signals) => {
    const { job } = file;
    const { signal } = signals;
    switch (step.do) {
      case 'prepare':
        return pools.prepare.run(
          () => ifPermitted(job, () => prepareInputs(parts, job, signal)),
          first,
        );
      case 'upload':
        return pools.upload.run(() => ifPermitted(job, () => uploadInputs(parts, job, signal)));
      case 'create':
        return ifPermitted(job, () => createTask(parts, job, signal));
      case 'execute':
        return executeOnce(parts, file, step.intent, signals);
      case 'resolve':
        return resolveDoubt(parts, file, step.execution, signal);
      case 'poll':
        return pollExecution(parts, file, step.execution, signal);
      case 'expire':
        return expireExecution(parts, file, step.execution, signal);
      case 'fetch':
        return pools.fetch.run(() => fetchResult(parts, job, step.result, signal));
      case 'compose':
        return pools.prepare.run(() => composeResult(parts, job, step.result, signal), first);
      case 'place':
        return pools.place.run(() => placeResult(parts, file, step.execution, step.result, signal));
      case 'finish-result':
        return pools.prepare.run(() => finishResult(parts, job, step.result, signal));
      case 'place-shop-file':
        return pools.placeShopFile.run(() => placeShopFile(parts, file, step, signal));
      case 'psd-want':
        ledger.results.wantPsd(step.execution.id);
        return Promise.resolve(advanced);
      case 'psd-request':
        return requestPsd(parts, step.execution, step.result, signal);
      case 'psd-poll':
        return pollPsd(parts, job, step.execution, step.result, signal);
      case 'finish':
        return finishJob(parts, file, signal);
    }
  };

  return async (file, step, signals) => {
    try {
      return await run(file, step, signals);
    } catch (error) {
      return mistake(error, file.job.name);
    }
  };
}

/** Returns the gates of a step, the same for all jobs; every step writes to the ledger. */
export function gatesOf(step: Task): readonly GateName[] {
  return ['ledger', ...othersOf(step)];
}

function othersOf(step: Task): readonly GateName[] {
  switch (step.do) {
    case 'prepare':
    case 'compose':
    case 'place':
    case 'finish-result':
    case 'place-shop-file':
      return ['disk'];
    case 'fetch':
      // results come from another host, but if the connection to one host fails, the connection to the other usually
      // fails, too
      return ['disk', 'service'];
    case 'execute':
      return ['disk', 'service', 'studio', 'execute'];
    case 'finish':
    case 'psd-want':
      return [];
    case 'upload':
    case 'create':
    case 'resolve':
    case 'poll':
    case 'expire':
    case 'psd-request':
    case 'psd-poll':
      return ['service'];
  }
}

/** Returns the gates that the result of a step has shown to be open. */
export function shownOpen(step: Task, report: Report): readonly GateName[] {
  const needed = gatesOf(step);
  switch (report.kind) {
    case 'advanced':
    case 'wait':
      return step.do === 'fetch' ? needed.filter((gate) => gate !== 'service') : needed;
    // before each of these reports, the service answered, and the shared studio if there is one
    case 'limit':
    case 'refused':
    case 'hold':
    case 'await':
      return needed.filter((gate) => gate === 'service' || gate === 'studio');
    case 'away':
    case 'barred':
    case 'no-limits':
    case 'studio':
    case 'done':
    case 'doubt':
    case 'fail':
    case 'service':
    case 'trouble':
    case 'unwritten':
      return [];
  }
}

/** Reports an unexpected error: the ledger cannot be written, or it is a bug. */
export function mistake(
  error: unknown,
  name: string,
): Extract<Report, { kind: 'unwritten' | 'trouble' }> {
  const detail = causeText(error);
  const ofLedger = troubleOf(error);
  if (ofLedger !== null) return { kind: 'unwritten', problem: ofLedger };
  return {
    kind: 'trouble',
    then: 'never',
    problem: problemOf(
      'internal.job',
      { name },
      { about: name, detail: error instanceof Error ? (error.stack ?? detail) : detail },
    ),
  };
}
