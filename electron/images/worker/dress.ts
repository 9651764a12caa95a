import { dressJpeg } from './dress-jpeg.ts';
import { dressPng } from './dress-png.ts';
import { dressWebp } from './dress-webp.ts';

/** What an encoded picture carries besides its pixels. The pixels themselves stay byte for byte. */
export interface Dress {
  /** The profile for a picture that has none of its own. */
  readonly icc: Buffer;
  /**
   * `drop` leaves nothing but the profile: no EXIF, maker notes, XMP, IPTC, comments, previews nor
   * data behind the picture, so no place and no serial number. `keep` leaves what is there.
   */
  readonly metadata: 'drop' | 'keep';
  /** EXIF (a TIFF structure, without the "Exif" prefix) to write into the picture. */
  readonly exif?: Buffer;
}

export type Container = 'jpeg' | 'png' | 'webp';

const dressers = { jpeg: dressJpeg, png: dressPng, webp: dressWebp };

/** Rewrites the container of a picture around the same pixels; null when it is not well formed. */
export function dress(picture: Buffer, container: Container, wanted: Dress): Buffer | null {
  return dressers[container](picture, wanted);
}

const exifPrefix = Buffer.from('Exif\0\0', 'latin1');

/** EXIF as it stands in PNG and WebP: without the prefix that JPEG puts before it. */
export function bareExif(exif: Buffer): Buffer {
  return exif.subarray(0, 6).equals(exifPrefix) ? exif.subarray(6) : exif;
}
