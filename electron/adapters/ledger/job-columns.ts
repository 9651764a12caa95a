import { jobFields, sortedFields, type JobRow, type JobSort } from '#shared/job-row.ts';
import { columnOf } from './rows.ts';

/** Priority from which on a job was put first by a person, above all that intake gives. */
export const FIRST_PRIORITY = 1000;

/** What is put together of a row, see `rowOf`, and what only the queue knows. */
const ASSEMBLED = ['images', 'problem', 'stage'] as const;
type AssembledColumn = (typeof ASSEMBLED)[number];

/** What a row is put together of, as it is read. */
export type ReadRow = Omit<JobRow, AssembledColumn>;

type Read = keyof ReadRow;

/** The fields that no column of `jobs` holds by their own name. */
const expressions: Partial<Readonly<Record<Read, string>>> = {
  recipe: recipeText('r', 'name'),
  agent: recipeText('r', 'agent'),
  progress: 'spent.progress',
  // with the try that it ended with, which a count of tries to come does not hold
  attempts: `j.attempts
    + (SELECT count(*) FROM history h WHERE h.job_id = j.id AND h.what = 'let go on')
    + (j.state IN ('failed', 'held') AND j.code IS NOT 'paused')`,
  isFirst: `j.priority >= ${FIRST_PRIORITY}`,
  changedAt: 'j.updated_at',
  lostAt: `CASE WHEN j.state = 'held' THEN (SELECT max(h.at) FROM history h WHERE h.job_id = j.id
    AND h.what = 'in doubt') END`,
};

const isRead = (field: string): field is Read => !(ASSEMBLED as readonly string[]).includes(field);

/** The fields of a row as columns of a query over jobs `j`, recipes `r` and what is `spent`. */
export const rowColumns = Object.keys(jobFields)
  .filter(isRead)
  .map((field) => `${expressions[field] ?? `j.${columnOf(field)}`} AS ${field}`)
  .join(', ');

/** An index that holds every column a filter asks for, the order it is in, and that from its end. */
export interface Order {
  readonly index: string;
  readonly by: string;
  readonly back: string;
}

/** Orders whose index or column is not called by the field. */
const orders: Readonly<Record<string, { readonly index: string; readonly column: string }>> = {
  id: { index: 'jobs_found', column: 'id' },
  name: { index: 'jobs_by_name', column: 'name_order' },
  changedAt: { index: 'jobs_by_change', column: 'updated_at' },
};

/** What a list is read by in each order but that of the queue; jobs that are alike in it go by their age. */
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

/** A text of the recipe in a row of `recipes`; empty where it cannot be read. */
export function recipeText(recipes: string, name: 'name' | 'agent'): string {
  const text = `${recipes}.text`;
  return `CASE WHEN json_valid(${text}) THEN coalesce(json_extract(${text}, '$.${name}'), '') ELSE '' END`;
}
