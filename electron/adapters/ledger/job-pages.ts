import type { JobFilter } from '#shared/contract/queue-channels.ts';
import type { JobSort } from '#shared/job-row.ts';
import { jobStates, noJobs, type JobState, type StateCounts } from '#shared/job.ts';
import { recipesNamed, sorts, type Order } from './job-columns.ts';
import type { Tables } from './rows.ts';
import { folded } from './search.ts';

/** Lists of jobs by filter and sort order, each read from an index that covers the query. */
export interface JobPages {
  /**
   * Returns the number of jobs that match the filter, in total and by state (ignoring the filter's
   * states), and the ids of one page. `order`: queued jobs in the order of the queue, then jobs that need
   * attention, then ended jobs.
   */
  page(
    filter: JobFilter,
    sort: JobSort,
    offset: number,
    limit: number,
  ): { readonly total: number; readonly counts: StateCounts; readonly ids: number[] };
  /** Returns all ids that match the filter, oldest first. */
  ids(filter: JobFilter): number[];
}

/** The order of the states in a list sorted by `order`. */
const orderOfStates: readonly JobState[] = [
  'running',
  'waiting',
  'held',
  'failed',
  'done',
  'cancelled',
];

const ofOneState: Order = {
  index: 'jobs_next',
  by: 'priority DESC, id',
  back: 'priority, id DESC',
};
const inOrder = `CASE state ${orderOfStates.map((state, at) => `WHEN '${state}' THEN ${at}`).join(' ')} END,
  priority DESC, id`;

/**
 * Maximum number of text matches that are sorted without an index. With more matches, the index is
 * read in its order.
 */
const FEW = 2000;

export function jobPages(db: Tables, atMost = FEW): JobPages {
  return {
    page(filter, sort, offset, limit) {
      const few = isSearch(filter) ? firstFound(db, filter, atMost + 1) : null;
      return few !== null && few.length <= atMost
        ? pageOfFew(db, few, filter, sort, offset, limit)
        : pageOfMany(db, filter, sort, offset, limit);
    },
    ids: (filter) => walk(db, filter, sorts.oldest, 0, ALL),
  };
}

type Page = ReturnType<JobPages['page']>;
type Found = { readonly id: number; readonly state: JobState };

/** Returns a page of the jobs that match a text. The few matches are sorted without an index. */
function pageOfFew(
  db: Tables,
  few: readonly Found[],
  filter: JobFilter,
  sort: JobSort,
  offset: number,
  limit: number,
): Page {
  const by = sort === 'order' ? inOrder : sorts[sort].by;
  const meant = few.filter(({ state }) => asksFor(filter, state)).map(({ id }) => id);
  const ids = db.column<number>(
    `SELECT id FROM jobs WHERE id IN (SELECT value FROM json_each(?)) ORDER BY ${by}
     LIMIT ? OFFSET ?`,
    JSON.stringify(meant),
    limit,
    offset,
  );
  const counts = countsOf(few.map(({ state }) => ({ state, n: 1 })));
  return { total: meant.length, counts, ids };
}

/** Returns a page in the order of an index. */
function pageOfMany(
  db: Tables,
  filter: JobFilter,
  sort: JobSort,
  offset: number,
  limit: number,
): Page {
  const counts = countByState(db, filter);
  const asked = jobStates.filter((state) => asksFor(filter, state));
  const total = asked.reduce((sum, state) => sum + counts[state], 0);
  if (offset >= total) return { total, counts, ids: [] };
  const ids =
    sort === 'order'
      ? walkInOrder(db, filter, counts, offset, limit)
      : walkFromNearerEnd(db, filter, sorts[sort], total, offset, limit);
  return { total, counts, ids };
}

/** Returns the oldest jobs that match the text, in any state. */
function firstFound(db: Tables, filter: JobFilter, limit: number): Found[] {
  const [where, values] = conditions({ ...filter, states: undefined });
  return db.all(
    `SELECT id, state FROM jobs INDEXED BY jobs_found WHERE ${where} ORDER BY id LIMIT ?`,
    ...values,
    limit,
  );
}

/**
 * Counts jobs by state, from the ledger's own sums if the filter allows, otherwise from the index
 * by state.
 */
function countByState(db: Tables, filter: JobFilter): StateCounts {
  const isSummed = filter.recipe === undefined && !isSearch(filter);
  const [where, values] = conditions({ ...filter, states: undefined });
  const rows = db.all<{ state: JobState; n: number }>(
    isSummed
      ? `SELECT state, sum(jobs) AS n FROM job_counts WHERE ${where} GROUP BY state`
      : `SELECT state, count(*) AS n FROM jobs INDEXED BY jobs_next WHERE ${where} GROUP BY state`,
    ...values,
  );
  return countsOf(rows);
}

/**
 * Returns a page in the order of the queue. Reads one state after the other, so that the index
 * provides the order.
 */
function walkInOrder(
  db: Tables,
  filter: JobFilter,
  counts: StateCounts,
  offset: number,
  limit: number,
): number[] {
  const found: number[] = [];
  let skip = offset;
  for (const state of orderOfStates.filter((each) => asksFor(filter, each))) {
    const there = counts[state];
    if (skip < there && found.length < limit) {
      const of = { ...filter, states: [state] };
      found.push(...walkFromNearerEnd(db, of, ofOneState, there, skip, limit - found.length));
    }
    skip = Math.max(0, skip - there);
  }
  return found;
}

/**
 * Returns a page of the jobs that match the filter, reading from the end of the list that is nearer to the page.
 * `there` is the number of jobs that match.
 */
function walkFromNearerEnd(
  db: Tables,
  filter: JobFilter,
  { index, by, back }: Order,
  there: number,
  offset: number,
  limit: number,
): number[] {
  const count = Math.min(limit, there - offset);
  const behind = there - offset - count;
  return behind < offset
    ? walk(db, filter, { index, by: back }, behind, count).toReversed()
    : walk(db, filter, { index, by }, offset, count);
}

function walk(
  db: Tables,
  filter: JobFilter,
  { index, by }: Pick<Order, 'index' | 'by'>,
  offset: number,
  limit: number,
): number[] {
  const [where, values] = conditions(filter);
  return db.column(
    `SELECT id FROM jobs INDEXED BY ${index} WHERE ${where} ORDER BY ${by} LIMIT ? OFFSET ?`,
    ...values,
    limit,
    offset,
  );
}

/** SQLite's value for no limit. */
const ALL = -1;

/**
 * Returns the filter as a condition on the columns of an index. Without a recipe and a text, the
 * condition also applies to the sums.
 */
function conditions(
  filter: JobFilter,
): readonly [where: string, values: readonly (string | number)[]] {
  const { states, hotFolderId, recipe, text } = filter;
  const parts: string[] = ['1'];
  const values: (string | number)[] = [];
  const add = (part: string, value: string | number) => {
    parts.push(part);
    values.push(value);
  };
  // an equality lets SQLite start in the middle of the index
  if (states?.length === 1) add('state = ?', states[0] ?? '');
  else if (states !== undefined) {
    add('state IN (SELECT value FROM json_each(?))', JSON.stringify(states));
  }
  if (hotFolderId !== undefined) add('hot_folder_id = ?', hotFolderId);
  if (recipe !== undefined) add(`recipe_id IN (${recipesNamed})`, recipe);
  if (isSearch(filter)) add('instr(search, ?) > 0', folded(text ?? ''));
  return [parts.join(' AND '), values];
}

function countsOf(rows: readonly { readonly state: JobState; readonly n: number }[]): StateCounts {
  const counts = { ...noJobs };
  for (const { state, n } of rows) counts[state] += n;
  return counts;
}

function asksFor({ states }: JobFilter, state: JobState): boolean {
  return states === undefined || states.includes(state);
}

function isSearch({ text = '' }: JobFilter): boolean {
  return text.trim() !== '';
}
