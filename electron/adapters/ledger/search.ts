/** What a job is found by: its photo's name and where it lies, in any case. */
export function searchTextOf(source: string, name: string): string {
  return folded(source.endsWith(name) ? source : `${name}\n${source}`);
}

/** The text as it is compared. */
export function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
