import type { Levels } from './levels.ts';

/** A background whose colour changes smoothly: a polynomial of the position for each channel. */
export interface Background {
  /**
   * Returns by how many levels a pixel differs from the background, in the channel in which it differs most.
   */
  difference(at: number): number;
  /** Writes the colours of a row, three levels per pixel, rounded. */
  row(levels: Int16Array, y: number): void;
}

/** Powers of x and y in each term; light falls off more from top to bottom than from left to right. */
const terms: readonly (readonly [x: number, y: number])[] = [
  [0, 0],
  [1, 0],
  [2, 0],
  [0, 1],
  [1, 1],
  [2, 1],
  [0, 2],
  [1, 2],
  [0, 3],
  [1, 3],
  [0, 4],
];
/** Number of fits; each gives less weight to pixels that do not match the previous fit. */
const fits = 8;
/** Minimum difference in levels at which a pixel loses weight. */
const leastDifference = 2;
/** Keeps the equations solvable if the pixels do not determine all terms. */
const damping = 1e-6;

/** Fits a smooth background to some pixels, some of which may belong to the subject. */
export function backgroundOf(picture: Levels, pixels: readonly number[]): Background {
  const { data, channels, width, height } = picture;
  const across = (x: number) => (2 * x) / Math.max(1, width - 1) - 1;
  const down = (y: number) => (2 * y) / Math.max(1, height - 1) - 1;
  const knownAt = (at: number): Known => {
    const [x, y] = [across(at % width), down(Math.floor(at / width))];
    const from = at * channels;
    const levels = [data[from]!, data[from + 1]!, data[from + 2]!];
    return { values: terms.map(([powerX, powerY]) => x ** powerX * y ** powerY), levels };
  };
  const known = pixels.map(knownAt);
  const weights = new Float64Array(known.length).fill(1);
  let factors = fitted(known, weights);
  for (let fit = 1; fit < fits; fit += 1) {
    const differences = Float64Array.from(known, (pixel) => differenceOf(pixel, factors));
    const usual = Math.max(leastDifference, differences.toSorted()[known.length >> 1]!);
    for (const [n, difference] of differences.entries()) {
      weights[n] = 1 / (1 + (difference / usual) ** 2) ** 2;
    }
    factors = fitted(known, weights);
  }
  return {
    difference: (at) => differenceOf(knownAt(at), factors),
    row(levels, y) {
      const powers = [0, 1, 2, 3, 4].map((power) => down(y) ** power);
      for (const [channel, own] of factors.entries()) {
        // in one row, the colour is a polynomial of x
        const ofX = [0, 0, 0];
        for (const [n, [powerX, powerY]] of terms.entries())
          ofX[powerX]! += own[n]! * powers[powerY]!;
        writeRow(levels, channel, ofX);
      }
    },
  };
}

/** Writes the levels of one channel in a row, from the factors of the powers of x. */
function writeRow(levels: Int16Array, channel: number, ofX: readonly number[]): void {
  const [constant, linear, square] = ofX as [number, number, number];
  const step = 6 / Math.max(1, levels.length - 3);
  for (let to = channel, place = -1; to < levels.length; to += 3, place += step) {
    levels[to] = constant + place * (linear + place * square) + 0.5;
  }
}

/** A pixel whose colour is known. */
interface Known {
  /** Value of each term at its position. */
  readonly values: readonly number[];
  readonly levels: readonly number[];
}

type Factors = readonly (readonly number[])[];

/** Returns by how many levels a pixel differs from the fit, in the channel in which it differs most. */
function differenceOf({ values, levels }: Known, factors: Factors): number {
  let largest = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    const own = factors[channel]!;
    let level = 0;
    for (let n = 0; n < values.length; n += 1) level += own[n]! * values[n]!;
    largest = Math.max(largest, Math.abs(levels[channel]! - level));
  }
  return largest;
}

/** Returns the factors of all terms for each channel, by weighted least squares. */
function fitted(known: readonly Known[], weights: Float64Array): Factors {
  const equations = terms.map(() => new Float64Array(terms.length + 3));
  for (let n = 0; n < known.length; n += 1) add(equations, known[n]!, weights[n]!);
  for (const [row, equation] of equations.entries()) equation[row]! += damping * known.length;
  eliminate(equations);
  return [0, 1, 2].map((channel) =>
    equations.map((equation, row) => equation[terms.length + channel]! / equation[row]!),
  );
}

/** Adds a pixel to the equations. */
function add(equations: readonly Float64Array[], { values, levels }: Known, weight: number): void {
  const count = terms.length;
  for (let row = 0; row < count; row += 1) {
    const equation = equations[row]!;
    const factor = weight * values[row]!;
    for (let column = 0; column < count; column += 1) equation[column]! += factor * values[column]!;
    for (let channel = 0; channel < 3; channel += 1) {
      equation[count + channel]! += factor * levels[channel]!;
    }
  }
}

/** Solves equations in place: afterwards, each contains one unknown only. */
function eliminate(equations: readonly Float64Array[]): void {
  for (const [pivot, own] of equations.entries()) {
    for (const [row, other] of equations.entries()) {
      if (row === pivot) continue;
      const factor = other[pivot]! / own[pivot]!;
      for (let column = pivot; column < own.length; column += 1) {
        other[column]! -= factor * own[column]!;
      }
    }
  }
}
