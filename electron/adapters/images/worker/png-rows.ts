import type { Size } from './geometry.ts';

/**
 * The PNG filter "Up", which stores each row as its difference from the row above; in a mask, few
 * pixels differ.
 */
const FROM_ABOVE = 2;
const CHANNELS = 4;
/** Number of pixels compared together. */
const WORD = 4;

/**
 * Turns rows of values from 0 to 255, starting at the top, into RGBA rows of a PNG: white with the value
 * as alpha, and (0,0,0,0) for the value 0.
 */
export class PngRows {
  /**
   * Sum of all values, assuming that all rows not yet written equal the last one; exact after the
   * last row.
   */
  sum = 0;
  readonly #width: number;
  readonly #values: Uint8Array;
  readonly #above: Uint8Array;
  #left: number;

  /** @param most maximum number of rows written in one call */
  constructor({ width, height }: Size, most: number) {
    this.#width = width;
    this.#left = height;
    // rounded up to complete words, because the last word is compared as one unit
    const length = Math.ceil((most * width) / WORD) * WORD;
    this.#values = new Uint8Array(length);
    this.#above = new Uint8Array(length);
  }

  /** Returns the number of bytes in this many rows. */
  bytes(rows: number): number {
    return rows * (1 + this.#width * CHANNELS);
  }

  /** Writes the next rows into a buffer of exactly their length. */
  write(values: Uint8Array, into: Buffer): void {
    into.fill(0);
    for (let at = 0; at < into.length; at += this.bytes(1)) into[at] = FROM_ABOVE;
    const [now, above, width] = [this.#values, this.#above, this.#width];
    above.set(values.subarray(0, values.length - width), width);
    now.set(values);
    this.#tellDifferences(values.length, into);
    above.set(values.subarray(values.length - width));
    this.#left -= values.length / width;
  }

  #tellDifferences(length: number, into: Buffer): void {
    const [values, above, width] = [this.#values, this.#above, this.#width];
    const words = new Int32Array(values.buffer, 0, Math.ceil(length / WORD));
    const wordsAbove = new Int32Array(above.buffer, 0, words.length);
    let [row, rowEnd] = [0, width];
    let sum = 0;
    for (let word = 0; word < words.length; word += 1) {
      if (words[word] === wordsAbove[word]) continue;
      const end = Math.min(length, (word + 1) * WORD);
      for (let at = word * WORD; at < end; at += 1) {
        const value = values[at]!;
        const before = above[at]!;
        if (value === before) continue;
        for (; at >= rowEnd; rowEnd += width) row += 1;
        const to = at * CHANNELS + row + 1;
        into[to + 3] = value - before;
        sum += (value - before) * (this.#left - row);
        if (value !== 0 && before !== 0) continue;
        // differences are stored modulo 256: 255 for the step from 0 to white, 1 for the step from
        // white back to 0
        const colour = value === 0 ? 1 : 255;
        into[to] = colour;
        into[to + 1] = colour;
        into[to + 2] = colour;
      }
    }
    this.sum += sum;
  }
}
