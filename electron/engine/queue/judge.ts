import { problemOf } from '#shared/failure.ts';
import type { Problem } from '#shared/problem.ts';
import type { GateName } from '#shared/views/status.ts';
import { failureProblem, saidOf } from '../../adapters/service/failure-problem.ts';
import type { ServiceFailure } from '../../adapters/service/types.ts';
import type { Step } from './plan.ts';
import type { LimitOf, Report } from './report.ts';

/** The queue's decision after a report. */
export type Verdict =
  | { readonly then: 'go' }
  | { readonly then: 'stop' }
  /** Check again after `ms`. */
  | { readonly then: 'wait'; readonly ms: number }
  /** A spending limit or an unreachable hot folder keeps the job waiting: check again after `ms`. */
  | {
      readonly then: 'park';
      readonly ms: number;
      readonly problem: Problem;
      readonly of: LimitOf;
    }
  /** A purchase must wait for other stations: check again after `ms`. Does not count as an attempt. */
  | { readonly then: 'await'; readonly ms: number; readonly problem: Problem }
  /** Try again after `ms`; counts as an attempt. */
  | { readonly then: 'postpone'; readonly ms: number; readonly problem: Problem }
  /**
   * All jobs wait, including this one. `ms` null: until the user acts. `aside`: additional ms that
   * this job waits, so that the other jobs show whether the trouble affects only this job; counts
   * as a separate attempt.
   */
  | {
      readonly then: 'close';
      readonly gate: GateName;
      readonly ms: number | null;
      readonly problem: Problem;
      readonly aside?: number;
    }
  | {
      readonly then: 'end';
      readonly state: 'done' | 'failed' | 'held';
      readonly problem: Problem | null;
    };

export interface Circumstances {
  readonly step: Step['do'];
  /** Attempts at this job's step so far. */
  readonly attempts: number;
  /** Returns how many times in a row a gate was closed. */
  readonly tries: (gate: GateName) => number;
  /** Number of execute requests that the service refused in a row, over all jobs, including the reported one (F19). */
  readonly refusals: number;
  readonly random: () => number;
}

/** Maximum attempts at one step; after them, the job is held for the user. */
const TRIES = 8;
/** Maximum attempts with a photo that makes the image process hang or crash. */
const PHOTO_TRIES = 2;
/** Number of refused queries about a known execution after which its job is held (F85). */
const QUERY_REFUSALS = 3;
/** Number of refused execute requests in a row after which all execute requests pause. */
const REFUSALS = 5;
/**
 * Time in ms between two attempts while the account is refused because of its balance or its key.
 */
const ACCOUNT_PAUSE = 10 * 60_000;
/** Additional time in ms for which the job that closed a gate waits after the gate's next trial. */
const ASIDE = 60_000;

/**
 * Decides whether a job is retried, held or failed; no other function decides that. Pure except for
 * the jitter.
 */
export function judge(report: Report, at: Circumstances): Verdict {
  switch (report.kind) {
    case 'advanced':
      return { then: 'go' };
    case 'wait':
      return { then: 'wait', ms: report.ms };
    case 'done':
      return { then: 'end', state: 'done', problem: report.warning };
    case 'hold':
    case 'barred':
      return { then: 'end', state: 'held', problem: report.problem };
    case 'fail':
      return { then: 'end', state: 'failed', problem: report.problem };
    case 'limit':
      return { then: 'park', ms: LIMIT_CHECK_EVERY, problem: report.problem, of: report.of };
    case 'away':
      return away(report.problem);
    case 'no-limits':
      return { then: 'close', gate: 'execute', ms: null, problem: report.problem };
    case 'studio': {
      const ms = backoff(at.tries('studio'), at.random, STUDIO_PAUSE);
      return { then: 'close', gate: 'studio', ms, problem: report.problem };
    }
    case 'await':
      return { then: 'await', ms: report.ms, problem: report.problem };
    case 'unwritten': {
      const ms = ledgerPause(at.tries('ledger'), at.random);
      return { then: 'close', gate: 'ledger', ms, problem: report.problem };
    }
    case 'trouble':
      return judgeTrouble(report, at);
    case 'refused':
      return judgeRefusal(report.failure, at);
    case 'doubt':
      return judgeDoubt(report.failure, at);
    case 'service':
      return judgeService(report.failure, at);
  }
}

/** Time in ms between two checks of a spending limit that is reached: the limit may be raised, or the day may end. */
const LIMIT_CHECK_EVERY = 60_000;

/** Time in ms between two checks of a folder that cannot be reached. */
const AWAY_CHECK_EVERY = 15_000;

/** The photos of the hot folder wait, too: they have the same folders. */
function away(problem: Problem): Verdict {
  return { then: 'park', ms: AWAY_CHECK_EVERY, problem, of: 'folder' };
}

/** Longest time in ms between two attempts to reach the shared studio. */
const STUDIO_PAUSE = 10_000;

/** Returns a pause in ms that grows with the number of attempts; its second half is random. */
export function backoff(tries: number, random: () => number, longest = 60_000): number {
  const full = Math.min(longest, 1000 * 2 ** Math.min(tries, 20));
  return full / 2 + (random() * full) / 2;
}

/** Returns the ms until the next attempt to commit to the ledger. */
export function ledgerPause(tries: number, random: () => number): number {
  return backoff(tries, random, 30_000);
}

function judgeTrouble(
  { problem, then, tries }: Extract<Report, { kind: 'trouble' }>,
  at: Circumstances,
): Verdict {
  if (problem.code === 'aborted') return { then: 'stop' };
  if (problem.code === 'offline') return { then: 'close', gate: 'service', ms: null, problem };
  if (problem.code === 'disk-full') {
    return {
      then: 'close',
      gate: 'disk',
      ms: backoff(at.tries('disk'), at.random, 30_000),
      problem,
    };
  }
  if (problem.key === 'folder-unreachable.output') return away(problem);
  if (then === 'never') {
    const ofPhoto = at.step === 'prepare';
    return { then: 'end', state: ofPhoto ? 'failed' : 'held', problem };
  }
  if (tries !== undefined) return { then: 'postpone', ms: backoff(tries, at.random), problem };
  const most = at.step === 'prepare' ? PHOTO_TRIES : TRIES;
  if (at.attempts + 1 >= most) {
    return { then: 'end', state: at.step === 'prepare' ? 'failed' : 'held', problem };
  }
  return { then: 'postpone', ms: backoff(at.attempts, at.random), problem };
}

/** Judges an execute request that the service refused. The cause may be the photo or the account. */
function judgeRefusal(failure: ServiceFailure, at: Circumstances): Verdict {
  const problem = failureProblem(failure);
  if (problem.code === 'service-balance') {
    return { then: 'close', gate: 'execute', ms: ACCOUNT_PAUSE, problem };
  }
  if (at.refusals >= REFUSALS && at.attempts + 1 < TRIES) {
    return {
      then: 'close',
      gate: 'execute',
      ms: ACCOUNT_PAUSE,
      aside: ACCOUNT_PAUSE + ASIDE,
      problem: {
        ...problem,
        ...saidOf(
          problemOf('service-refused.several', {
            refusals: at.refusals,
            words: failure.serviceMessage ?? failure.message,
          }),
        ),
      },
    };
  }
  return { then: 'end', state: 'failed', problem };
}

/**
 * Judges an execute request in doubt. doubt.ts queries the service about the request itself; here the execute requests
 * of other photos pause until the next valid answer shows that the service is available, so that an outage does not put
 * all of them in doubt.
 */
function judgeDoubt(failure: ServiceFailure, at: Circumstances): Verdict {
  if (failure.kind === 'aborted') return { then: 'stop' };
  const ms = backoff(at.tries('execute') + 1, at.random);
  return { then: 'close', gate: 'execute', ms, problem: failureProblem(failure) };
}

function judgeService(failure: ServiceFailure, at: Circumstances): Verdict {
  const problem = failureProblem(failure);
  switch (failure.kind) {
    case 'aborted':
      return { then: 'stop' };
    case 'unauthorised':
      // the gate also opens without the user: the service may accept the key again later, and nobody may be watching a
      // command
      return { then: 'close', gate: 'service', ms: ACCOUNT_PAUSE, problem };
    case 'rate-limited': {
      // adds a pause of its own, because the service may ask for none
      const ms = (failure.retryAfterMs ?? 0) + backoff(at.tries('service'), at.random);
      return { then: 'close', gate: 'service', ms, problem };
    }
    case 'network':
      // the user chose to be offline, and only the user ends that
      if (failure.code === 'offline') return { then: 'close', gate: 'service', ms: null, problem };
      if (!failure.mayHaveBeenProcessed) return { ...closed(at), problem };
      break;
    case 'not-envelope':
      // a page with a success status is not the service: a network login page is in between (F11)
      if ((failure.status ?? 500) < 400 || failure.status === 407) return outOfOrder(problem, at);
      break;
    case 'refused':
      // a 5xx reports a fault of the service and says nothing about the photo
      if (!failure.mayHaveBeenProcessed) return judgeRefused(problem, at);
      break;
    case 'timeout':
      break;
    case 'file':
      return tryAgain(problem, at);
  }
  if (isQuestion(at.step)) return { then: 'wait', ms: backoff(at.attempts, at.random) };
  return outOfOrder(problem, at);
}

function tryAgain(problem: Problem, at: Circumstances): Verdict {
  if (at.attempts + 1 >= TRIES) return { then: 'end', state: 'held', problem };
  return { then: 'postpone', ms: backoff(at.attempts, at.random), problem };
}

function closed(at: Circumstances) {
  const ms = backoff(at.tries('service'), at.random);
  return { then: 'close', gate: 'service', ms } as const;
}

/**
 * Judges what looks like a fault of the service: all jobs wait, so that an outage costs nothing but
 * time. If the service has answered another job since the last trial, the trouble may be this job
 * alone; then it counts as an attempt, and the other jobs do not keep waiting for it.
 */
function outOfOrder(problem: Problem, at: Circumstances): Verdict {
  if (at.tries('service') > 0) return { ...closed(at), problem };
  if (at.attempts + 1 < TRIES) {
    return { ...closed(at), problem, aside: backoff(at.attempts, at.random) };
  }
  if (isQuestion(at.step)) return { then: 'wait', ms: backoff(at.attempts, at.random) };
  return { then: 'end', state: 'held', problem };
}

function judgeRefused(problem: Problem, at: Circumstances): Verdict {
  if (at.step === 'upload' || at.step === 'create') {
    if (problem.code !== 'service-balance') return { then: 'end', state: 'failed', problem };
    // an account that accepts no photos now will not accept the next one either (F19)
    return { then: 'close', gate: 'service', ms: ACCOUNT_PAUSE, problem };
  }
  if (at.attempts + 1 >= QUERY_REFUSALS) return { then: 'end', state: 'held', problem };
  return { then: 'postpone', ms: backoff(at.attempts, at.random), problem };
}

/** Returns whether a step only queries the service: such steps repeat until their own deadlines. */
function isQuestion(step: Step['do']): boolean {
  return step === 'poll' || step === 'resolve' || step === 'psd-poll';
}
