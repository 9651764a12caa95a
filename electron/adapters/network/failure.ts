import type { Problem } from '#shared/problem.ts';

/** Why there is no connection. */
export type ConnectReason =
  | 'offline' // the user has chosen to work offline
  | 'name' // no address for the name
  | 'connection' // refused, unreachable, or the handshake broke off
  | 'certificate' // the other side could not prove its identity
  | 'inside' // it would lead inside the local network, which is not allowed
  | 'proxy-unreached' // the proxy itself cannot be reached, or is of an unsupported kind
  | 'proxy-refused' // the proxy answered, but did not open a tunnel
  | 'proxy-authentication' // the proxy requires a name and password, or rejects the given ones
  | 'timeout'
  | 'aborted';

/** The part of the connection that failed, in order. */
export type Leg = 'proxy' | 'name' | 'connection' | 'certificate';

/**
 * The connection could not be opened, so no byte of a request was sent: at most handshakes, and to a proxy
 * the host and port to connect to.
 */
export class ConnectFailure extends Error {
  override readonly name = 'ConnectFailure';
  /** Like the code of system errors: downloads use it to distinguish network failures from bugs. */
  readonly code = 'ENOWAY';
  readonly reason: ConnectReason;
  readonly leg: Leg;
  /** The message for the user, which does not mention what was not sent; `detail` is the error's own text. */
  readonly problem: Problem;

  constructor(reason: ConnectReason, leg: Leg, problem: Problem, cause?: unknown) {
    super(problem.detail ?? problem.message, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.leg = leg;
    this.problem = problem;
  }
}

/** Checks whether the next route may be tried: this one could not be reached, and was not refused. */
export function leadsNowhere({ reason }: ConnectFailure): boolean {
  return ['name', 'connection', 'proxy-unreached', 'timeout'].includes(reason);
}

/** Returns an error's text; with several addresses tried, Node's error only has the texts of each attempt. */
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
