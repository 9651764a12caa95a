/**
 * Escapes a cell of CSV (RFC 4180). A spreadsheet would run text that starts with = + - or @, even after a tab or a
 * line break, as a formula; a quote at the start prevents that. This is necessary because folders and recipes can have
 * any name.
 */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const harmless = /^[\s]*[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
