/**
 * One figure of `npm run bench`: Darkslide's value, and the floor, which is the least time or memory that the
 * same task can take on this computer. Both are measured in the same run.
 */
export interface Row {
  readonly what: string;
  readonly product: number;
  readonly floor: number;
  readonly ratio: number;
  /** The goal in docs/performance.md; empty if there is none. */
  readonly goal: string;
  readonly unit: 'ms' | 'MB' | 'kB' | '%';
}

/** Returns the row of a figure, with the ratio of Darkslide's value to the floor. */
export function rowOf(
  what: string,
  product: number,
  floor: number,
  goal = '',
  unit: Row['unit'] = 'ms',
): Row {
  return { what, product, floor, ratio: product / floor, goal, unit };
}
