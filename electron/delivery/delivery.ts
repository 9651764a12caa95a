import type { Clock } from '#electron/base/clock.ts';
import type { Downloads } from '#electron/network/downloads.ts';
import type { StartHelper } from '#electron/base/helper.ts';
import { fetchFile } from './fetch.ts';
import { createMarker, type Marker } from './metadata.ts';
import { placeFile } from './place.ts';
import type { CheckPicture, Delivery } from './types.ts';

/**
 * Downloads results and puts them into output folders, whole or not at all. `check` decodes a picture
 * to its end (`Images.check`); `skuPattern` is a person's pattern for {sku}, null for the usual one.
 * Nothing is started before the first file; `close` ends what was, but for `downloads`.
 */
export function createDelivery(parts: {
  readonly check: CheckPicture;
  readonly startHelper: StartHelper;
  readonly clock: Clock;
  readonly random: () => number;
  readonly skuPattern?: () => string | null;
  readonly downloads: Downloads;
}): Delivery & Pick<Marker, 'factsOf' | 'rate'> {
  const { check, startHelper, clock, random, downloads, skuPattern = () => null } = parts;
  const marker = createMarker({ startHelper, clock });
  return {
    fetch: (request, signal) => fetchFile({ downloads, check, clock, random }, request, signal),
    place: (request, signal) => placeFile({ check, clock, marker, skuPattern }, request, signal),
    canMark: marker.canMark,
    factsOf: marker.factsOf,
    rate: marker.rate,
    close: () => marker.close(),
  };
}
