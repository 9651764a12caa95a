/** Returns the first line of a page that `npm run docs` writes. */
export const generated = (from: string) =>
  `<!-- Generated from ${from} by "npm run docs". Change it there. -->`;

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function code(text: string | number): string {
  return `\`${text}\``;
}
