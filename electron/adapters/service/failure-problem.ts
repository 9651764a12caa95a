import type { Said } from '#shared/said.ts';
import type { Problem, ProblemCode } from '#shared/problem.ts';
import type { ServiceFailure } from './types.ts';

const codes: Record<ServiceFailure['kind'], ProblemCode> = {
  network: 'service-unreachable',
  timeout: 'service-timeout',
  'not-envelope': 'service-not-an-envelope',
  refused: 'service-refused',
  unauthorised: 'service-unauthorised',
  'rate-limited': 'service-rate-limited',
  file: 'file-unreadable',
  aborted: 'aborted',
};

/** Returns only the message of a failure or problem: key, values and text. */
export function saidOf({ key, values, message }: Said): Said {
  return {
    ...(key === undefined ? {} : { key }),
    ...(values === undefined ? {} : { values }),
    message,
  };
}

/** Returns the problem for a failure, which the screen, the log and the ledger show. */
export function failureProblem(failure: ServiceFailure): Problem {
  return {
    code: saysNoBalance(failure) ? 'service-balance' : (failure.code ?? codes[failure.kind]),
    ...saidOf(failure),
    ...(failure.about === undefined ? {} : { about: failure.about }),
    ...(failure.detail === undefined ? {} : { detail: failure.detail }),
  };
}

/**
 * Words that show that the account's balance is empty. The service doesn't document its error
 * codes, so only its message can show an empty balance. A rate-limit message may contain words such
 * as "quota" and must not match.
 */
const balanceWords =
  /(?<!white[ -])\bbalance\b|insufficient points|\bquota\b|\bcredits?\b|\bfunds\b|\barrears\b|payment required|\btop[ -]?up\b|\brecharge\b|余额|额度|欠费|充值|积分|点数|次数不足|次数已用完/i;

function saysNoBalance(failure: ServiceFailure): boolean {
  if (failure.kind !== 'refused' && failure.kind !== 'unauthorised') return false;
  return failure.status === 402 || balanceWords.test(failure.serviceMessage ?? '');
}

/** Returns whether the service itself refused the request without processing it. */
export function isNo({ kind, mayHaveBeenProcessed }: ServiceFailure): boolean {
  return kind === 'refused' && !mayHaveBeenProcessed;
}
