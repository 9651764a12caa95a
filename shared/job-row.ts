import {
  columnsOf,
  headingsOf,
  of,
  searchedOf,
  sortsOf,
  type Fields,
  type RowOf,
  type SortOf,
} from './fields.ts';
import type { JobState } from './job.ts';
import type { Problem } from './problem.ts';

/** What a running job is at, as a person is told. */
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
 * What a list of jobs holds of each. Types, orders, search, columns on screen and what is read from the
 * ledger are derived from it: a field that the ledger keeps in a column of its name is declared here only,
 * and one with an order has the index `jobs_by_…`.
 */
export const jobFields = {
  id: { is: of<number>(), heading: 'JOB', sorts: { newest: 'descending', oldest: 'ascending' } },
  /** File name of the photo. */
  name: {
    is: of<string>(),
    column: { width: 'minmax(clamp(80px, 16cqi, 140px), 2.2fr)' },
    sorts: { name: 'ascending' },
    isSearched: true,
  },
  /** Empty where it cannot be read. */
  recipe: { is: of<string>(), column: { width: 'minmax(84px, 1fr)', hideBelow: 700 } },
  agent: { is: of<string>() },
  hotFolderId: { is: of<number | null>() },
  state: { is: of<JobState>(), heading: 'STATE' },
  stage: {
    is: of<Stage>(),
    column: { width: 'minmax(clamp(90px, 18cqi, 130px), 1.1fr)' },
  },
  /** 0 to 1 of the execution as the service says, null where it does not. */
  progress: { is: of<number | null>() },
  /** Delivered images of those that are bought for it. */
  images: {
    is: of<{ readonly delivered: number; readonly bought: number }>(),
    column: { width: '56px', hideBelow: 900 },
    heading: 'IMAGES',
  },
  /** Wall-clock ms. */
  createdAt: { is: of<number>(), column: { width: '88px', hideBelow: 520 } },
  /** How often it was tried so far, also before a person had it tried again. */
  attempts: { is: of<number>(), column: { width: '52px', hideBelow: 900 } },
  problem: {
    is: of<Problem | null>(),
    column: { width: 'minmax(clamp(100px, 14cqi, 120px), 2.4fr)', hideBelow: 520 },
    heading: 'WHY',
  },
  /** A person has put it before the others. */
  isFirst: { is: of<boolean>() },
  /** Wall-clock ms at which a held job lost the service's answer, as its history tells; null for none. */
  lostAt: { is: of<number | null>() },
  /** Wall-clock ms. */
  changedAt: { is: of<number>(), sorts: { changed: 'descending' } },
  endedAt: { is: of<number | null>() },
  /** Absolute path where the photo lies now, or its address. */
  source: { is: of<string>(), heading: 'PHOTO', isSearched: true },
} as const satisfies Fields;

/** A job as a list shows it, also one whose recipe cannot be read. */
export type JobRow = RowOf<typeof jobFields>;

export const jobColumns = columnsOf(jobFields);
export type JobColumn = (typeof jobColumns)[number]['name'];

/** The columns of `darkslide jobs`. */
export const jobHeadings = headingsOf(jobFields);

export const searchedFields = searchedOf(jobFields);
/** The texts a job is found by. */
export type SearchedJob = Pick<JobRow, (typeof searchedFields)[number]>;

/** `order`: as the queue goes on, then what waits for a person, then what ended. */
export type JobSort = 'order' | SortOf<typeof jobFields>;
export const sortedFields = sortsOf(jobFields);
export const jobSorts: readonly JobSort[] = ['order', ...sortedFields.map(({ name }) => name)];
