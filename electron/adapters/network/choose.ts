import type { ProxyWay, Way, WaysTo } from './ways.ts';
import { direct, isThisComputer, readProxy, withoutPassword, type Credentials } from './ways.ts';

/** The user's choice of proxy. */
export interface Choice {
  readonly proxy: 'system' | 'none' | 'manual';
  readonly proxyUrl: string;
}

/**
 * Returns the routes as the user has chosen them, which are read again for each connection. This computer
 * itself is always reached directly. If the chosen proxy is invalid, it is not bypassed. `credentialsFor`
 * returns those for a proxy that requires them and was named without; null for none.
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
