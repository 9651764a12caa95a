import type { Clock } from '#electron/base/clock.ts';
import { createNetwork, type Network } from '#electron/network/network.ts';
import { noProxies } from '#electron/network/ways.ts';
import { fetchFile } from './fetch.ts';
import { createMarker, type Marker } from './metadata.ts';
import { placeFile } from './place.ts';
import { downloadAgent, fetchTimeouts } from './response.ts';
import type { FetchTimeouts } from './response.ts';
import type { CheckPicture, Delivery } from './types.ts';

/**
 * Downloads results and puts them into output folders, whole or not at all. `check` decodes a picture
 * to its end (`Images.check`); `skuPattern` is a person's pattern for {sku}, null for the usual one;
 * without a `network` downloads go straight. Nothing is started before the first file; `close` ends what
 * was.
 */
export function createDelivery(parts: {
  readonly check: CheckPicture;
  readonly clock: Clock;
  readonly random: () => number;
  readonly timeouts?: FetchTimeouts;
  readonly skuPattern?: () => string | null;
  readonly network?: Network;
}): Delivery & Pick<Marker, 'factsOf' | 'rate'> {
  const { check, clock, random, timeouts = fetchTimeouts, skuPattern = () => null } = parts;
  const { network = createNetwork({ clock, waysTo: noProxies }) } = parts;
  const closing = new AbortController();
  const agent = downloadAgent(timeouts, network, closing.signal);
  const marker = createMarker();
  return {
    fetch: (request, signal) =>
      fetchFile({ agent, network, check, clock, random, timeouts }, request, signal),
    place: (request, signal) => placeFile({ check, clock, marker, skuPattern }, request, signal),
    factsOf: marker.factsOf,
    rate: marker.rate,
    async close() {
      closing.abort();
      await agent.destroy();
      await marker.close();
    },
  };
}
