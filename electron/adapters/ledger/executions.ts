import type { Tables } from './rows.ts';

/**
 * intent: may be sent, images reserved. sending: the connection is open, bytes may have been sent. doubt:
 * unknown whether the service accepted it. started: it has an executionId. finished: no result will change
 * any more. rejected: the service refused. void: given up, it counts as not bought.
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
  readonly status: string | null;
  readonly progress: number | null;
  /** Consecutive answers that reported a success and listed no image. */
  readonly emptySuccesses: number;
  /** Monotonic ms since which it is in doubt, in this run of the program. */
  readonly doubtSince: number | null;
  readonly doubtEmpty: number;
  readonly doubtQueries: number;
  readonly startedMono: number | null;
  /**
   * Monotonic ms since which its end is awaited; restarts with the program or when the user wants to keep
   * waiting.
   */
  readonly awaitedMono: number | null;
  readonly polledMono: number | null;
  /** Whether the service was given an address for notifications about it. */
  readonly hasCallback: boolean;
  /** Number of its notifications, and how many of them a query has followed. */
  readonly hints: number;
  readonly hintsFollowed: number;
  /** Wall-clock ms. */
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
  /** Returns the durations of an agent's last executions in ms, newest first. */
  durations(agent: string, count: number): number[];
  /**
   * Returns how many of the latest execution requests, over all jobs, the service refused in a row; at most a
   * hundred.
   */
  refusedInRow(): number;
  /** Returns the number of executions that the service may be processing now. */
  countInFlight(): number;
  /**
   * Returns tasks with a lost request that may still turn up: given up, or in doubt when the job ended, since
   * `since` (wall-clock ms). The newest first.
   */
  lost(since: number, limit: number): { readonly jobId: number; readonly taskId: string }[];
  /** Checks whether a job has one that `lost` would return. */
  hasLost(jobId: number, since: number): boolean;
}

/** Worded exactly as the partial index over these few of many rows, so that SQLite uses it. */
export const OPEN = "state IN ('sending','doubt','started')";

/** It was sent, and its outcome is unknown. */
const LOST = `e.state IN ('void', 'doubt') AND e.intent_at >= ?
  AND (e.sent_at IS NOT NULL OR e.state = 'doubt')`;

const COLUMNS = `id, job_id, run, task_id, execution_id, state, origin, agent, images, day, status,
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
      const answered =
        db.column<ExecutionState>(`SELECT state FROM executions WHERE state IN ('started', 'finished', 'rejected')
         ORDER BY id DESC LIMIT 100`);
      const taken = answered.findIndex((state) => state !== 'rejected');
      return taken < 0 ? answered.length : taken;
    },
    countInFlight: () => db.value<number>(`SELECT count(*) FROM executions WHERE ${OPEN}`) ?? 0,
    lost: (since, limit) =>
      db.all(
        `SELECT e.job_id, e.task_id FROM executions e JOIN jobs j ON j.id = e.job_id
         WHERE ${LOST} AND j.state NOT IN ('waiting', 'running')
         GROUP BY e.job_id, e.task_id ORDER BY max(e.id) DESC LIMIT ?`,
        since,
        limit,
      ),
    hasLost: (jobId, since) =>
      db.get(`SELECT 1 FROM executions e WHERE e.job_id = ? AND ${LOST}`, jobId, since) !==
      undefined,
  };
}
