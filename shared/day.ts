/** Checks whether a text is a real calendar day in the form YYYY-MM-DD. */
export function isDay(text: string): boolean {
  // a day that does not exist, such as 2026-02-30, is parsed as another day
  const at = Date.parse(`${text}T00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}
