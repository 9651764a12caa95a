/**
 * Escapes a cell of CSV (RFC 4180). A spreadsheet treats text that starts with = + - @, also after a tab or a line
 * break, as a formula; a leading quote prevents that. Folders and recipes can have any name.
 */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const harmless = /^[\s]*[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
