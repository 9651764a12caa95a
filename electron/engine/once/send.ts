import { success, type Outcome, type Problem } from '#shared/problem.ts';
import { failureProblem, isNo } from '../../adapters/service/failure-problem.ts';
import type { Answer, OnceOptions, ServiceFailure } from '../../adapters/service/types.ts';
import { ProblemError } from '../../base/problem-error.ts';

/** A request that must not be sent twice, and the ledger row that records it. */
export interface OnceRequest<Value> {
  /** Sends one POST on a fresh connection: no retry, no redirect. */
  post(options: OnceOptions): Promise<Answer<Value>>;
  /** Commits SENDING. Returns a problem, without a commit, if the request may no longer be sent. */
  sending(): Outcome<void>;
  /** Returns whether the service has sent a notification about the request; a notification outweighs any refusal. */
  wasTold(): boolean;
  /** The four outcomes of the request; each is one commit. */
  answered(value: Value): void;
  refused(failure: ServiceFailure): void;
  unsent(why: Problem): void;
  doubt(why: Problem): void;
}

/** The signals that stop such a request. */
export interface OnceSignals {
  /** Aborts when nothing new may start: the program is quitting, or the user stopped the work. */
  readonly signal: AbortSignal;
  /** Aborts when a request that was sent has taken too long; it is then in doubt. */
  readonly sent: AbortSignal;
}

/** How the request ended. The row records it already, except `barred`, which commits nothing. */
export type SendResult =
  | { readonly kind: 'answered' }
  | { readonly kind: 'barred'; readonly problem: Problem }
  /**
   * `refused`: by the service itself. `unsent`: the request provably didn't arrive, or may be sent
   * later.
   */
  | { readonly kind: 'refused' | 'unsent' | 'doubt'; readonly failure: ServiceFailure };

/**
 * Sends a request that must not be sent twice. The service supports no idempotency key, so a request that
 * may have arrived is never repeated automatically.
 *
 *   fresh connection → SENDING → one POST → answered | refused | unsent | DOUBT
 *
 * Each arrow is a commit. If the program crashes after SENDING, the next start puts the row in doubt.
 *
 * @param sent see `OnceSignals`.
 */
export async function sendOnce<Value>(
  request: OnceRequest<Value>,
  sent: AbortSignal,
): Promise<SendResult> {
  let permitted = success();
  const beforeFirstByte = () => {
    permitted = request.sending();
    // throwing here prevents the first byte from being sent
    if (!permitted.ok) throw new ProblemError(permitted);
  };
  try {
    const answer = await request.post({ signal: sent, beforeFirstByte });
    if (!answer.ok) return writeFailure(request, answer.failure);
    request.answered(answer.value);
    return { kind: 'answered' };
  } catch (error) {
    // `answered` and the other commits may throw a problem, too, but then the request has been sent
    if (permitted.ok || !(error instanceof ProblemError)) throw error;
    return { kind: 'barred', problem: error.problem };
  }
}

function writeFailure<Value>(request: OnceRequest<Value>, failure: ServiceFailure): SendResult {
  const kind = endOf(failure, request.wasTold());
  if (kind === 'refused') request.refused(failure);
  else request[kind](failureProblem(failure));
  return { kind, failure };
}

function endOf(failure: ServiceFailure, wasTold: boolean): 'refused' | 'unsent' | 'doubt' {
  if (failure.mayHaveBeenProcessed || wasTold) return 'doubt';
  return isNo(failure) ? 'refused' : 'unsent';
}
