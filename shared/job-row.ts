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

/** The stage of a job as the user sees it. */
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
 * The fields of a job in lists. Types, sort orders, search, columns on screen and queries of the ledger are derived
 * from this table. To add a field with a column of the same name in the ledger, declare it here only; a field with a
 * sort order needs the index `jobs_by_…`.
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
  /** Name of the recipe; empty if the recipe cannot be read. */
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
  /** Number of images that the job has delivered, and number that it has bought. */
  images: {
    is: of<{ readonly delivered: number; readonly bought: number }>(),
    column: { width: '56px', hideBelow: 900 },
    isPrinted: true,
  },
  /** Wall-clock ms at which the job was created. */
  createdAt: { is: of<number>(), column: { width: '88px', hideBelow: 520 } },
  /** Number of attempts so far, including those before the user retried the job. */
  attempts: { is: of<number>(), column: { width: '64px', hideBelow: 900 } },
  problem: {
    is: of<Problem | null>(),
    column: { width: 'minmax(clamp(100px, 14cqi, 120px), 2.1fr)', hideBelow: 520 },
    isPrinted: true,
  },
  /** Name of the other station that processes the photo, or did; null for this station. */
  station: { is: of<string | null>() },
  /** Whether the user moved the job to the front. */
  isFirst: { is: of<boolean>() },
  /**
   * Wall-clock ms at which the service's answer to a held job was lost, according to the job's history; null if no
   * answer was lost.
   */
  lostAt: { is: of<number | null>() },
  /** Wall-clock ms of the last change. */
  changedAt: { is: of<number>(), sorts: { changed: 'descending' } },
  endedAt: { is: of<number | null>() },
  /** Current absolute path of the photo, or its URL. */
  source: { is: of<string>(), isPrinted: true, isSearched: true },
} as const satisfies Fields;

/** A row of a job in lists; exists even if the job's recipe cannot be read. */
export type JobRow = RowOf<typeof jobFields>;

export const jobColumns = columnsOf(jobFields);
export type JobColumn = (typeof jobColumns)[number]['name'];

/** The columns of `darkslide jobs`. */
export const printedFields = printedOf(jobFields);

export const searchedFields = searchedOf(jobFields);
/** The texts of a job that a search includes. */
export type SearchedJob = Pick<JobRow, (typeof searchedFields)[number]>;

/**
 * The sort orders; `order` lists jobs in the order of the queue, then those that need attention, then finished ones.
 */
export type JobSort = 'order' | SortOf<typeof jobFields>;
export const sortedFields = sortsOf(jobFields);
export const jobSorts: readonly JobSort[] = ['order', ...sortedFields.map(({ name }) => name)];
