import { createHash } from 'node:crypto';
import { failure } from '#shared/failure.ts';
import type { Outcome } from '#shared/problem.ts';
import type { CustomModelRow } from '../../adapters/ledger/custom-models.ts';
import { createPictures } from '../templates/pictures.ts';
import { addressNow } from './addresses.ts';
import type { CustomModelParts } from './types.ts';

/** Thumbnails of custom models and scenes, from the addresses that the service returns. */
export interface CustomModelPictures {
  /** Returns a thumbnail, see `CustomModels.picture`. */
  get(
    row: CustomModelRow | undefined,
    n: number,
    size: number,
    signal: AbortSignal,
  ): Promise<Outcome<string>>;
}

export function createCustomModelPictures(parts: CustomModelParts): CustomModelPictures {
  const { origin } = new URL(parts.serviceUrl);
  const pictures = createPictures(parts);
  return {
    async get(row, n, size, signal) {
      const address = n === 0 ? row?.cover : row?.images?.[n - 1];
      if (address === undefined || address === '') {
        return failure('picture-unknown.own');
      }
      // an address always shows the same picture, but the demo service has another address after
      // each start
      const place = parts.isDemo ? new URL(address, origin).pathname : address;
      const name = `own ${createHash('sha256').update(place).digest('hex')}`;
      return pictures.get(addressNow(parts, address), name, size, signal);
    },
  };
}
