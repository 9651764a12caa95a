import type { ProxyWay, Way, WaysTo } from './ways.ts';
import { direct, isThisComputer, readProxy, withoutPassword, type Credentials } from './ways.ts';

/** The user's choice of proxy. */
export interface Choice {
  readonly proxy: 'system' | 'none' | 'manual';
  readonly proxyUrl: string;
}

/**
 * Returns the routes according to the user's choice, which is read again for each connection.
 * Connections to this computer never use a proxy. If the user's proxy is invalid, connections fail.
 * `credentialsFor` returns the stored credentials for a proxy whose address contains none; null if
 * none are stored.
 */
export function chosenWays(
  choice: () => Choice,
  system: WaysTo,
  credentialsFor: (way: ProxyWay) => Credentials | null,
): WaysTo {
  return async (place) => {
    if (isThisComputer(place.hostname)) return [direct];
    const { proxy, proxyUrl } = choice();
    if (proxy === 'none') return [direct];
    const ways = proxy === 'system' ? await system(place) : [manualWay(proxyUrl)];
    return ways.map((way) =>
      way.kind === 'proxy' && way.credentials === null
        ? { ...way, credentials: credentialsFor(way) }
        : way,
    );
  };
}

function manualWay(proxyUrl: string): Way {
  const read = readProxy(proxyUrl);
  return read.ok ? read.value : { kind: 'unusable', name: withoutPassword(proxyUrl) };
}
