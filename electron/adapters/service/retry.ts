import type { Clock } from '#electron/base/clock.ts';
import type { Answer, ServiceFailure } from './types.ts';

/**
 * - `safe`: doing it twice does no harm (reading, creating an unpaid task, uploading, deleting);
 * - `unsent`: has an effect a person sees, so it is repeated only when the service has not done it;
 * - `never`: execute, which is paid, and creating custom models and scenes, which stay. Only the
 *   protocol of who asked for it decides what happens next.
 */
export type Repeat = 'safe' | 'unsent' | 'never';

/** Tries of one call; the queue backs off and comes again on top of these. */
const tries = 3;
/** Upper end of the first wait, ms; it doubles with each. */
const firstWait = 500;
/** No new try begins after this, ms from the call. */
const deadline = 120_000;

/** What may pass by itself within seconds. */
const passingKinds: readonly ServiceFailure['kind'][] = ['network', 'timeout', 'rate-limited'];
const passingStatuses = [408, 425, 429];

/** Whether a failed try may be made again now, without a person or the queue thinking about it. */
export function mayRepeat(failure: ServiceFailure, repeat: Repeat): boolean {
  if (repeat === 'never') return false;
  if (repeat === 'unsent' && failure.mayHaveBeenProcessed) return false;
  // a proxy, a certificate or being offline does not pass within seconds
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
 * The one place where a request is repeated: at most three tries, exponential waits with full
 * jitter, never sooner than the service's Retry-After. Gives the last failure at once when the wait
 * would pass the deadline or the signal aborts.
 *
 * @param attempt gets the number of the try, from 1.
 */
export async function withRetries<T>(
  attempt: (number: number) => Promise<Answer<T>>,
  repeat: Repeat,
  around: {
    readonly clock: Clock;
    /** 0 up to 1. */
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

/** Full jitter on our own wait, on top of what the service asked for: never earlier than that. */
function waitBefore(number: number, retryAfterMs: number, random: () => number): number {
  return retryAfterMs + random() * firstWait * 2 ** (number - 1);
}
