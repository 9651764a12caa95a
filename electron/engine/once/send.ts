import { success, type Outcome, type Problem } from '#shared/problem.ts';
import { failureProblem, isNo } from '../../adapters/service/failure-problem.ts';
import type { Answer, OnceOptions, ServiceFailure } from '../../adapters/service/types.ts';
import { ProblemError } from '../../base/problem-error.ts';

/** One request that must not be sent twice, with the ledger row that stands for it. */
export interface OnceRequest<Value> {
  /** Sends one POST on a fresh connection: no retry, no redirect. */
  post(options: OnceOptions): Promise<Answer<Value>>;
  /** Commits SENDING. Fails when the request must not leave after all; then nothing is committed. */
  sending(): Outcome<void>;
  /** Whether the service has told of the request by itself, which outweighs every no. */
  wasTold(): boolean;
  /** The four ends; each is one commit. */
  answered(value: Value): void;
  refused(failure: ServiceFailure): void;
  unsent(why: Problem): void;
  doubt(why: Problem): void;
}

/** When a step that sends such a request is to end. */
export interface OnceSignals {
  /** Nothing new is begun: the program stops, or a person ended the work. */
  readonly signal: AbortSignal;
  /** The patience with a request that is on its way has ended; that leaves a doubt. */
  readonly sent: AbortSignal;
}

/** How the request ended; the row says so already, except for `barred`, which left nothing. */
export type SendResult =
  | { readonly kind: 'answered' }
  | { readonly kind: 'barred'; readonly problem: Problem }
  /** `refused`: the service's own no; `unsent`: it provably did not arrive, or may be sent later. */
  | { readonly kind: 'refused' | 'unsent' | 'doubt'; readonly failure: ServiceFailure };

/**
 * Sends a request that must not be sent twice. The service takes no idempotency key, so a request that
 * may have arrived is never sent again by itself.
 *
 *   fresh connection → SENDING → one POST → answered | refused | unsent | DOUBT
 *
 * Each arrow is a commit. A crash after SENDING leaves a row that the next start puts in doubt.
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
    // not a byte leaves
    if (!permitted.ok) throw new ProblemError(permitted);
  };
  try {
    const answer = await request.post({ signal: sent, beforeFirstByte });
    if (!answer.ok) return writeFailure(request, answer.failure);
    request.answered(answer.value);
    return { kind: 'answered' };
  } catch (error) {
    // a commit may throw a problem too, and then the request may have left
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
