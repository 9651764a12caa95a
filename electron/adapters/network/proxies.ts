import { problemOf } from '#shared/failure.ts';
import type { Socket } from 'node:net';
import type { Problem } from '#shared/problem.ts';
import type { Trust } from './certificates.ts';
import { authorityOf, connectFailure, dial, secure, type Place } from './connect.ts';
import { ConnectFailure } from './failure.ts';
import type { Limit } from '../../base/limit.ts';
import { askForTunnel } from './tunnel.ts';
import type { Credentials, ProxyWay } from './ways.ts';

/**
 * Connects through proxies, and remembers which credentials each proxy has requested or rejected.
 */
export interface Proxies {
  /**
   * Opens a tunnel to `place`. No data is sent through the tunnel. Rejects with a `ConnectFailure`.
   */
  connect(way: ProxyWay, place: Place, within: Limit): Promise<Socket>;
  /**
   * Returns the last proxy that refused a connection because it received no valid name and
   * password; null if there is none.
   */
  unanswered(): ProxyWay | null;
  /** Allows a rejected password to be sent again. */
  forget(): void;
}

export function createProxies(trusted: () => Trust): Proxies {
  /** Proxies that have requested credentials; credentials are sent to no other proxies. */
  const asking = new Set<string>();
  /**
   * Credentials that a proxy has rejected. They are not sent again, because repeated attempts can
   * lock an account.
   */
  const untaken = new Set<string>();
  let unanswered: ProxyWay | null = null;

  const through = async (way: ProxyWay, place: Place, within: Limit): Promise<Socket> => {
    try {
      const socket = await ask(way, place, within);
      if (unanswered !== null && authorityOf(unanswered) === authorityOf(way)) unanswered = null;
      return socket;
    } catch (error) {
      if (error instanceof ConnectFailure && error.reason === 'proxy-authentication') {
        unanswered = way;
      }
      throw error;
    }
  };

  const ask = async (way: ProxyWay, place: Place, within: Limit): Promise<Socket> => {
    const name = authorityOf(way);
    const said = way.credentials === null ? null : authorization(way.credentials);
    const mayBeSaid = said !== null && !untaken.has(`${name} ${said}`);
    const first = await tunnel(way, place, mayBeSaid && asking.has(name) ? said : null, within);
    if (first.socket !== null) return first.socket;
    const wantsBasic = first.status === 407 && /\bbasic\b/iu.test(first.challenge);
    if (!mayBeSaid || first.said || !wantsBasic) {
      if (first.said && first.status === 407) untaken.add(`${name} ${said}`);
      throw refusedBy(name, first, place, said !== null);
    }
    asking.add(name);
    const second = await tunnel(way, place, said, within);
    if (second.socket !== null) return second.socket;
    if (second.status === 407) untaken.add(`${name} ${said}`);
    throw refusedBy(name, second, place, true);
  };

  const tunnel = async (
    way: ProxyWay,
    place: Place,
    said: string | null,
    within: Limit,
  ): Promise<Tunnel> => {
    const socket = await reach(way, within);
    try {
      const answer = await askForTunnel(socket, place, said, within);
      const isThrough =
        answer !== null &&
        answer.status >= 200 &&
        answer.status < 300 &&
        !answer.saysMore &&
        !/\bhtml\b/iu.test(answer.headers['content-type'] ?? '');
      if (isThrough && socket.readyState === 'open') return { socket };
      socket.destroy();
      const challenge = answer?.headers['proxy-authenticate'] ?? '';
      return { socket: null, status: answer?.status ?? null, challenge, said: said !== null };
    } catch (error) {
      socket.destroy();
      throw connectFailure(error, within, authorityOf(way), 'proxy');
    }
  };

  const reach = async (way: ProxyWay, within: Limit): Promise<Socket> => {
    try {
      const socket = await dial(way, within);
      return way.isSecure ? await secure(socket, way.hostname, trusted(), within) : socket;
    } catch (error) {
      if (!(error instanceof ConnectFailure) || within.ended() === 'aborted') throw error;
      throw unreached(authorityOf(way), error);
    }
  };

  return {
    connect: through,
    unanswered: () => unanswered,
    forget() {
      unanswered = null;
      asking.clear();
      untaken.clear();
    },
  };
}

type Tunnel =
  | { readonly socket: Socket }
  | {
      readonly socket: null;
      /** HTTP status; null if the answer was unreadable. */
      readonly status: number | null;
      readonly challenge: string;
      /** Whether credentials were sent to the proxy. */
      readonly said: boolean;
    };

function authorization({ user, password }: Credentials): string {
  return `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`;
}

/**
 * Returns the failure for a proxy that is configured but cannot be used. Darkslide never connects without the proxy
 * instead.
 */
export function unusable(name: string): ConnectFailure {
  return new ConnectFailure(
    'proxy-unreached',
    'proxy',
    problemOf('proxy-unsupported', { name }, { about: name }),
  );
}

function unreached(name: string, failure: ConnectFailure): ConnectFailure {
  const of = { about: name, detail: failure.message };
  return new ConnectFailure(
    failure.reason === 'certificate' ? 'proxy-refused' : 'proxy-unreached',
    'proxy',
    failure.reason === 'certificate'
      ? problemOf('proxy-unreachable.certificate', { name, why: failure.problem }, of)
      : problemOf('proxy-unreachable', { name }, of),
    failure,
  );
}

function refusedBy(
  name: string,
  { status, challenge, said }: Extract<Tunnel, { readonly socket: null }>,
  place: Place,
  isKnown: boolean,
): ConnectFailure {
  const detail = `CONNECT ${authorityOf(place)}: ${status === null ? 'no answer' : `HTTP ${status}`}${challenge === '' ? '' : `, ${challenge.slice(0, 120)}`}`;
  if (status !== 407) {
    const what = status === null ? 'silence' : status < 300 ? 'page' : 'status';
    return new ConnectFailure(
      'proxy-refused',
      'proxy',
      problemOf(
        'proxy-failed',
        { name, target: authorityOf(place), what, status: status ?? 0 },
        { about: name, detail },
      ),
    );
  }
  return new ConnectFailure(
    'proxy-authentication',
    'proxy',
    signInProblem(name, challenge, said || isKnown, detail),
  );
}

/**
 * Returns the failure for a proxy's refusal. `isRefused`: whether the proxy was sent a name and
 * password.
 */
function signInProblem(
  name: string,
  challenge: string,
  isRefused: boolean,
  detail: string,
): Problem {
  const of = { about: name, detail };
  if (!/\bbasic\b/iu.test(challenge)) {
    const [kind = ''] = challenge.split(/[\s,]/u);
    return problemOf('proxy-sign-in-unsupported', { name, method: kind }, of);
  }
  return isRefused
    ? problemOf('proxy-credentials-refused', { name }, of)
    : problemOf('proxy-authentication', { name }, of);
}
