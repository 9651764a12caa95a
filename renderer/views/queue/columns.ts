import { jobColumns, type JobColumn } from '#shared/job-row.ts';

/** A column of the job list. `at` is the number of the column for screen readers, from 1, including hidden columns. */
export interface Column {
  readonly name: JobColumn | 'mark' | 'picture';
  readonly width: string;
  readonly hideBelow?: number;
  readonly at: number;
}

/** All columns: first the list's own columns, then the columns that are declared for job rows. */
export const allColumns: readonly Column[] = [
  { name: 'mark' as const, width: '16px' },
  { name: 'picture' as const, width: '40px' },
  ...jobColumns,
].map((column, index) => ({ ...column, at: index + 1 }));

/** Returns the columns that fit a list of this width in px. */
export function columnsIn(width: number): readonly Column[] {
  return allColumns.filter(({ hideBelow = 0 }) => width >= hideBelow);
}

/** Returns the widths of columns for a CSS grid. */
export function tracksOf(columns: readonly Column[]): string {
  return columns.map(({ width }) => width).join(' ');
}
