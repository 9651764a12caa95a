import { searchedFields, type SearchedJob } from '#shared/job-row.ts';

/** The texts a job is found by, in any case; one that lies in another is found there. */
export function searchTextOf(job: SearchedJob): string {
  const texts = [...new Set(searchedFields.map((field) => job[field]))];
  const apart = texts.filter((text) => !texts.some((one) => one !== text && one.includes(text)));
  return folded(apart.join('\n'));
}

/** The text as it is compared. */
export function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
