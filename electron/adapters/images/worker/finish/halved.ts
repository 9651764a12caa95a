import type { Levels } from './levels.ts';
import type { Box } from './placement.ts';

/** Decoded pixels of 8 bits without alpha. */
interface Plain extends Levels {
  readonly data: Uint8Array;
  readonly channels: 3;
}

/** Highest level of linear light. */
const MOST = 65_535;
const light = Uint16Array.from({ length: 256 }, (_, level) =>
  Math.round(lightOf(level / 255) * MOST),
);
let levelOfLight: Uint8Array | null = null;

/** Checks whether the pixels have 8 bits and no alpha. */
export function isPlain(levels: Levels): levels is Plain {
  return levels.channels === 3 && levels.data instanceof Uint8Array;
}

/**
 * Returns a part of a picture at half its width and height, in linear light with 16 bits. Each pixel is the mean of
 * four; if the number of columns or rows is odd, the last ones count twice.
 */
export function halvedLight({ data, width: across }: Plain, part: Box): Levels {
  const width = (part.width + 1) >> 1;
  const height = (part.height + 1) >> 1;
  const half = new Uint16Array(width * height * 3);
  const isOdd = part.width % 2 === 1;
  for (let y = 0; y < height; y += 1) {
    const upper = ((part.top + 2 * y) * across + part.left) * 3;
    const lower = 2 * y + 1 < part.height ? upper + across * 3 : upper;
    const end = (y + 1) * width * 3;
    writeMeans(half, end - width * 3, isOdd ? end - 3 : end, data, upper, lower);
    if (isOdd) writeLast(half, end - 3, data, upper, lower, (part.width - 1) * 3);
  }
  return { data: half, width, height, channels: 3 };
}

/** Writes the means of two rows, which begin at `upper` and `lower`, from `to` to before `end`. */
function writeMeans(
  half: Uint16Array,
  start: number,
  end: number,
  data: Uint8Array,
  upper: number,
  lower: number,
): void {
  for (let to = start, one = upper, two = lower; to < end; to += 3, one += 6, two += 6) {
    half[to] = mean(data[one]!, data[one + 3]!, data[two]!, data[two + 3]!);
    half[to + 1] = mean(data[one + 1]!, data[one + 4]!, data[two + 1]!, data[two + 4]!);
    half[to + 2] = mean(data[one + 2]!, data[one + 5]!, data[two + 2]!, data[two + 5]!);
  }
}

/** Writes the means of the last pixels of two rows. */
function writeLast(
  half: Uint16Array,
  to: number,
  data: Uint8Array,
  upper: number,
  lower: number,
  last: number,
): void {
  for (let at = last; at < last + 3; at += 1) {
    const [one, two] = [data[upper + at]!, data[lower + at]!];
    half[to + at - last] = mean(one, one, two, two);
  }
}

function mean(one: number, two: number, three: number, four: number): number {
  return (light[one]! + light[two]! + light[three]! + light[four]! + 2) >> 2;
}

/** Converts a picture in linear light to 8-bit levels. */
export function fromLight({ data, ...picture }: Levels): Levels {
  levelOfLight ??= Uint8Array.from({ length: MOST + 1 }, (_, at) =>
    Math.round(levelOf(at / MOST) * 255),
  );
  const levels = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += 1) levels[at] = levelOfLight[data[at]!]!;
  return { data: levels, ...picture };
}

function lightOf(level: number): number {
  return level <= 0.040_45 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4;
}

function levelOf(linear: number): number {
  return linear <= 0.003_130_8 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
}
