import type { JobState } from '#shared/job.ts';
import type { ProblemCode } from '#shared/problem.ts';
import type { JobRow } from '#shared/job-row.ts';
import type { JobDetail } from '#shared/views/queue.ts';
import { rowColumns, type ReadRow } from './job-columns.ts';
import { jobPages, type JobPages } from './job-pages.ts';
import { storedProblem, type ProblemColumns, type Tables } from './rows.ts';
import { ONLY_HERE } from './shared-work.ts';

/**
 * A job as a list shows it, but without its stage, because only the queue knows which jobs it is
 * processing.
 */
export type ListedJob = Omit<JobRow, 'stage'> & {
  /** Whether the user asked for the last run; see `PauseRepository.holds`. */
  readonly byHand: boolean;
};

/** An execution in the details of its job. */
export type ExecutionStory = JobDetail['executions'][number];

/** A number of jobs with the same status. */
export interface JobCounts {
  readonly state: JobState;
  readonly code: ProblemCode | null;
  readonly isInDoubt: boolean;
  /** Whether a request to execute the job may have reached the service and was not refused. */
  readonly isSent: boolean;
  /**
   * Whether a job with another recipe may replace a job that was sent: the job failed or needs attention, every request
   * has ended, the last run has no image, and everything that was paid for is delivered.
   */
  readonly isReplaceable: boolean;
  /** Whether another station offered the photo, and so decides about a charged job. */
  readonly isOfOtherStation: boolean;
  /** Whether the last run was bought and produced no image; see `cameToNothing` in answers.ts. */
  readonly cameToNothing: boolean;
  /**
   * Whether the job's hot folder now runs a different text of the saved recipe. False if a ticket changed
   * the recipe for this photo alone.
   */
  readonly isRecipeChanged: boolean;
  readonly count: number;
}

/** Queries for a list of jobs, each read from an index that covers it. */
export interface QueueRepository extends JobPages {
  /** Returns rows in the order of the ids; unknown ids are left out. */
  rows(ids: readonly number[]): ListedJob[];
  executions(jobId: number): ExecutionStory[];
  /** Counts these jobs by status. */
  jobCounts(ids: readonly number[]): JobCounts[];
  /** Returns the highest priority of the unfinished jobs. */
  highestPriority(): number;
}

interface Row extends Omit<ReadRow, 'isFirst'>, ProblemColumns {
  readonly isFirst: number;
  readonly byHand: number;
  readonly bought: number | null;
  readonly delivered: number | null;
}

/**
 * SQL for executions `e` whose request may have reached the service and was not refused. An
 * execution that was given up before sending has neither `sent_at` nor `doubt_since`; an execution
 * learned from the purchase log has no `sent_at`, but was in doubt.
 */
const MAY_HAVE_BEEN_SENT = `e.state NOT IN ('intent', 'rejected')
  AND NOT (e.state = 'void' AND e.sent_at IS NULL AND e.doubt_since IS NULL)`;

const OF_LAST_RUN = "e.job_id = j.id AND e.run = j.runs AND e.state = 'finished'";
const RUN_ENDED = `EXISTS (SELECT 1 FROM executions e WHERE ${OF_LAST_RUN})`;
const RUN_ENDED_WITH_IMAGE = `EXISTS (SELECT 1 FROM executions e JOIN results d ON d.execution_row = e.id
  WHERE ${OF_LAST_RUN} AND d.status = 'Success')`;

/** SQL for a request of job `j` that was sent and has not ended, so that images may still be bought. */
const OPEN_REQUEST = `SELECT 1 FROM executions e WHERE e.job_id = j.id
  AND ${MAY_HAVE_BEEN_SENT} AND e.state <> 'finished'`;
/** SQL for a paid file of job `j` that is not delivered yet. */
const FILE_TO_DELIVER = `SELECT 1 FROM executions e JOIN results d ON d.execution_row = e.id WHERE e.job_id = j.id AND (
  d.file IS NULL AND (d.kind = 'psd' AND d.status <> 'GivenUp' OR d.kind <> 'psd' AND d.status = 'Success')
  OR EXISTS (SELECT 1 FROM json_each(d.finish, '$.files') f
    WHERE f.value ->> '$.made' IS NOT NULL AND f.value ->> '$.delivered' IS NULL))`;

type Flag =
  | 'isInDoubt'
  | 'isSent'
  | 'isReplaceable'
  | 'isOfOtherStation'
  | 'cameToNothing'
  | 'isRecipeChanged';
type JobCountsRow = Omit<JobCounts, Flag> & Readonly<Record<Flag, number>>;

export function queueRepository(db: Tables, atMost?: number): QueueRepository {
  return {
    ...jobPages(db, atMost),
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
        `SELECT execution_id, state, run, images, status, intent_at, finished_at FROM executions WHERE job_id = ? ORDER BY id`,
        jobId,
      ),
    jobCounts: (wanted) =>
      db
        .all<JobCountsRow>(
          `SELECT j.state, j.code, EXISTS (SELECT 1 FROM executions e WHERE e.job_id = j.id
             AND e.state = 'doubt') AS isInDoubt,
             EXISTS (SELECT 1 FROM executions e WHERE e.job_id = j.id
               AND ${MAY_HAVE_BEEN_SENT}) AS isSent,
             (j.state IN ('failed', 'held') AND NOT ${RUN_ENDED_WITH_IMAGE} AND NOT EXISTS (${OPEN_REQUEST})
               AND NOT EXISTS (${FILE_TO_DELIVER})) AS isReplaceable,
             EXISTS (SELECT 1 FROM shared_work w WHERE w.job_id = j.id AND w.offered = 0
               AND w.run <> ${ONLY_HERE}) AS isOfOtherStation,
             (${RUN_ENDED} AND NOT ${RUN_ENDED_WITH_IMAGE}) AS cameToNothing,
             EXISTS (SELECT 1 FROM hot_folders f WHERE f.id = j.hot_folder_id
               AND f.saved_recipe_id IS NOT NULL AND f.recipe_id <> j.recipe_id
               AND NOT EXISTS (SELECT 1 FROM sightings s WHERE s.job_id = j.id
                 AND s.ticket IS NOT NULL)) AS isRecipeChanged,
             count(*) AS count
           FROM json_each(?) w JOIN jobs j ON j.id = w.value GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`,
          JSON.stringify(wanted),
        )
        .map((row) => ({
          ...row,
          isInDoubt: row.isInDoubt === 1,
          isSent: row.isSent === 1,
          isReplaceable: row.isReplaceable === 1,
          isOfOtherStation: row.isOfOtherStation === 1,
          cameToNothing: row.cameToNothing === 1,
          isRecipeChanged: row.isRecipeChanged === 1,
        })),
    highestPriority: () =>
      db.value(`SELECT max(coalesce((SELECT max(priority) FROM jobs WHERE state = 'waiting'), 0),
           coalesce((SELECT max(priority) FROM jobs WHERE state = 'running'), 0))`) ?? 0,
  };
}

const ROWS = `
  WITH wanted AS MATERIALIZED (SELECT value AS id FROM json_each(?)),
  spent AS MATERIALIZED (
    SELECT job_id, sum(images + images_elsewhere) FILTER (WHERE state IN ('sending', 'doubt', 'started', 'finished'))
      AS bought, max(progress) FILTER (WHERE state = 'started') AS progress
    FROM executions WHERE job_id IN (SELECT value FROM json_each(?)) GROUP BY job_id),
  brought AS MATERIALIZED (
    SELECT e.job_id, count(*) AS delivered FROM executions e JOIN results r ON r.execution_row = e.id
    WHERE e.job_id IN (SELECT value FROM json_each(?)) AND r.kind = 'image' AND r.file IS NOT NULL
    GROUP BY e.job_id)
  SELECT ${rowColumns}, j.by_hand AS byHand, j.code, j.message, j.about, j.said, spent.bought, brought.delivered
  FROM wanted JOIN jobs j ON j.id = wanted.id JOIN recipes r ON r.id = j.recipe_id
    LEFT JOIN spent ON spent.job_id = j.id LEFT JOIN brought ON brought.job_id = j.id`;

function listed({
  isFirst,
  byHand,
  bought,
  delivered,
  code,
  message,
  about,
  said,
  ...row
}: Row): ListedJob {
  return {
    ...row,
    isFirst: isFirst === 1,
    byHand: byHand === 1,
    images: { delivered: delivered ?? 0, bought: bought ?? 0 },
    problem: storedProblem({ code, message, about, said }),
  };
}
