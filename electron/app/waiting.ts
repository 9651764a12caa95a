import type { ProblemCode } from '#shared/problem.ts';
import type { Waiting } from '#shared/views/status.ts';
import type { ClosedGate } from '../engine/queue/gates.ts';

/** Converts a closed gate to the form that the screens show. */
export function waitingOf({ gate, problem, since, until }: ClosedGate): Waiting {
  return { gate, problem, since, needsPerson: until === null || endedByPerson.has(problem.code) };
}

/**
 * Problems that only the user can solve. Their jobs are nevertheless retried from time to time, because the user may
 * solve the problem outside Darkslide.
 */
const endedByPerson: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'service-unauthorised',
  'service-key-invalid',
  'service-balance',
  'service-certificate',
  'service-certificate-expired',
  'service-certificate-early',
  'service-certificate-name',
  'certificates-not-safe',
  'certificates-unreadable',
  'proxy-authentication',
  'proxy-credentials-refused',
  'proxy-sign-in-unsupported',
]);
