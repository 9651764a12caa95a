import type { Way, WaysTo } from './ways.ts';
import { direct, isThisComputer, readProxy, withoutPassword, type Credentials } from './ways.ts';

/** What a person has chosen of the way out. */
export interface Choice {
  readonly proxy: 'system' | 'none' | 'manual';
  readonly proxyUrl: string;
  /** For a proxy that asks and has none of its own; null for none. */
  readonly credentials: Credentials | null;
}

/**
 * The ways as a person has chosen them, asked for anew with each connection. This computer itself is
 * always reached straight. A proxy that is chosen and cannot be read is no reason to go past it.
 */
export function chosenWays(choice: () => Choice, system: WaysTo): WaysTo {
  return async (place) => {
    if (isThisComputer(place.hostname)) return [direct];
    const { proxy, proxyUrl, credentials } = choice();
    if (proxy === 'none') return [direct];
    const ways = proxy === 'system' ? await system(place) : [manualWay(proxyUrl)];
    return ways.map((way) =>
      way.kind === 'proxy' && way.credentials === null ? { ...way, credentials } : way,
    );
  };
}

function manualWay(proxyUrl: string): Way {
  const read = readProxy(proxyUrl);
  return read.ok ? read.value : { kind: 'unusable', name: withoutPassword(proxyUrl) };
}
