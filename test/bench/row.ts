/** One figure of `npm run bench`: what Darkslide takes beside a floor measured in the same run. */
export interface Row {
  readonly what: string;
  readonly product: number;
  readonly floor: number;
  readonly ratio: number;
  /** As docs/performance.md states it; empty where there is none. */
  readonly goal: string;
  readonly unit: 'ms' | 'MB' | 'kB' | '%';
}

/** The row of a figure and its floor. */
export function rowOf(
  what: string,
  product: number,
  floor: number,
  goal = '',
  unit: Row['unit'] = 'ms',
): Row {
  return { what, product, floor, ratio: product / floor, goal, unit };
}
