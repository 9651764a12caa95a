import type { Tables } from './rows.ts';

/**
 * `intent`: the request may be sent, and its images are reserved. `sending`: the connection is
 * open, and bytes may have been sent. `doubt`: it is unknown whether the service accepted the
 * request. `started`: the execution has an executionId. `finished`: no result will change any more.
 * `rejected`: the service refused the request. `void`: the request was abandoned, so the execution
 * counts as not bought.
 */
export type ExecutionState =
  'intent' | 'sending' | 'doubt' | 'started' | 'finished' | 'rejected' | 'void';

export interface ExecutionRow {
  readonly id: number;
  readonly jobId: number;
  readonly run: number;
  readonly taskId: string;
  readonly executionId: string | null;
  readonly state: ExecutionState;
  readonly origin: 'sent' | 'adopted';
  readonly agent: string;
  readonly images: number;
  /** Local day that the reservation counts for, YYYY-MM-DD. */
  readonly day: string;
  /** Price of one image in minor units of `currency`; both are null if there is no price. */
  readonly price: number | null;
  readonly currency: string | null;
  readonly status: string | null;
  readonly progress: number | null;
  /** Number of consecutive answers that reported success but listed too few images. */
  readonly emptySuccesses: number;
  /**
   * Monotonic time in ms since which the request has been in doubt; valid only while this process
   * runs.
   */
  readonly doubtSince: number | null;
  readonly doubtEmpty: number;
  readonly doubtQueries: number;
  readonly startedMono: number | null;
  /**
   * Monotonic time in ms since which Darkslide has waited for the end; reset at startup, and when
   * the user chooses to keep waiting.
   */
  readonly awaitedMono: number | null;
  readonly polledMono: number | null;
  /** Whether the service was given an address for notifications about this execution. */
  readonly hasCallback: boolean;
  /** Number of notifications received, and how many of them have been followed by a query. */
  readonly hints: number;
  readonly hintsFollowed: number;
  /** Time of the INTENT, in wall-clock ms. */
  readonly intentAt: number;
  readonly startedAt: number | null;
}

export interface Intent {
  readonly jobId: number;
  readonly run: number;
  readonly taskId: string;
  readonly agent: string;
  readonly images: number;
}

/** Queries of executions. */
export interface ExecutionQueries {
  ofJob(jobId: number): ExecutionRow[];
  /** Returns the durations of an agent's latest executions in ms, newest first. */
  durations(agent: string, count: number): number[];
  /**
   * Returns the number of consecutive refusals among the latest requests to execute any job; at
   * most 100.
   */
  refusedInRow(): number;
  /** Returns the number of executions that the service may currently be processing. */
  countInFlight(): number;
  /**
   * Returns tasks whose request was lost, but whose execution may still turn up: the request was
   * given up, or was still in doubt when the job ended. Considers only requests sent since `since`
   * (wall-clock ms), newest first.
   */
  lost(since: number, limit: number): { readonly jobId: number; readonly taskId: string }[];
  /** Checks whether a job has a task that `lost` returns. */
  hasLost(jobId: number, since: number): boolean;
  /**
   * Returns the jobs that are done, still have their task and have lost requests, all of them sent before `since`
   * (wall-clock ms).
   */
  jobsWithOldLost(since: number): number[];
}

/**
 * SQL for executions that are open at the service. The wording must be exactly that of the condition of the partial
 * index, so that SQLite uses the index.
 */
export const OPEN = "state IN ('sending','doubt','started')";

/** SQL for a request that was sent and whose outcome is unknown. */
const LOST = `e.state IN ('void', 'doubt') AND (e.sent_at IS NOT NULL OR e.state = 'doubt')`;

/** SQL for the time at which a request was sent; an execution learned from the purchase log has only its INTENT. */
const SENT = 'coalesce(e.sent_at, e.intent_at)';

const COLUMNS = `id, job_id, run, task_id, execution_id, state, origin, agent, images, day, price,
  currency, status,
  progress, empty_successes, doubt_since, doubt_empty, doubt_queries, started_mono, awaited_mono,
  polled_mono, callback_key IS NOT NULL AS hasCallback, hints, hints_followed, intent_at, started_at`;

type Row = Omit<ExecutionRow, 'hasCallback'> & { readonly hasCallback: number };

export function executionQueries(db: Tables): ExecutionQueries {
  return {
    ofJob: (jobId) =>
      db
        .all<Row>(`SELECT ${COLUMNS} FROM executions WHERE job_id = ? ORDER BY id`, jobId)
        .map((row) => ({ ...row, hasCallback: row.hasCallback === 1 })),
    durations: (agent, count) =>
      db.column(
        `SELECT duration_ms FROM executions WHERE agent = ? AND duration_ms IS NOT NULL
         ORDER BY id DESC LIMIT ?`,
        agent,
        count,
      ),
    refusedInRow: () => {
      const answered = db.column<ExecutionState>(`SELECT state FROM executions
         WHERE state IN ('started', 'finished', 'rejected') AND station IS NULL
         ORDER BY id DESC LIMIT 100`);
      const taken = answered.findIndex((state) => state !== 'rejected');
      return taken < 0 ? answered.length : taken;
    },
    countInFlight: () => db.value<number>(`SELECT count(*) FROM executions WHERE ${OPEN}`) ?? 0,
    lost: (since, limit) =>
      db.all(
        `SELECT e.job_id, e.task_id FROM executions e JOIN jobs j ON j.id = e.job_id
         WHERE ${LOST} AND ${SENT} >= ? AND j.state NOT IN ('waiting', 'running')
         GROUP BY e.job_id, e.task_id ORDER BY max(e.id) DESC LIMIT ?`,
        since,
        limit,
      ),
    hasLost: (jobId, since) =>
      db.get(
        `SELECT 1 FROM executions e WHERE e.job_id = ? AND ${LOST} AND ${SENT} >= ?`,
        jobId,
        since,
      ) !== undefined,
    jobsWithOldLost: (since) =>
      db.column(
        `SELECT e.job_id FROM executions e JOIN jobs j ON j.id = e.job_id
         WHERE ${LOST} AND j.state = 'done' AND j.task_id IS NOT NULL
         GROUP BY e.job_id HAVING max(${SENT}) < ?`,
        since,
      ),
  };
}
