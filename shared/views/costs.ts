/** What costs are grouped by. */
export const costGroups = [
  'day',
  'month',
  'folder',
  'client',
  'recipe',
  'agent',
  'article',
] as const;
export type CostGroup = (typeof costGroups)[number];

/**
 * What became of the images, each counted once. `linked`: a run found at the service and linked to its job later.
 * `doubt`: it is unknown whether the run was charged. `open`: the run has not ended.
 */
export const costOutcomes = ['delivered', 'failed', 'held', 'linked', 'doubt', 'open'] as const;
export type CostOutcome = (typeof costOutcomes)[number];

/** A sum of runs that were charged or may be: of one group, with one outcome, in one currency. */
export interface CostSum {
  readonly outcome: CostOutcome;
  readonly runs: number;
  readonly images: number;
  /** ISO 4217 code; null for images that were bought without a price. */
  readonly currency: string | null;
  /** In minor units of the currency; 0 without a price. */
  readonly minor: number;
}

export interface CostLine extends CostSum {
  /** A day, a name or a path; null for runs without one, such as photos that no hot folder admitted. */
  readonly group: string | null;
}

export interface Costs {
  readonly by: CostGroup;
  /** Local days, YYYY-MM-DD, both included; null for no bound. */
  readonly from: string | null;
  readonly to: string | null;
  /** In the order of the groups. */
  readonly lines: readonly CostLine[];
  /** The sums of all lines. */
  readonly totals: readonly CostSum[];
  /** The user's note on taxes; may be ''. */
  readonly taxNote: string;
}
