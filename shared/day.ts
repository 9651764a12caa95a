/** Returns whether a day exists; only then does parsing leave it unchanged. */
export function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}
