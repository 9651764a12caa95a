/** Checks whether a text is an existing calendar day, YYYY-MM-DD. */
export function isDay(text: string): boolean {
  // A day that does not exist, such as 2026-02-30, would be parsed as another day.
  const at = Date.parse(`${text}T00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}
