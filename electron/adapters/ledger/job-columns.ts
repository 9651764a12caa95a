import { jobFields, sortedFields, type JobRow, type JobSort } from '#shared/job-row.ts';
import { columnOf } from './rows.ts';
import { stationOf } from './shared-work.ts';

/**
 * Lowest priority of a job that the user has moved to the front; higher than any priority set at intake.
 */
export const FIRST_PRIORITY = 1000;

/** Priority of the runs that the user asks for; those of hot folders have 0. */
export const BY_HAND = 10;

/**
 * Fields assembled from several columns (see `rowOf`), and the stage, which only the queue knows.
 */
const ASSEMBLED = ['images', 'problem', 'stage'] as const;
type AssembledColumn = (typeof ASSEMBLED)[number];

/** The columns that a row is assembled from. */
export type ReadRow = Omit<JobRow, AssembledColumn>;

type Read = keyof ReadRow;

/** The fields that do not have a column of `jobs` with the same name. */
const expressions: Partial<Readonly<Record<Read, string>>> = {
  recipe: recipeText('r', 'name'),
  agent: recipeText('r', 'agent'),
  progress: 'spent.progress',
  // `attempts` restarts at 0 when the user retries; each failed attempt before a retry is in the
  // history
  attempts: `j.attempts
    + (SELECT count(*) FROM history h WHERE h.job_id = j.id AND h.what = 'let go on')
    + (j.state IN ('failed', 'held') AND j.code IS NOT 'paused')`,
  isFirst: `j.priority >= ${FIRST_PRIORITY}`,
  station: stationOf('j.id'),
  changedAt: 'j.updated_at',
  lostAt: `CASE WHEN j.state = 'held' THEN (SELECT max(h.at) FROM history h WHERE h.job_id = j.id
    AND h.what = 'in doubt') END`,
};

const isRead = (field: string): field is Read => !(ASSEMBLED as readonly string[]).includes(field);

/** The fields of a row as columns of a query over jobs `j`, recipes `r` and images `spent`. */
export const rowColumns = Object.keys(jobFields)
  .filter(isRead)
  .map((field) => `${expressions[field] ?? `j.${columnOf(field)}`} AS ${field}`)
  .join(', ');

/**
 * An index that contains every column that a filter uses, with the SQL for its order and for the
 * reverse order.
 */
export interface Order {
  readonly index: string;
  readonly by: string;
  readonly back: string;
}

/** Orders whose index or column is not named after the field. */
const orders: Readonly<Record<string, { readonly index: string; readonly column: string }>> = {
  id: { index: 'jobs_found', column: 'id' },
  name: { index: 'jobs_by_name', column: 'name_order' },
  changedAt: { index: 'jobs_by_change', column: 'updated_at' },
};

/**
 * The index and the SQL for each sort order, except the order of the queue; jobs with equal values
 * are sorted by age.
 */
export const sorts = Object.fromEntries(
  sortedFields.map(({ name, by, direction }) => {
    const own = columnOf(by);
    const { index, column } = orders[by] ?? { index: `jobs_by_${own}`, column: own };
    const columns = column === 'id' ? ['id'] : [column, 'id'];
    const [forth, back] = direction === 'ascending' ? ['', ' DESC'] : [' DESC', ''];
    const ordered = (way: string) => columns.map((one) => `${one}${way}`).join(', ');
    return [name, { index, by: ordered(forth), back: ordered(back) }];
  }),
) as Readonly<Record<Exclude<JobSort, 'order'>, Order>>;

/**
 * Returns SQL for a text from the recipe in a row of `recipes`; an unreadable recipe gives an empty text.
 */
export function recipeText(recipes: string, name: 'name' | 'agent'): string {
  const text = `${recipes}.text`;
  return `CASE WHEN json_valid(${text}) THEN coalesce(json_extract(${text}, '$.${name}'), '') ELSE '' END`;
}

/** SQL for the ids of all recipes with a name. */
export const recipesNamed = `SELECT id FROM recipes
  WHERE CASE WHEN json_valid(text) THEN json_extract(text, '$.name') END = ?`;
