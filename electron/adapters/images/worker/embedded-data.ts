/** The data to embed in an encoded picture whose coded pixels stay identical. */
export interface EmbeddedData {
  /** The profile to embed if the picture has none. */
  readonly icc: Buffer;
  /**
   * `drop` removes everything except the profile: EXIF, maker notes, XMP, IPTC, comments, previews and
   * data after the picture, and therefore also location and serial number. `keep` leaves all metadata
   * unchanged.
   */
  readonly metadata: 'drop' | 'keep';
  /** EXIF (a TIFF structure, without the "Exif" prefix) to write into the picture. */
  readonly exif?: Buffer;
}

export type Container = 'jpeg' | 'png' | 'webp';
