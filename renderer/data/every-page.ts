import { PAGE } from '#shared/contract/schemas.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Answer } from './rows.svelte.ts';

/** Requests a whole list, page by page, and yields the rows of each page. Ends with a problem if a request fails. */
export async function* everyPage<Row>(
  page: (offset: number, limit: number) => Promise<Outcome<Answer<Row>>>,
): AsyncGenerator<Outcome<readonly Row[]>, void> {
  for (let offset = 0, total = 1; offset < total;) {
    const answer = await page(offset, PAGE);
    if (!answer.ok) {
      yield answer;
      return;
    }
    const { rows } = answer.value;
    offset += rows.length;
    // stops at a page with fewer rows than requested; otherwise a list with too high a total would be requested
    // forever
    total = rows.length < PAGE ? offset : answer.value.total;
    yield success(rows);
  }
}
