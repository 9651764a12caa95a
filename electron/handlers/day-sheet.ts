import type { DayLine } from '../ledger/figures.ts';

const HEAD = ['Day', 'Drop folder', 'Recipe', 'Done', 'Failed', 'Images'];

/** A day's work as CSV (RFC 4180), with a line for the sum. */
export function daySheet(day: string, lines: readonly DayLine[]): string {
  const sum = (what: 'done' | 'failed' | 'images') =>
    lines.reduce((total, line) => total + line[what], 0);
  const rows = [
    HEAD,
    ...lines.map((line) => [
      day,
      line.path ?? '(given by hand)',
      line.recipe,
      line.done,
      line.failed,
      line.images,
    ]),
    [day, 'All', '', sum('done'), sum('failed'), sum('images')],
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
