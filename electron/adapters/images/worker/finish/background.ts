import type { Levels } from './levels.ts';

/** A background whose colour changes smoothly: a polynomial of the position for each channel. */
export interface Background {
  /**
   * Returns by how many levels each of some pixels differs from the background, in the channel in which it
   * differs most.
   */
  differences(pixels: readonly number[]): Float64Array;
  /** Colours of the whole picture, three levels per pixel, rounded. */
  readonly colours: Int16Array;
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
const TERMS = terms.length;
/** Numbers in an equation: the factors of its terms, and the sums of three channels. */
const EQUATION = TERMS + 3;
/** Number of fits; each gives less weight to pixels that do not match the previous fit. */
const fits = 8;
/** Minimum difference in levels at which a pixel loses weight. */
const leastDifference = 2;
/** Keeps the equations solvable if the pixels do not determine all terms. */
const damping = 1e-6;

/** Fits a smooth background to some pixels, some of which may belong to the subject. */
export function backgroundOf(picture: Levels, pixels: readonly number[]): Background {
  const known = knownAt(picture, pixels);
  const weights = new Float64Array(pixels.length).fill(1);
  let factors = fitted(known, weights);
  for (let fit = 1; fit < fits; fit += 1) {
    const differences = differencesFrom(known, factors);
    const usual = Math.max(leastDifference, differences.toSorted()[pixels.length >> 1]!);
    for (let n = 0; n < weights.length; n += 1) {
      weights[n] = 1 / (1 + (differences[n]! / usual) ** 2) ** 2;
    }
    factors = fitted(known, weights);
  }
  return {
    differences: (others) => differencesFrom(knownAt(picture, others), factors),
    colours: coloursFrom(picture, factors),
  };
}

/** Pixels whose colours are known. */
interface Known {
  /** Value of each term at the position of each pixel. */
  readonly values: Float64Array;
  /** Three levels of each pixel. */
  readonly levels: Float64Array;
}

/** The factors of all terms for the first channel, then for the second and the third. */
type Factors = Float64Array;

function knownAt({ data, channels, width, height }: Levels, pixels: readonly number[]): Known {
  const values = new Float64Array(pixels.length * TERMS);
  const levels = new Float64Array(pixels.length * 3);
  for (let n = 0; n < pixels.length; n += 1) {
    const at = pixels[n]!;
    const powersOfX = powersOf(placeOf(at % width, width));
    const powersOfY = powersOf(placeOf(Math.floor(at / width), height));
    for (let term = 0; term < TERMS; term += 1) {
      const [powerX, powerY] = terms[term]!;
      values[n * TERMS + term] = powersOfX[powerX]! * powersOfY[powerY]!;
    }
    for (let channel = 0; channel < 3; channel += 1) {
      levels[n * 3 + channel] = data[at * channels + channel]!;
    }
  }
  return { values, levels };
}

/** Returns where a row or column is, from -1 for the first to 1 for the last. */
function placeOf(index: number, count: number): number {
  return (2 * index) / Math.max(1, count - 1) - 1;
}

function powersOf(place: number): readonly number[] {
  const square = place * place;
  return [1, place, square, square * place, square * square];
}

function coloursFrom({ width, height }: Levels, factors: Factors): Int16Array {
  const colours = new Int16Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    const powers = powersOf(placeOf(y, height));
    for (let channel = 0; channel < 3; channel += 1) {
      // in one row, the colour is a polynomial of x
      const ofX = [0, 0, 0];
      for (const [n, [powerX, powerY]] of terms.entries()) {
        ofX[powerX]! += factors[channel * TERMS + n]! * powers[powerY]!;
      }
      writeRow(colours, y * width * 3 + channel, width, ofX);
    }
  }
  return colours;
}

/** Writes the levels of one channel in a row, from the factors of the powers of x. */
function writeRow(levels: Int16Array, first: number, width: number, ofX: readonly number[]): void {
  const [constant, linear, square] = ofX as [number, number, number];
  const step = 2 / Math.max(1, width - 1);
  for (let x = 0, to = first, place = -1; x < width; x += 1, to += 3, place += step) {
    levels[to] = constant + place * (linear + place * square) + 0.5;
  }
}

function differencesFrom({ values, levels }: Known, factors: Factors): Float64Array {
  const differences = new Float64Array(levels.length / 3);
  for (let n = 0; n < differences.length; n += 1) {
    let largest = 0;
    for (let channel = 0; channel < 3; channel += 1) {
      let level = 0;
      for (let term = 0; term < TERMS; term += 1) {
        level += factors[channel * TERMS + term]! * values[n * TERMS + term]!;
      }
      largest = Math.max(largest, Math.abs(levels[n * 3 + channel]! - level));
    }
    differences[n] = largest;
  }
  return differences;
}

/** Returns the factors of all terms for each channel, by weighted least squares. */
function fitted({ values, levels }: Known, weights: Float64Array): Factors {
  const equations = new Float64Array(TERMS * EQUATION);
  for (let n = 0; n < weights.length; n += 1) {
    for (let row = 0; row < TERMS; row += 1) {
      const factor = weights[n]! * values[n * TERMS + row]!;
      const first = row * EQUATION;
      for (let column = 0; column < TERMS; column += 1) {
        equations[first + column]! += factor * values[n * TERMS + column]!;
      }
      for (let channel = 0; channel < 3; channel += 1) {
        equations[first + TERMS + channel]! += factor * levels[n * 3 + channel]!;
      }
    }
  }
  for (let row = 0; row < TERMS; row += 1) {
    equations[row * EQUATION + row]! += damping * weights.length;
  }
  eliminate(equations);
  return Float64Array.from({ length: 3 * TERMS }, (_, n) => {
    const [channel, row] = [Math.floor(n / TERMS), n % TERMS];
    return equations[row * EQUATION + TERMS + channel]! / equations[row * EQUATION + row]!;
  });
}

/** Solves equations in place: afterwards, each contains one unknown only. */
function eliminate(equations: Float64Array): void {
  for (let pivot = 0; pivot < TERMS; pivot += 1) {
    const own = pivot * EQUATION;
    for (let row = 0; row < TERMS; row += 1) {
      if (row === pivot) continue;
      const other = row * EQUATION;
      const factor = equations[other + pivot]! / equations[own + pivot]!;
      for (let column = pivot; column < EQUATION; column += 1) {
        equations[other + column]! -= factor * equations[own + column]!;
      }
    }
  }
}
