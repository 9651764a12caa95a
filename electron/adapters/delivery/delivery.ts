import type { Clock } from '#electron/base/clock.ts';
import type { Downloads } from '#electron/adapters/network/downloads.ts';
import type { StartHelper } from '#electron/base/helper.ts';
import type { CheckWithin } from '#electron/base/permitted.ts';
import { fetchFile } from './fetch.ts';
import { createMarker, type Marker } from './metadata.ts';
import { placeFile } from './place.ts';
import { createTemporaries } from './temporaries.ts';
import type { CheckPicture, Delivery } from './types.ts';

/**
 * Downloads results and places complete files in output folders. `check` decodes an image
 * completely (`Images.check`); `within` checks whether the administrator policy allows writing to a
 * folder; `skuPattern` returns the user's pattern for {sku}, or null for the default pattern.
 * Starts no process before the first file; `close` ends everything except `downloads`.
 */
export function createDelivery(parts: {
  readonly check: CheckPicture;
  readonly startHelper: StartHelper;
  readonly clock: Clock;
  readonly random: () => number;
  readonly within: CheckWithin;
  readonly skuPattern?: () => string | null;
  readonly downloads: Downloads;
  /** The data folder, which only one process uses at a time. */
  readonly owner: string;
}): Delivery & Pick<Marker, 'factsOf' | 'rate'> {
  const { check, startHelper, clock, random, downloads, skuPattern = () => null } = parts;
  const mayWrite = parts.within;
  const marker = createMarker({ startHelper, clock });
  const temporaries = createTemporaries(parts.owner, random);
  return {
    fetch: (request, signal) => fetchFile({ downloads, check, clock, random }, request, signal),
    mayWrite,
    async place(request, signal) {
      const allowed = await mayWrite(request.context.outFolder);
      if (!allowed.ok) return { ...allowed, then: 'never' };
      return placeFile({ check, clock, marker, temporaries, skuPattern }, request, signal);
    },
    canMark: marker.canMark,
    factsOf: marker.factsOf,
    rate: marker.rate,
    close: () => marker.close(),
  };
}
