import type { Tables } from './rows.ts';

/**
 * intent: may be sent, images reserved. sending: the connection is up, bytes may have left. doubt:
 * nobody knows whether the service took it. started: it has an executionId. finished: no result will
 * change any more. rejected: the service refused. void: given up, it counts as not bought.
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
  /** Answers in a row that called it a success and listed no image. */
  readonly emptySuccesses: number;
  /** Monotonic ms since which nobody knows, in this run of the program. */
  readonly doubtSince: number | null;
  readonly doubtEmpty: number;
  readonly doubtQueries: number;
  readonly startedMono: number | null;
  /** Monotonic ms since which its end is waited for; begins anew with the program and a person. */
  readonly awaitedMono: number | null;
  readonly polledMono: number | null;
  /** Whether the service was given an address to tell of it. */
  readonly hasCallback: boolean;
  /** Notifications of it that came, and of how many the service was asked since. */
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

/** What is read of executions. */
export interface ExecutionQueries {
  ofJob(jobId: number): ExecutionRow[];
  /** How long the last executions of an agent took, ms, newest first. */
  durations(agent: string, count: number): number[];
  /** Executes that the service refused in a row, over all jobs, up to now; a hundred at most. */
  refusedInRow(): number;
  /** Executions that the service may be working on now. */
  countInFlight(): number;
  /**
   * Tasks on which a request was lost and may still turn up: given up, or in doubt when the job ended,
   * since `since` (wall-clock ms). The newest first.
   */
  lost(since: number, limit: number): { readonly jobId: number; readonly taskId: string }[];
  /** Whether one of a job's is among those that `lost` would name. */
  hasLost(jobId: number, since: number): boolean;
}

/** In the words of the index over these few of many rows, so that it is used. */
export const OPEN = "state IN ('sending','doubt','started')";

/** It left, and nobody knows what became of it. */
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
