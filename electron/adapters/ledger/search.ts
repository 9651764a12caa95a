import { searchedFields, type SearchedJob } from '#shared/job-row.ts';

/**
 * Returns the text that a search for jobs looks in: the searchable fields in folded form, without
 * fields that are part of another field.
 */
export function searchTextOf(job: SearchedJob): string {
  const texts = [...new Set(searchedFields.map((field) => job[field]))];
  const apart = texts.filter((text) => !texts.some((one) => one !== text && one.includes(text)));
  return folded(apart.join('\n'));
}

/** Returns a text in the form used for comparisons. */
export function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
