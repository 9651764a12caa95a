/** The photo's pixels for colour comparison: sRGB with an ignored alpha, line by line. */
export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}
