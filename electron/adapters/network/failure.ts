import type { Problem, ProblemCode } from '#shared/problem.ts';

/** Why there is no connection. */
export type ConnectReason =
  | 'offline' // a person has chosen to send nothing
  | 'name' // no address for the name
  | 'connection' // refused, unreachable, the handshake broke
  | 'certificate' // the other side could not prove who it is
  | 'inside' // it would leave the public network, which it may not
  | 'proxy-unreached' // the proxy itself cannot be reached, or is of a kind that cannot be used
  | 'proxy-refused' // the proxy answered, and not with a way through
  | 'proxy-authentication' // the proxy asks for a name and password, or does not take those given
  | 'timeout'
  | 'aborted';

/** The part of the way that failed, in the order of the way. */
export type Leg = 'proxy' | 'name' | 'connection' | 'certificate';

/**
 * There is no connection, so not one byte of a request has left: all that can have been sent is
 * handshakes, and to a proxy the wish to be connected with a name and port.
 */
export class ConnectFailure extends Error {
  override readonly name = 'ConnectFailure';
  /** As system errors have one: downloads tell the network's failures from bugs by it. */
  readonly code = 'ENOWAY';
  readonly reason: ConnectReason;
  readonly leg: Leg;
  /** What a person reads, without what was not sent; `detail` is the error's own text. */
  readonly problem: Problem;

  constructor(reason: ConnectReason, leg: Leg, problem: Problem, cause?: unknown) {
    super(problem.detail ?? problem.message, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.leg = leg;
    this.problem = problem;
  }
}

/** The next way may be tried: this one led nowhere, and nobody on it has said no. */
export function leadsNowhere({ reason }: ConnectFailure): boolean {
  return ['name', 'connection', 'proxy-unreached', 'timeout'].includes(reason);
}

export function problemOf(
  code: ProblemCode,
  message: string,
  about: string,
  detail?: string,
): Problem {
  return { code, message, about, ...(detail === undefined ? {} : { detail }) };
}

/** With several addresses tried, Node's error has no text of its own, only those of each try. */
export function systemText(error: unknown): string {
  const tries = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  const texts = tries.map((one) => {
    if (!(one instanceof Error)) return String(one);
    const code = codeOf(one);
    return code !== '' && !one.message.includes(code) ? `${code}: ${one.message}` : one.message;
  });
  return texts.join('; ');
}

export function codeOf(error: unknown): string {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : '';
}
