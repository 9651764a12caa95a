/** One figure of `npm run bench`: Darkslide's value and a floor measured in the same run. */
export interface Row {
  readonly what: string;
  readonly product: number;
  readonly floor: number;
  readonly ratio: number;
  /** As stated in docs/performance.md; empty for none. */
  readonly goal: string;
  readonly unit: 'ms' | 'MB' | 'kB' | '%';
}

/** Returns the row of a figure and its floor. */
export function rowOf(
  what: string,
  product: number,
  floor: number,
  goal = '',
  unit: Row['unit'] = 'ms',
): Row {
  return { what, product, floor, ratio: product / floor, goal, unit };
}
