/** The photo's pixels for colour comparison: sRGB, line by line. The alpha values are ignored. */
export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}
