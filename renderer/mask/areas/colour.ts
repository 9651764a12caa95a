/**
 * Colours in a perceptual space: Oklab with both colour axes doubled, because light and shade vary more on an
 * object than its colour does. Black and white are 1 apart; the smallest visible difference is about 0.02.
 */

/** Lightness (l), green to red (a) and blue to yellow (b). */
export interface Colour {
  readonly l: number;
  readonly a: number;
  readonly b: number;
}

/** Number of light levels. The number is high, because the eye distinguishes even very similar dark levels. */
const STEPS = 65_535;

const light = Float64Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});
/** How much each value of a colour channel contributes to the response of one type of cone in the eye. */
const share = (of: number) => Float32Array.from(light, (value) => value * of * STEPS);
const long = [share(0.4122214708), share(0.5363325363), share(0.0514459929)] as const;
const medium = [share(0.2119034982), share(0.6806995451), share(0.1073969566)] as const;
const short = [share(0.0883024619), share(0.2817188376), share(0.6299787005)] as const;
const root = Float32Array.from({ length: STEPS + 2 }, (_, step) => Math.cbrt(step / STEPS));

type Cones = typeof long;
const through = ([reds, greens, blues]: Cones, red: number, green: number, blue: number): number =>
  root[(reds[red]! + greens[green]! + blues[blue]! + 0.5) | 0]!;

const lightness = (l: number, m: number, s: number) =>
  0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
const redness = (l: number, m: number, s: number) =>
  3.9559969902 * l - 4.85718441 * m + 0.9011874198 * s;
const yellowness = (l: number, m: number, s: number) =>
  0.0518080742 * l + 1.5655435324 * m - 1.6173516066 * s;

/** Converts an sRGB colour, given as three bytes, to the perceptual space. */
export function colourOf(red: number, green: number, blue: number): Colour {
  const l = through(long, red, green, blue);
  const m = through(medium, red, green, blue);
  const s = through(short, red, green, blue);
  return { l: lightness(l, m, s), a: redness(l, m, s), b: yellowness(l, m, s) };
}

/** Returns the distance between two colours, 0 to about 1.2. */
export function apart(one: Colour, other: Colour): number {
  return Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b);
}
