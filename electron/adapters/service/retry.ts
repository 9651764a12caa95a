import type { Clock } from '#electron/base/clock.ts';
import type { Answer, ServiceFailure } from './types.ts';

/**
 * - `safe`: repeating the request does no harm (reading, creating an unpaid task, uploading,
 * deleting);
 * - `unsent`: the request has a visible effect, so it is retried only if the service provably
 * didn't process it;
 * - `never`: execute, which is paid, and creating custom models and scenes, which remain in the
 * account. `engine/once` decides what happens after a failure.
 */
export type Repeat = 'safe' | 'unsent' | 'never';

/** Maximum attempts per call. In addition, the queue retries the whole step later. */
const tries = 3;
/** Upper limit of the first wait in ms; doubles with each attempt. */
const firstWait = 500;
/** No attempt begins later than this time in ms after the start of the call. */
const deadline = 120_000;

/** Kinds of failures that may pass within seconds. */
const passingKinds: readonly ServiceFailure['kind'][] = ['network', 'timeout', 'rate-limited'];
const passingStatuses = [408, 425, 429];

/**
 * Returns whether a failed attempt may be repeated immediately, without asking the queue or the
 * user.
 */
export function mayRepeat(failure: ServiceFailure, repeat: Repeat): boolean {
  if (repeat === 'never') return false;
  if (repeat === 'unsent' && failure.mayHaveBeenProcessed) return false;
  // retrying within seconds can't help with a proxy, a certificate or offline mode
  if (!isPassing(failure)) return false;
  if (passingKinds.includes(failure.kind)) return true;
  const { kind, status } = failure;
  const answered = kind === 'refused' || kind === 'not-envelope';
  return answered && status !== undefined && (status >= 500 || passingStatuses.includes(status));
}

function isPassing({ code }: ServiceFailure): boolean {
  return code === undefined || code === 'service-unreachable';
}

/**
 * Makes up to three attempts, with exponential backoff and full jitter, and never earlier than the
 * service's Retry-After allows. Returns the last failure if the wait would exceed the deadline or
 * the signal aborts. No other code retries single requests.
 *
 * @param attempt receives the number of the attempt, starting at 1
 */
export async function withRetries<T>(
  attempt: (number: number) => Promise<Answer<T>>,
  repeat: Repeat,
  around: {
    readonly clock: Clock;
    /** Returns a random number from 0 up to but not including 1. */
    readonly random: () => number;
    readonly signal: AbortSignal;
  },
): Promise<Answer<T>> {
  const { clock, random, signal } = around;
  const end = clock.mono() + deadline;
  for (let number = 1; ; number++) {
    const answer = await attempt(number);
    if (answer.ok || number === tries || !mayRepeat(answer.failure, repeat)) return answer;
    const wait = waitBefore(number, answer.failure.retryAfterMs ?? 0, random);
    if (clock.mono() + wait > end) return answer;
    await clock.sleep(wait, signal);
    if (signal.aborted) return answer;
  }
}

/** Returns the wait in ms: the Retry-After plus an exponential wait with full jitter. */
function waitBefore(number: number, retryAfterMs: number, random: () => number): number {
  return retryAfterMs + random() * firstWait * 2 ** (number - 1);
}
