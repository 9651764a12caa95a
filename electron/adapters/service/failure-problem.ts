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

/** Returns what a failure or a problem says, without the rest. */
export function saidOf({ key, values, message }: Said): Said {
  return {
    ...(key === undefined ? {} : { key }),
    ...(values === undefined ? {} : { values }),
    message,
  };
}

/** The failure as a person, a log and the ledger get it. */
export function failureProblem(failure: ServiceFailure): Problem {
  return {
    code: saysNoBalance(failure) ? 'service-balance' : (failure.code ?? codes[failure.kind]),
    ...saidOf(failure),
    ...(failure.about === undefined ? {} : { about: failure.about }),
    ...(failure.detail === undefined ? {} : { detail: failure.detail }),
  };
}

/**
 * The service's error codes are not known, so only its words can say that the account is empty. A
 * rate limit speaks of a quota too, and is not meant.
 */
const balanceWords =
  /(?<!white[ -])\bbalance\b|insufficient points|\bquota\b|\bcredits?\b|\bfunds\b|\barrears\b|payment required|\btop[ -]?up\b|\brecharge\b|余额|额度|欠费|充值|积分|点数|次数不足|次数已用完/i;

function saysNoBalance(failure: ServiceFailure): boolean {
  if (failure.kind !== 'refused' && failure.kind !== 'unauthorised') return false;
  return failure.status === 402 || balanceWords.test(failure.serviceMessage ?? '');
}

/** The service's own no: it did not do what was asked, and says so itself. */
export function isNo({ kind, mayHaveBeenProcessed }: ServiceFailure): boolean {
  return kind === 'refused' && !mayHaveBeenProcessed;
}
