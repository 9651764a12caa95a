import type { Problem } from '#shared/problem.ts';
import type { GateName } from '#shared/views/status.ts';
import { failureProblem } from '../../adapters/service/failure-problem.ts';
import type { ServiceFailure } from '../../adapters/service/types.ts';
import type { Step } from './plan.ts';
import type { LimitOf, Report } from './report.ts';

/** What follows from a report. */
export type Verdict =
  | { readonly then: 'go' }
  | { readonly then: 'stop' }
  /** Look again after `ms`. */
  | { readonly then: 'wait'; readonly ms: number }
  /** A spending limit stands against it: look again after `ms`. */
  | {
      readonly then: 'park';
      readonly ms: number;
      readonly problem: Problem;
      readonly of: LimitOf;
    }
  /** Try again after `ms`; counts as a try. */
  | { readonly then: 'postpone'; readonly ms: number; readonly problem: Problem }
  /**
   * All wait, this one too. `ms` null: until a person acts. `aside`: ms for which this one stays away
   * besides, so that others show whether it alone has the trouble; counts as a try of its own.
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
  /** Tries of this job's step so far. */
  readonly attempts: number;
  /** How often each gate was closed in a row. */
  readonly tries: (gate: GateName) => number;
  /** Executes refused in a row, over all jobs, with the one reported (F19). */
  readonly refusals: number;
  readonly random: () => number;
}

/** Tries of one step before a person is asked. */
const TRIES = 8;
/** Tries of a photo that hung or crashed the image process. */
const PHOTO_TRIES = 2;
/** Answers about a known execution that must agree before its job is held (F85). */
const QUERY_REFUSALS = 3;
/** Refused executes in a row after which they pause. */
const REFUSALS = 5;
/** ms between two tries of a refused account, for its balance or for its key. */
const ACCOUNT_PAUSE = 10 * 60_000;
/** ms after a gate's next try at which the job that closed it comes again. */
const ASIDE = 60_000;

/** Decides on retry, hold or fail: the only place that does. Pure but for the jitter. */
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
      return { then: 'park', ms: LIMIT_LOOK, problem: report.problem, of: report.of };
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

/** ms between two looks at a spending limit, which may be raised or end with the day. */
const LIMIT_LOOK = 60_000;

/** Growing pauses with full jitter over their second half, ms. */
export function backoff(tries: number, random: () => number, longest = 60_000): number {
  const full = Math.min(longest, 1000 * 2 ** Math.min(tries, 20));
  return full / 2 + (random() * full) / 2;
}

/** ms until one tries again whether the ledger takes a commit. */
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

/** The service's own no to an execute: this photo's fault, or the account's. */
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
        message: `The service refused ${at.refusals} photos in a row, so no more are sent for now. Its words: ${failure.serviceMessage ?? failure.message}`,
      },
    };
  }
  return { then: 'end', state: 'failed', problem };
}

/**
 * The doubt itself is followed by the questions of doubt.ts. Executes of other photos pause until
 * the next valid answer shows that the service is there, so that an outage does not put all of them
 * in doubt.
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
      // a key can be made valid again at the service, and a command line has nobody to say so
      return { then: 'close', gate: 'service', ms: ACCOUNT_PAUSE, problem };
    case 'rate-limited': {
      // on top of what the service asks for, which may be nothing
      const ms = (failure.retryAfterMs ?? 0) + backoff(at.tries('service'), at.random);
      return { then: 'close', gate: 'service', ms, problem };
    }
    case 'network':
      // by a person's choice, and so by nobody else ended
      if (failure.code === 'offline') return { then: 'close', gate: 'service', ms: null, problem };
      if (!failure.mayHaveBeenProcessed) return { ...closed(at), problem };
      break;
    case 'not-envelope':
      // a page with a good status is not the service: somebody between asks to sign in (F11)
      if ((failure.status ?? 500) < 400 || failure.status === 407) return outOfOrder(problem, at);
      break;
    case 'refused':
      // with a 5xx it is no verdict on the photo: the service has a fault and says so itself
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
 * What a fault of the service looks like: all wait, so that an outage holds nothing up but time. Where
 * the service has answered somebody since the last time it may be this job alone that it cannot
 * take, so that counts as a try of its own, and the others do not wait for it for ever.
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
    // an account that takes no more photos in will not take the next one in either (F19)
    return { then: 'close', gate: 'service', ms: ACCOUNT_PAUSE, problem };
  }
  if (at.attempts + 1 >= QUERY_REFUSALS) return { then: 'end', state: 'held', problem };
  return { then: 'postpone', ms: backoff(at.attempts, at.random), problem };
}

/** Steps that only ask: they go on asking for as long as their own deadlines say. */
function isQuestion(step: Step['do']): boolean {
  return step === 'poll' || step === 'resolve' || step === 'psd-poll';
}
