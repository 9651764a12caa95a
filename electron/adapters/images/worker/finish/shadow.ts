import type { Colour, Levels } from './levels.ts';

/** How the darkened background is told from its noise. */
export interface Shadow {
  readonly background: Colour;
  /** Share of light that the background's noise takes away. */
  readonly noise: number;
  /** Levels from which a pixel has no shadow, because all of it is noise. */
  readonly clear: Colour;
}

/** @param noise levels by which the background varies */
export function shadowOn(background: Colour, noise: number, most: number): Shadow {
  const share = noise / most;
  const [red, green, blue] = background;
  const light = 1 - share;
  return { background, noise: share, clear: [red * light, green * light, blue * light] };
}

/** Returns how dark the shadow is at a pixel, from 0 to 1. */
export function shadowAt(
  { background, noise, clear }: Shadow,
  data: Levels['data'],
  at: number,
): number {
  const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!];
  if (red >= clear[0] && green >= clear[1] && blue >= clear[2]) return 0;
  const light = Math.min(red / background[0], green / background[1], blue / background[2]);
  const dark = 1 - light;
  const beyondNoise = dark / noise - 1;
  return beyondNoise <= 0 ? 0 : dark * Math.min(1, beyondNoise);
}
