import type { DayLine } from '#shared/views/folders.ts';

/** The words of a day sheet, in the language of the window. */
export interface SheetWords {
  /** Over day, drop folder, recipe, photos done, photos failed and images. */
  readonly head: readonly [string, string, string, string, string, string];
  /** In place of a folder, where a person gave the photos. */
  readonly byHand: string;
  /** Before the sum. */
  readonly all: string;
}

/** A day's work as CSV (RFC 4180), with a line for the sum. */
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
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/**
 * A spreadsheet takes what begins with = + - @ for a formula, also behind a tab or a line break; a
 * quote before it makes it text. Folders and recipes are named by whoever likes.
 */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const harmless = /^[\s]*[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
