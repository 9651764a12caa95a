import type { Clock } from '../../base/clock.ts';
import type { Tables } from './rows.ts';

/**
 * A photo is identified by its content, never by its name; a photo given by its address is identified by
 * that address.
 */
export type PhotoIdentity =
  { readonly sha256: string; readonly bytes: number } | { readonly url: string };

export interface PhotoRepository {
  /** Returns the id of the photo, and adds it if it is new. */
  know(photo: PhotoIdentity): number;
  /** Returns the size in bytes of the photo with this content. */
  bytesOf(sha256: string): number | undefined;
}

export function photoRepository(db: Tables, clock: Clock): PhotoRepository {
  return {
    know(photo) {
      const identity = 'url' in photo ? `url:${photo.url}` : photo.sha256;
      const known = db.value<number>('SELECT id FROM photos WHERE identity = ?', identity);
      if (known !== undefined) return known;
      const { sha256, bytes } = 'url' in photo ? { sha256: null, bytes: null } : photo;
      return db.insertRow('photos', { identity, sha256, bytes, firstSeenAt: clock.wall() });
    },
    bytesOf: (sha256) => db.value('SELECT bytes FROM photos WHERE identity = ?', sha256),
  };
}
