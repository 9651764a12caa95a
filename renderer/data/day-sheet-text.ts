import { csvCell } from '#shared/csv.ts';
import type { DayLine } from '#shared/views/folders.ts';

/** The labels in a day sheet, in the language of the window. */
export interface SheetWords {
  /** Column headings: day, hot folder, recipe, photos done, photos failed and images. */
  readonly head: readonly [string, string, string, string, string, string];
  /** Shown instead of a folder for manually added photos. */
  readonly byHand: string;
  /** Label of the totals. */
  readonly all: string;
}

/** Returns a day's work as CSV (RFC 4180), with a line of totals. */
export function daySheet(day: string, lines: readonly DayLine[], words: SheetWords): string {
  const sum = (what: 'done' | 'failed' | 'images') =>
    lines.reduce((total, line) => total + line[what], 0);
  const rows = [
    words.head,
    ...lines.map((line) => [
      day,
      line.path ?? words.byHand,
      line.recipe,
      line.done,
      line.failed,
      line.images,
    ]),
    [day, words.all, '', sum('done'), sum('failed'), sum('images')],
  ];
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}
