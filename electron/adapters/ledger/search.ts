import { searchedFields, type SearchedJob } from '#shared/job-row.ts';

/** Returns the texts that a job is found by, folded; a text contained in another one is left out. */
export function searchTextOf(job: SearchedJob): string {
  const texts = [...new Set(searchedFields.map((field) => job[field]))];
  const apart = texts.filter((text) => !texts.some((one) => one !== text && one.includes(text)));
  return folded(apart.join('\n'));
}

/** Returns the text in the form that comparisons use. */
export function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
