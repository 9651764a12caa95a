import {
  columnsOf,
  printedOf,
  of,
  searchedOf,
  sortsOf,
  type Fields,
  type RowOf,
  type SortOf,
} from './fields.ts';
import type { JobState } from './job.ts';
import type { Problem } from './problem.ts';

/** The stage of a job, as shown to the user. */
export type Stage =
  | 'waiting'
  | 'paused'
  | 'preparing'
  | 'uploading'
  | 'sending'
  | 'in-doubt'
  | 'generating'
  | 'downloading'
  | 'making-psd'
  | 'delivering'
  | 'ended';

/**
 * The fields of a job in lists. Types, sort orders, search, columns on screen and ledger queries are derived from this
 * table. A field with a ledger column of the same name is declared only here; a field with a sort order has the index
 * `jobs_by_…`.
 */
export const jobFields = {
  id: { is: of<number>(), isPrinted: true, sorts: { newest: 'descending', oldest: 'ascending' } },
  /** File name of the photo. */
  name: {
    is: of<string>(),
    column: { width: 'minmax(clamp(80px, 16cqi, 140px), 2.2fr)' },
    sorts: { name: 'ascending' },
    isSearched: true,
  },
  /** Empty if it cannot be read. */
  recipe: { is: of<string>(), column: { width: 'minmax(84px, 1.7fr)', hideBelow: 700 } },
  agent: { is: of<string>() },
  hotFolderId: { is: of<number | null>() },
  state: { is: of<JobState>(), isPrinted: true },
  stage: {
    is: of<Stage>(),
    column: { width: 'minmax(clamp(90px, 18cqi, 130px), 1.1fr)' },
  },
  /** Progress of the execution from 0 to 1, null if the service does not report it. */
  progress: { is: of<number | null>() },
  /** Delivered and bought images of the job. */
  images: {
    is: of<{ readonly delivered: number; readonly bought: number }>(),
    column: { width: '56px', hideBelow: 900 },
    isPrinted: true,
  },
  /** Wall-clock ms. */
  createdAt: { is: of<number>(), column: { width: '88px', hideBelow: 520 } },
  /** Number of attempts so far, including those before a retry by the user. */
  attempts: { is: of<number>(), column: { width: '64px', hideBelow: 900 } },
  problem: {
    is: of<Problem | null>(),
    column: { width: 'minmax(clamp(100px, 14cqi, 120px), 2.1fr)', hideBelow: 520 },
    isPrinted: true,
  },
  /** Whether the user moved it before the others. */
  isFirst: { is: of<boolean>() },
  /** Wall-clock ms at which a held job lost the service's answer, according to its history; null for none. */
  lostAt: { is: of<number | null>() },
  /** Wall-clock ms. */
  changedAt: { is: of<number>(), sorts: { changed: 'descending' } },
  endedAt: { is: of<number | null>() },
  /** Current absolute path of the photo, or its URL. */
  source: { is: of<string>(), isPrinted: true, isSearched: true },
} as const satisfies Fields;

/** A row of a job in lists, even if its recipe cannot be read. */
export type JobRow = RowOf<typeof jobFields>;

export const jobColumns = columnsOf(jobFields);
export type JobColumn = (typeof jobColumns)[number]['name'];

/** The columns of `darkslide jobs`. */
export const printedFields = printedOf(jobFields);

export const searchedFields = searchedOf(jobFields);
/** The searched texts of a job. */
export type SearchedJob = Pick<JobRow, (typeof searchedFields)[number]>;

/** `order`: the order of the queue, then jobs that need attention, then finished jobs. */
export type JobSort = 'order' | SortOf<typeof jobFields>;
export const sortedFields = sortsOf(jobFields);
export const jobSorts: readonly JobSort[] = ['order', ...sortedFields.map(({ name }) => name)];
