/** The data to embed in an encoded picture, whose pixels stay byte for byte. */
export interface EmbeddedData {
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
