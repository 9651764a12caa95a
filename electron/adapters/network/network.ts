import { problemOf } from '#shared/failure.ts';
import { lookup as lookUp } from 'node:dns';
import type { LookupFunction, Socket } from 'node:net';
import { callbackify } from 'node:util';
import type { buildConnector } from 'undici';
import type { Clock } from '#electron/base/clock.ts';
import { CertificateStore, createTrust, type CertificateFile, type Trust } from './certificates.ts';
import { connectFailure, dial, plainHost, portOf, secure, type Place } from './connect.ts';
import { ConnectFailure, leadsNowhere } from './failure.ts';
import { limit, type Limit } from '../../base/limit.ts';
import { insideNetwork, isInsideNetwork, leadsInside, publicOnly } from './outside.ts';
import { createProxies, unusable } from './proxies.ts';
import { direct, type ProxyWay, type Way, type WaysTo } from './ways.ts';

/** The user's choice of network use. */
export type Mode = 'normal' | 'metered' | 'offline';

/** Opens all outgoing connections: chooses the route and verifies the server. */
export interface Network {
  /**
   * Opens a connection: TCP, a tunnel if the route has a proxy, and for https a TLS handshake with
   * a valid certificate. Rejects with a `ConnectFailure`. `ms`: the time limit for all routes
   * together.
   */
  open(place: Place, within: Limit, ms: number, reach?: Reach): Promise<Socket>;
  /**
   * Returns a connector for undici's pools. `reachOf` decides which destinations a connection may
   * reach; if `reachOf` is absent, all destinations are allowed.
   */
  connector(
    ms: number,
    closing: AbortSignal,
    reachOf?: (place: Place) => Reach,
  ): buildConnector.connector;
  /**
   * Checks whether the first route to a destination uses a proxy. Rejects if the system does not
   * report its proxy settings.
   */
  isProxied(place: Place): Promise<boolean>;
  /**
   * Returns the proxy for which the user has to enter a name and password: the last proxy that
   * refused a connection because they were missing or, if none did, the first proxy on the route to
   * `place` (null for no destination). Null if no proxy is configured. Rejects like `isProxied`.
   */
  proxyFor(place: Place | null): Promise<ProxyWay | null>;
  /** Throws a `ConnectFailure` while offline. Pools call it, because they may reuse open connections. */
  checkOnline(): void;
  mode(): Mode;
  /**
   * Applies changed settings: reads certificates again, and allows a rejected proxy password to be
   * sent again.
   */
  renew(): void;
}

/**
 * The destinations that a connection may reach. `public`: never this computer or the local network,
 * whatever address a name resolves to. A proxy resolves names itself, so Darkslide also resolves
 * the name on this computer, and does not ask the proxy to connect if the name resolves to the
 * local network.
 */
export type Reach = 'anywhere' | 'public';

export interface NetworkParts {
  readonly clock: Clock;
  readonly waysTo: WaysTo;
  /** Additional root certificates; null if there is none. */
  readonly certificates?: () => CertificateFile | null;
  readonly mode?: () => Mode;
  /** Resolves names; by default like the system. */
  readonly lookup?: LookupFunction;
}

export function createNetwork(parts: NetworkParts): Network {
  const { clock, waysTo, certificates = () => null, mode = () => 'normal' as const } = parts;
  const { lookup = lookUp } = parts;
  const store = new CertificateStore();
  let trust: Trust | null = null;

  const trusted = (): Trust => (trust ??= createTrust(certificates(), store));
  const proxies = createProxies(trusted);

  const checkOnline = () => {
    if (mode() === 'offline') throw offline();
  };

  const openBy = async (way: Way, place: Place, within: Limit, reach: Reach): Promise<Socket> => {
    if (way.kind === 'unusable') throw unusable(way.name);
    const isPublic = reach === 'public';
    // a numeric address is never passed to the lookup, so it is checked here
    if (isPublic && isInsideNetwork(place.hostname)) throw insideNetwork(place.hostname);
    if (way.kind === 'direct') return dial(place, within, isPublic ? publicOnly(lookup) : lookup);
    if (isPublic) await keepOutside(place.hostname, within);
    return proxies.connect(way, place, within);
  };

  const keepOutside = async (hostname: string, within: Limit): Promise<void> => {
    let isInside: boolean;
    try {
      isInside = await within.race(leadsInside(hostname, lookup));
    } catch (error) {
      throw connectFailure(error, within, hostname, 'name');
    }
    if (isInside) throw insideNetwork(hostname);
  };

  const open: Network['open'] = async (place, within, ms, reach = 'anywhere') => {
    checkOnline();
    let ways: readonly Way[];
    try {
      ways = await within.race(waysTo(place));
    } catch (error) {
      throw connectFailure(error, within, place.hostname, 'proxy');
    }
    let last: ConnectFailure | null = null;
    for (const way of ways.length === 0 ? [direct] : ways) {
      const share = limit(clock, within.signal);
      share.within(ms / Math.max(1, ways.length));
      try {
        const socket = await openBy(way, place, share, reach);
        if (place.protocol !== 'https:') return socket;
        return await secure(socket, place.hostname, trusted(), share);
      } catch (error) {
        last = asEnded(error, within, place.hostname);
        if (!leadsNowhere(last) || within.ended() !== null) throw last;
      } finally {
        share.close();
      }
    }
    throw last ?? unusable('');
  };

  return {
    open,
    isProxied: async (place) => ((await waysTo(place))[0] ?? direct).kind !== 'direct',
    async proxyFor(place) {
      const asking = proxies.unanswered();
      if (asking !== null || place === null) return asking;
      return (await waysTo(place)).find((way) => way.kind === 'proxy') ?? null;
    },
    checkOnline,
    mode,
    connector(ms, closing, reachOf = () => 'anywhere') {
      const connect = async ({ protocol, hostname, port }: buildConnector.Options) => {
        const within = limit(clock, closing);
        within.within(ms);
        try {
          const place = { protocol, hostname: plainHost(hostname), port: portOf(protocol, port) };
          return await open(place, within, ms, reachOf(place));
        } finally {
          within.close();
        }
      };
      return (options, callback) => {
        callbackify(connect)(options, (error, socket) => {
          if (error === null) callback(null, socket);
          else callback(error, null);
        });
      };
    },
    renew() {
      trust = null;
      proxies.forget();
    },
  };
}

/**
 * Returns the failure to report for one route: the timeout or abort of the whole attempt if that
 * ended the route, otherwise the route's own failure. Rethrows errors that are not a
 * `ConnectFailure`.
 */
function asEnded(error: unknown, within: Limit, hostname: string): ConnectFailure {
  if (!(error instanceof ConnectFailure)) throw error;
  const isOver = within.ended() !== null && ['aborted', 'timeout'].includes(error.reason);
  return isOver ? connectFailure(null, within, hostname, error.leg) : error;
}

function offline(): ConnectFailure {
  return new ConnectFailure('offline', 'connection', problemOf('offline'));
}
