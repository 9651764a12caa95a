import { jobStates, noJobs, type JobState, type StateCounts } from '#shared/job.ts';
import type { ProblemCode } from '#shared/problem.ts';
import type { JobFilter } from '#shared/contract/queue-channels.ts';
import type { JobRow, JobSort } from '#shared/job-row.ts';
import type { JobDetail } from '#shared/views/queue.ts';
import { readProblem } from './history.ts';
import { rowColumns, sorts, type Order, type ReadRow } from './job-columns.ts';
import { folded } from './search.ts';
import type { Database } from './sqlite.ts';

/** A job as a list shows it, but for its stage: the queue knows what is in hand. */
export type ListedJob = Omit<JobRow, 'stage'>;

/** An execution as the details of its job tell of it. */
export type ExecutionStory = JobDetail['executions'][number];

/** How many jobs stand alike. */
export interface Standings {
  readonly state: JobState;
  readonly code: ProblemCode | null;
  readonly isInDoubt: boolean;
  /** Whether a request to execute it may have reached the service and was not refused there. */
  readonly isSent: boolean;
  /**
   * Its hot folder runs another text of the saved recipe by now. Not where a ticket changed the recipe
   * for this photo alone.
   */
  readonly isRecipeChanged: boolean;
  readonly count: number;
}

/** The questions of a list of jobs, each answered from an index that holds all it needs. */
export interface QueueRepository {
  /**
   * How many jobs the filter lets through, in all and of each state whichever it asks for, and the ids
   * of one page of them. `order`: as the queue goes on, then what waits for a person, then what ended.
   */
  page(
    filter: JobFilter,
    sort: JobSort,
    offset: number,
    limit: number,
  ): { readonly total: number; readonly counts: StateCounts; readonly ids: number[] };
  /** All ids that the filter lets through, oldest first. */
  ids(filter: JobFilter): number[];
  /** In the order of the ids; one that is not there is left out. */
  rows(ids: readonly number[]): ListedJob[];
  executions(jobId: number): ExecutionStory[];
  /** How these jobs stand, those that stand alike counted together. */
  standings(ids: readonly number[]): Standings[];
  /** Highest priority of the jobs that have not ended. */
  highestPriority(): number;
}

/** In which order the states follow each other in a list by `order`. */
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

/** Matches of a text that are put in order by themselves; of more, the order is walked. */
const FEW = 2000;

interface Row extends Omit<ReadRow, 'isFirst'> {
  readonly isFirst: number;
  readonly bought: number | null;
  readonly delivered: number | null;
  readonly code: ProblemCode | null;
  readonly message: string | null;
  readonly about: string | null;
}

/**
 * Rows of executions `e` whose request may have reached the service and was not refused there. One that
 * was given up before it was sent has neither time; one that was learned from the log of purchases has
 * no time of sending, but was in doubt.
 */
const MAY_HAVE_BEEN_SENT = `e.state NOT IN ('intent', 'rejected')
  AND NOT (e.state = 'void' AND e.sent_at IS NULL AND e.doubt_since IS NULL)`;

type Flag = 'isInDoubt' | 'isSent' | 'isRecipeChanged';
type StandingsRow = Omit<Standings, Flag> & Readonly<Record<Flag, number>>;

export function queueRepository(db: Database, atMost = FEW): QueueRepository {
  const ids = (
    filter: JobFilter,
    { index, by }: Pick<Order, 'index' | 'by'>,
    offset: number,
    limit: number,
  ): number[] => {
    const [where, values] = conditions(filter);
    return db
      .all<{ id: number }>(
        `SELECT id FROM jobs INDEXED BY ${index} WHERE ${where} ORDER BY ${by} LIMIT ? OFFSET ?`,
        ...values,
        limit,
        offset,
      )
      .map((row) => row.id);
  };

  /** Some of the `there` jobs that the filter lets through, reached from the nearer end. */
  const some = (
    filter: JobFilter,
    { index, by, back }: Order,
    there: number,
    offset: number,
    limit: number,
  ): number[] => {
    const count = Math.min(limit, there - offset);
    const behind = there - offset - count;
    return behind < offset
      ? ids(filter, { index, by: back }, behind, count).toReversed()
      : ids(filter, { index, by }, offset, count);
  };

  /** The first jobs with the text, oldest first, of whichever state: one more than are few. */
  const firstFound = (filter: JobFilter) => {
    const [where, values] = conditions({ ...filter, states: undefined });
    return db.all<{ id: number; state: JobState }>(
      `SELECT id, state FROM jobs INDEXED BY jobs_found WHERE ${where} ORDER BY id LIMIT ?`,
      ...values,
      atMost + 1,
    );
  };

  /** From the ledger's own sums where they tell it, else from the index that goes by state. */
  const countByState = (filter: JobFilter): StateCounts => {
    const isSummed = filter.recipe === undefined && !isSearch(filter);
    const [where, values] = conditions({ ...filter, states: undefined });
    const rows = db.all<{ state: JobState; n: number }>(
      isSummed
        ? `SELECT state, sum(jobs) AS n FROM job_counts WHERE ${where} GROUP BY state`
        : `SELECT state, count(*) AS n FROM jobs INDEXED BY jobs_next WHERE ${where} GROUP BY state`,
      ...values,
    );
    return countsOf(rows);
  };

  /** State after state, so that an index gives the order. */
  const walkInOrder = (
    filter: JobFilter,
    counts: StateCounts,
    offset: number,
    limit: number,
  ): number[] => {
    const found: number[] = [];
    let skip = offset;
    for (const state of orderOfStates.filter((each) => asksFor(filter, each))) {
      const there = counts[state];
      if (skip < there && found.length < limit) {
        const of = { ...filter, states: [state] };
        found.push(...some(of, ofOneState, there, skip, limit - found.length));
      }
      skip = Math.max(0, skip - there);
    }
    return found;
  };

  const sorted = (few: readonly number[], by: string, offset: number, limit: number): number[] =>
    db
      .all<{ id: number }>(
        `SELECT id FROM jobs WHERE id IN (SELECT value FROM json_each(?)) ORDER BY ${by}
         LIMIT ? OFFSET ?`,
        JSON.stringify(few),
        limit,
        offset,
      )
      .map((row) => row.id);

  return {
    page(filter, sort, offset, limit) {
      if (isSearch(filter)) {
        const few = firstFound(filter);
        if (few.length <= atMost) {
          const by = sort === 'order' ? inOrder : sorts[sort].by;
          const meant = few.filter(({ state }) => asksFor(filter, state)).map(({ id }) => id);
          const counts = countsOf(few.map(({ state }) => ({ state, n: 1 })));
          return { total: meant.length, counts, ids: sorted(meant, by, offset, limit) };
        }
      }
      const counts = countByState(filter);
      const asked = jobStates.filter((state) => asksFor(filter, state));
      const total = asked.reduce((sum, state) => sum + counts[state], 0);
      if (offset >= total) return { total, counts, ids: [] };
      const found =
        sort === 'order'
          ? walkInOrder(filter, counts, offset, limit)
          : some(filter, sorts[sort], total, offset, limit);
      return { total, counts, ids: found };
    },
    ids: (filter) => ids(filter, sorts.oldest, 0, ALL),
    rows(wanted) {
      const ids = JSON.stringify(wanted);
      const rows = new Map(db.all<Row>(ROWS, ids, ids, ids).map((row) => [row.id, row]));
      return wanted.flatMap((id) => {
        const row = rows.get(id);
        return row === undefined ? [] : [listed(row)];
      });
    },
    executions: (jobId) =>
      db.all<ExecutionStory>(
        `SELECT execution_id AS executionId, state, run, images, status, intent_at AS intentAt,
           finished_at AS finishedAt FROM executions WHERE job_id = ? ORDER BY id`,
        jobId,
      ),
    standings: (wanted) =>
      db
        .all<StandingsRow>(
          `SELECT j.state, j.code, EXISTS (SELECT 1 FROM executions e WHERE e.job_id = j.id
             AND e.state = 'doubt') AS isInDoubt,
             EXISTS (SELECT 1 FROM executions e WHERE e.job_id = j.id
               AND ${MAY_HAVE_BEEN_SENT}) AS isSent,
             EXISTS (SELECT 1 FROM hot_folders f WHERE f.id = j.hot_folder_id
               AND f.saved_recipe_id IS NOT NULL AND f.recipe_id <> j.recipe_id
               AND NOT EXISTS (SELECT 1 FROM sightings s WHERE s.job_id = j.id
                 AND s.ticket IS NOT NULL)) AS isRecipeChanged,
             count(*) AS count
           FROM json_each(?) w JOIN jobs j ON j.id = w.value GROUP BY 1, 2, 3, 4, 5`,
          JSON.stringify(wanted),
        )
        .map((row) => ({
          ...row,
          isInDoubt: row.isInDoubt === 1,
          isSent: row.isSent === 1,
          isRecipeChanged: row.isRecipeChanged === 1,
        })),
    highestPriority: () =>
      db.get<{ most: number | null }>(
        `SELECT max(coalesce((SELECT max(priority) FROM jobs WHERE state = 'waiting'), 0),
           coalesce((SELECT max(priority) FROM jobs WHERE state = 'running'), 0)) AS most`,
      )?.most ?? 0,
  };
}

const ROWS = `
  WITH wanted AS MATERIALIZED (SELECT value AS id FROM json_each(?)),
  spent AS MATERIALIZED (
    SELECT job_id, sum(images) FILTER (WHERE state IN ('sending', 'doubt', 'started', 'finished'))
      AS bought, max(progress) FILTER (WHERE state = 'started') AS progress
    FROM executions WHERE job_id IN (SELECT value FROM json_each(?)) GROUP BY job_id),
  brought AS MATERIALIZED (
    SELECT e.job_id, count(*) AS delivered FROM executions e JOIN results r ON r.execution_row = e.id
    WHERE e.job_id IN (SELECT value FROM json_each(?)) AND r.kind = 'image' AND r.file IS NOT NULL
    GROUP BY e.job_id)
  SELECT ${rowColumns}, j.code, j.message, j.about, spent.bought, brought.delivered
  FROM wanted JOIN jobs j ON j.id = wanted.id JOIN recipes r ON r.id = j.recipe_id
    LEFT JOIN spent ON spent.job_id = j.id LEFT JOIN brought ON brought.job_id = j.id`;

function listed({ isFirst, bought, delivered, code, message, about, ...row }: Row): ListedJob {
  return {
    ...row,
    isFirst: isFirst === 1,
    images: { delivered: delivered ?? 0, bought: bought ?? 0 },
    problem: readProblem(code, message, about),
  };
}

/** SQLite's word for no limit. */
const ALL = -1;

/** The filter as a condition over the columns of an index; without recipe and text also of the sums. */
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
  // an equality lets the index be entered in the middle
  if (states?.length === 1) add('state = ?', states[0] ?? '');
  else if (states !== undefined) {
    add('state IN (SELECT value FROM json_each(?))', JSON.stringify(states));
  }
  if (hotFolderId !== undefined) add('hot_folder_id = ?', hotFolderId);
  if (recipe !== undefined) add(`recipe_id IN (${NAMED})`, recipe);
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

const NAMED = `SELECT id FROM recipes
  WHERE CASE WHEN json_valid(text) THEN json_extract(text, '$.name') END = ?`;
