import Table from 'cli-table3';
import stringWidth from 'string-width';
import { plainLines } from '#shared/plain-text.ts';

const lines =
  'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid';
const noLines = { ...Object.fromEntries(lines.split(' ').map((line) => [line, ''])), middle: '  ' };

/** Formats rows as columns without lines and colours, so that the table looks the same in a file. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  widths?: readonly number[],
): string {
  const drawn = new Table({
    head: [...head],
    chars: noLines,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    ...(widths === undefined ? {} : { colWidths: [...widths], wordWrap: true }),
  });
  for (const row of rows) drawn.push(row.map(plainLines));
  return drawn.toString().replaceAll(/ +$/gm, '');
}

/** Pads text with spaces to a width in columns of a terminal, with at least one space. */
export function padded(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(1, columns - stringWidth(text)));
}
