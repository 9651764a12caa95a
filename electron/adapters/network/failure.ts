import type { Problem } from '#shared/problem.ts';

/** The reason a connection could not be opened. */
export type ConnectReason =
  | 'offline' // the user has chosen to work offline
  | 'name' // the host name has no address
  | 'connection' // refused, unreachable, or interrupted during the handshake
  | 'certificate' // the other side could not prove its identity
  | 'inside' // the connection would lead into the local network, which is not allowed
  | 'proxy-unreached' // the proxy itself cannot be reached, or is of an unsupported kind
  | 'proxy-refused' // the proxy answered, but did not open a tunnel
  | 'proxy-authentication' // the proxy requires a name and password, or rejects those given
  | 'timeout'
  | 'aborted';

/** The stage of the connection that failed, in order. */
export type Leg = 'proxy' | 'name' | 'connection' | 'certificate';

/**
 * A connection that could not be opened. No byte of a request was sent, only handshakes and, to a
 * proxy, the host and port to connect to.
 */
export class ConnectFailure extends Error {
  override readonly name = 'ConnectFailure';
  /** A code in the form of a system error code, by which downloads distinguish network failures from bugs. */
  readonly code = 'ENOWAY';
  readonly reason: ConnectReason;
  readonly leg: Leg;
  /**
   * The problem to show to the user. It does not state what was or was not sent. `detail` is the
   * text of the underlying error.
   */
  readonly problem: Problem;

  constructor(reason: ConnectReason, leg: Leg, problem: Problem, cause?: unknown) {
    super(problem.detail ?? problem.message, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.leg = leg;
    this.problem = problem;
  }
}

/**
 * Checks whether the next route may be tried: only after an unreachable route, never after a route that refused the
 * connection.
 */
export function leadsNowhere({ reason }: ConnectFailure): boolean {
  return ['name', 'connection', 'proxy-unreached', 'timeout'].includes(reason);
}

/**
 * Returns the text of an error. If several addresses failed, Node's error has no text of its own,
 * so the texts of the individual attempts are joined.
 */
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
