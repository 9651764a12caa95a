import type { Clock } from '../../base/clock.ts';
import type { Database } from './sqlite.ts';

/** A photo is known by its content, never by its name; one given by address, by that address. */
export type PhotoIdentity =
  { readonly sha256: string; readonly bytes: number } | { readonly url: string };

export interface PhotoRepository {
  /** The id of the photo, which is written down when it is new. */
  know(photo: PhotoIdentity): number;
  /** Bytes of the photo with this content. */
  bytesOf(sha256: string): number | undefined;
}

export function photoRepository(db: Database, clock: Clock): PhotoRepository {
  return {
    know(photo) {
      const identity = 'url' in photo ? `url:${photo.url}` : photo.sha256;
      const known = db.get<{ id: number }>('SELECT id FROM photos WHERE identity = ?', identity);
      if (known !== undefined) return known.id;
      return db.insert(
        'INSERT INTO photos (identity, sha256, bytes, first_seen_at) VALUES (?, ?, ?, ?)',
        identity,
        'url' in photo ? null : photo.sha256,
        'url' in photo ? null : photo.bytes,
        clock.wall(),
      );
    },
    bytesOf: (sha256) =>
      db.get<{ bytes: number }>('SELECT bytes FROM photos WHERE identity = ?', sha256)?.bytes,
  };
}
