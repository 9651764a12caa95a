/** Returns the local day of a point in time (wall-clock ms), as YYYY-MM-DD. */
export function localDay(wallMs: number): string {
  const at = new Date(wallMs);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

/** Checks whether a text is an existing calendar day, YYYY-MM-DD. */
export function isDay(text: string): boolean {
  // A day that does not exist, such as 2026-02-30, would be parsed as another day.
  const at = Date.parse(`${text}T00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}

/** Returns the first and the last day of a month, YYYY-MM. */
export function daysOfMonth(month: string): { readonly from: string; readonly to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${last}` };
}
