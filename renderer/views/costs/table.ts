import {
  costOutcomes,
  type CostLine,
  type CostOutcome,
  type CostSum,
} from '#shared/views/costs.ts';

/** A number of images and their cost, in minor units of the row's currency. */
export interface CostCell {
  readonly images: number;
  readonly minor: number;
}

/** The costs of a group in one currency; amounts in different currencies are never added. */
export interface CostRow {
  /** Null for runs without a group. */
  readonly group: string | null;
  /** Null for images without a price. */
  readonly currency: string | null;
  readonly outcomes: Readonly<Partial<Record<CostOutcome, CostCell>>>;
  /** All outcomes together. */
  readonly sum: CostCell;
}

export const costColumns = ['group', ...costOutcomes, 'sum'] as const;
export type CostColumn = (typeof costColumns)[number];

export interface CostSort {
  readonly column: CostColumn;
  readonly isDescending: boolean;
}

const nothing: CostCell = { images: 0, minor: 0 };

/** Sums lines into one row for each group and currency, in the order in which they first occur. */
export function rowsOf(lines: readonly (CostSum & Partial<CostLine>)[]): readonly CostRow[] {
  const rows = new Map<string, CostRow>();
  for (const { group = null, currency, outcome, images, minor } of lines) {
    const key = JSON.stringify([group, currency]);
    const { outcomes, sum } = rows.get(key) ?? { outcomes: {}, sum: nothing };
    const add = (cell: CostCell = nothing) => ({
      images: cell.images + images,
      minor: cell.minor + minor,
    });
    const more = { ...outcomes, [outcome]: add(outcomes[outcome]) };
    rows.set(key, { group, currency, outcomes: more, sum: add(sum) });
  }
  return [...rows.values()];
}

/**
 * Returns the rows in this order. In the order by group, rows without a group come last. Amounts are compared only
 * within their currency.
 */
export function sortedRows(
  rows: readonly CostRow[],
  { column, isDescending }: CostSort,
): readonly CostRow[] {
  const way = isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    if (column === 'group') {
      return (
        Number(one.group === null) - Number(other.group === null) ||
        way * byName(one.group ?? '', other.group ?? '') ||
        byCurrency(one, other)
      );
    }
    const [a, b] = [cellOf(one, column), cellOf(other, column)];
    return byCurrency(one, other) || way * (a.minor - b.minor || a.images - b.images);
  });
}

/** Returns the images and the cost of a row in a column. */
export function cellOf(row: CostRow, column: Exclude<CostColumn, 'group'>): CostCell {
  return (column === 'sum' ? row.sum : row.outcomes[column]) ?? nothing;
}

function byName(one: string, other: string): number {
  return one.localeCompare(other, undefined, { numeric: true });
}

/** Compares rows by currency; rows without a price come last. */
function byCurrency(one: CostRow, other: CostRow): number {
  return (
    Number(one.currency === null) - Number(other.currency === null) ||
    byName(one.currency ?? '', other.currency ?? '')
  );
}
