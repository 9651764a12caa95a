/** The properties by which costs can be grouped. */
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

/** The formats in which costs are exported. */
export const costFormats = ['csv', 'json'] as const;
export type CostFormat = (typeof costFormats)[number];

/**
 * The outcome of the images; each image has exactly one. `linked`: the run was found at the service and linked to its
 * job later. `doubt`: it is unknown whether the run was charged. `open`: the run has not ended.
 */
export const costOutcomes = ['delivered', 'failed', 'held', 'linked', 'doubt', 'open'] as const;
export type CostOutcome = (typeof costOutcomes)[number];

/** The sum of runs that were charged or may have been, with one outcome and in one currency. */
export interface CostSum {
  readonly outcome: CostOutcome;
  readonly runs: number;
  readonly images: number;
  /** ISO 4217 code; null for images that were bought without a price. */
  readonly currency: string | null;
  /** In minor units of the currency; 0 if there is no price. */
  readonly minor: number;
}

export interface CostLine extends CostSum {
  /**
   * The group: a day, a name or a path. Null for runs that have no such value, such as the hot folder of photos that
   * the user added.
   */
  readonly group: string | null;
}

export interface Costs {
  readonly by: CostGroup;
  /** Local days, YYYY-MM-DD, both included; null if the period is open at this end. */
  readonly from: string | null;
  readonly to: string | null;
  /** Ordered by group. */
  readonly lines: readonly CostLine[];
  /** The sums of all lines. */
  readonly totals: readonly CostSum[];
  /** The user's note on taxes; may be empty. */
  readonly taxNote: string;
}
