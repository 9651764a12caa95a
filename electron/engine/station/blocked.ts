import { failure } from '#shared/failure.ts';
import type { Problem } from '#shared/problem.ts';
import { UNKNOWN_RATE, type Station } from './station.ts';

/** Returns a station that may buy nothing, because its part in the shared studio is not known. */
export function blockedStation(problem: Problem): Station {
  return {
    claim: async () => failure(problem),
    mayPay: () => failure(problem),
    claimCreation: async () => failure(problem),
    mayCreate: () => failure(problem),
    release: () => {},
    lease: () => null,
    requestsPerSecond: () => UNKNOWN_RATE,
    isCutOff: () => true,
    halt: () => {},
    wake: () => {},
    start: () => {},
    stop: async () => {},
  };
}
