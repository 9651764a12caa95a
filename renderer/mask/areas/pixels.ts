/** The photo as its colours are looked at: sRGB with an alpha that does not count, line after line. */
export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}
