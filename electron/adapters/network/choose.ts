import type { ProxyWay, Way, WaysTo } from './ways.ts';
import { direct, isThisComputer, readProxy, withoutPassword, type Credentials } from './ways.ts';

/** What a person has chosen of the way out. */
export interface Choice {
  readonly proxy: 'system' | 'none' | 'manual';
  readonly proxyUrl: string;
}

/**
 * The ways as a person has chosen them, asked for anew with each connection. This computer itself is
 * always reached straight. A proxy that is chosen and cannot be read is no reason to go past it.
 * `credentialsFor` has those for a proxy that asks and was named without; null for none.
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
