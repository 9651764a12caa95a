import type { Problem } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import type { HistoryRepository } from './history.ts';
import type { Purchase, PurchaseLog } from './purchases.ts';
import { localDay } from './spending.ts';
import type { Database } from './sqlite.ts';

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

/** The life of each execution. Each call is one commit unless the caller holds a transaction. */
export interface ExecutionRepository {
  ofJob(jobId: number): ExecutionRow[];
  /** INTENT with its reservation. */
  intend(intent: Intent): number;
  /** An INTENT of an earlier day counts for today. */
  renew(id: number): void;
  /** SENDING: the connection is up, not a byte has left. Its job is running from now on. Written to the log of purchases before. */
  sending(id: number): void;
  /** The request provably never left: back to INTENT, the reservation stays. */
  unsent(id: number, why: Problem): void;
  started(id: number, executionId: string): void;
  rejected(id: number, words: string): void;
  doubt(id: number, why: string | Problem): void;
  /** The service was asked in doubt; `isAbsent`: its answer was valid and did not list it. */
  asked(id: number, isAbsent: boolean): void;
  /** Doubt ends with the execution found at the service. */
  adopt(id: number, executionId: string): void;
  /** An execution found at the service that no row stands for; its row's id. */
  adoptUnknown(intent: Intent, executionId: string): number;
  /** A person or the recipe decides that it did not happen. */
  giveUp(id: number, why: string): void;
  /** Doubt begins anew, when a person asks to go on asking. */
  askAgain(id: number): void;
  /** An answer that it has not ended; `isEmpty`: called a success without an image, which is counted. */
  seen(id: number, status: string, progress: number | null, isEmpty: boolean): void;
  finished(id: number, status: string): void;
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
  /** After a start: what was being sent is in doubt, every doubt and every wait begins anew. */
  recover(): void;
}

interface Row {
  id: number;
  job_id: number;
  run: number;
  task_id: string;
  execution_id: string | null;
  state: ExecutionState;
  origin: 'sent' | 'adopted';
  agent: string;
  images: number;
  day: string;
  status: string | null;
  progress: number | null;
  empty_successes: number;
  doubt_since: number | null;
  doubt_empty: number;
  doubt_queries: number;
  started_mono: number | null;
  awaited_mono: number | null;
  polled_mono: number | null;
  callback_key: string | null;
  hints: number;
  hints_followed: number;
  intent_at: number;
  started_at: number | null;
}

/** It left, and nobody knows what became of it. */
const LOST = `e.state IN ('void', 'doubt') AND e.intent_at >= ?
  AND (e.sent_at IS NOT NULL OR e.state = 'doubt')`;

/** In the words of the index over these few of many rows, so that it is used. */
const OPEN = "state IN ('sending','doubt','started')";

export function executionRepository(
  db: Database,
  clock: Clock,
  history: HistoryRepository,
  log: Pick<PurchaseLog, 'write'>,
): ExecutionRepository {
  const mono = () => Math.round(clock.mono());
  const today = () => localDay(clock.wall());
  const jobOf = (id: number): number =>
    db.get<{ job_id: number }>('SELECT job_id FROM executions WHERE id = ?', id)?.job_id ?? 0;

  /** One change of state and its line in the history, in one commit. */
  const turn = (
    id: number,
    what: string,
    more: string | Problem | undefined,
    change: () => number,
  ) => {
    db.transaction(() => {
      if (change() !== 1) throw new Error(`Execution row ${id} cannot become "${what}".`);
      history.note(jobOf(id), what, more);
    });
  };

  const insert = (intent: Intent, state: 'intent' | 'started'): number =>
    db.insert(
      `INSERT INTO executions (job_id, run, task_id, state, agent, images, day, intent_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      intent.jobId,
      intent.run,
      intent.taskId,
      state,
      intent.agent,
      intent.images,
      today(),
      clock.wall(),
    );

  const markStarted = (id: number, executionId: string, origin: 'sent' | 'adopted'): number =>
    db.run(
      `UPDATE executions SET state = 'started', execution_id = ?, origin = ?, started_at = ?,
         started_mono = ?, awaited_mono = ?, polled_mono = NULL, doubt_since = NULL
       WHERE id = ? AND state IN ('intent', 'sending', 'doubt', 'started')`,
      executionId,
      origin,
      clock.wall(),
      mono(),
      mono(),
      id,
    );

  return {
    ofJob: (jobId) =>
      db.all<Row>('SELECT * FROM executions WHERE job_id = ? ORDER BY id', jobId).map(read),
    intend: (intent) =>
      db.transaction(() => {
        const id = insert(intent, 'intent');
        history.note(intent.jobId, 'intent to execute', String(intent.images));
        return id;
      }),
    renew: (id) => {
      db.run("UPDATE executions SET day = ? WHERE id = ? AND state = 'intent'", today(), id);
    },
    sending: (id) => {
      log.write(purchaseOf(db, id));
      turn(id, 'sending', undefined, () => {
        db.run(
          "UPDATE jobs SET state = 'running', updated_at = ? WHERE id = ? AND state = 'waiting'",
          clock.wall(),
          jobOf(id),
        );
        return db.run(
          "UPDATE executions SET state = 'sending', sent_at = ? WHERE id = ? AND state = 'intent'",
          clock.wall(),
          id,
        );
      });
    },
    unsent: (id, why) =>
      turn(id, 'not sent', why, () =>
        db.run(
          "UPDATE executions SET state = 'intent' WHERE id = ? AND state IN ('intent', 'sending')",
          id,
        ),
      ),
    started: (id, executionId) =>
      turn(id, 'started', executionId, () => markStarted(id, executionId, 'sent')),
    rejected: (id, words) =>
      turn(id, 'refused by the service', words, () =>
        db.run(
          "UPDATE executions SET state = 'rejected' WHERE id = ? AND state IN ('intent','sending')",
          id,
        ),
      ),
    doubt: (id, why) =>
      turn(id, 'in doubt', why, () =>
        db.run(
          `UPDATE executions SET state = 'doubt', doubt_since = ?, doubt_empty = 0,
             doubt_queries = 0 WHERE id = ? AND state = 'sending'`,
          mono(),
          id,
        ),
      ),
    asked: (id, isAbsent) => {
      db.run(
        `UPDATE executions SET doubt_empty = doubt_empty + ?, doubt_queries = doubt_queries + 1,
           polled_mono = ? WHERE id = ?`,
        Number(isAbsent),
        mono(),
        id,
      );
    },
    adopt: (id, executionId) =>
      turn(id, 'found at the service', executionId, () => markStarted(id, executionId, 'adopted')),
    adoptUnknown: (intent, executionId) =>
      db.transaction(() => {
        const id = insert(intent, 'started');
        turn(id, 'found at the service', executionId, () =>
          markStarted(id, executionId, 'adopted'),
        );
        return id;
      }),
    giveUp: (id, why) =>
      turn(id, 'counted as not bought', why, () =>
        db.run(
          "UPDATE executions SET state = 'void' WHERE id = ? AND state IN ('intent', 'doubt')",
          id,
        ),
      ),
    askAgain: (id) =>
      turn(id, 'asking the service again', undefined, () =>
        db.run(
          `UPDATE executions SET doubt_since = ?, doubt_empty = 0, doubt_queries = 0
           WHERE id = ? AND state = 'doubt'`,
          mono(),
          id,
        ),
      ),
    seen: (id, status, progress, isEmpty) => {
      db.run(
        `UPDATE executions SET status = ?, progress = ?, polled_mono = ?,
           empty_successes = CASE WHEN ? THEN empty_successes + 1 ELSE 0 END WHERE id = ?`,
        status,
        progress,
        mono(),
        Number(isEmpty),
        id,
      );
    },
    finished: (id, status) =>
      turn(id, 'finished', status, () =>
        db.run(
          // the end lies between the last answer that said "not yet" and this one, or was told of just now
          `UPDATE executions SET state = 'finished', status = ?1, progress = NULL, finished_at = ?2,
             duration_ms = CASE WHEN origin = 'sent' AND started_mono IS NOT NULL
               THEN CAST(max(0, CASE WHEN hints > hints_followed THEN ?3
                 ELSE (?3 + coalesce(polled_mono, started_mono)) / 2 END - started_mono) AS INTEGER)
             END,
             learned = CASE WHEN callback_key IS NOT NULL AND origin = 'sent' AND started_mono IS NOT NULL
               THEN CASE WHEN hints > hints_followed THEN 'hint' ELSE 'poll' END
             END
           WHERE id = ?4 AND state = 'started'`,
          status,
          clock.wall(),
          mono(),
          id,
        ),
      ),
    durations: (agent, count) =>
      db
        .all<{ duration_ms: number }>(
          `SELECT duration_ms FROM executions WHERE agent = ? AND duration_ms IS NOT NULL
           ORDER BY id DESC LIMIT ?`,
          agent,
          count,
        )
        .map((row) => row.duration_ms),
    refusedInRow: () => {
      const answered = db.all<{ state: ExecutionState }>(
        `SELECT state FROM executions WHERE state IN ('started', 'finished', 'rejected')
         ORDER BY id DESC LIMIT 100`,
      );
      const taken = answered.findIndex(({ state }) => state !== 'rejected');
      return taken < 0 ? answered.length : taken;
    },
    countInFlight: () =>
      db.get<{ n: number }>(`SELECT count(*) AS n FROM executions WHERE ${OPEN}`)?.n ?? 0,
    lost: (since, limit) =>
      db.all<{ jobId: number; taskId: string }>(
        `SELECT e.job_id AS jobId, e.task_id AS taskId FROM executions e
         JOIN jobs j ON j.id = e.job_id
         WHERE ${LOST} AND j.state NOT IN ('waiting', 'running')
         GROUP BY e.job_id, e.task_id ORDER BY max(e.id) DESC LIMIT ?`,
        since,
        limit,
      ),
    hasLost: (jobId, since) =>
      db.get(`SELECT 1 FROM executions e WHERE e.job_id = ? AND ${LOST}`, jobId, since) !==
      undefined,
    recover: () => {
      db.transaction(() => {
        db.run(
          `UPDATE executions SET state = 'doubt', doubt_since = ?, doubt_empty = 0,
             doubt_queries = 0 WHERE ${OPEN} AND state <> 'started'`,
          mono(),
        );
        db.run(
          `UPDATE executions SET started_mono = NULL, polled_mono = NULL, awaited_mono = ?
           WHERE ${OPEN}`,
          mono(),
        );
      });
    },
  };
}

function purchaseOf(db: Database, id: number): Purchase {
  const purchase = db.get<Purchase>(
    `SELECT p.identity AS photo, j.identity, e.task_id AS taskId, e.run, e.intent_at AS intentAt,
       e.agent, e.images FROM executions e JOIN jobs j ON j.id = e.job_id
       JOIN photos p ON p.id = j.photo_id WHERE e.id = ?`,
    id,
  );
  if (purchase === undefined) throw new Error(`There is no execution row ${id}.`);
  return purchase;
}

function read(row: Row): ExecutionRow {
  return {
    id: row.id,
    jobId: row.job_id,
    run: row.run,
    taskId: row.task_id,
    executionId: row.execution_id,
    state: row.state,
    origin: row.origin,
    agent: row.agent,
    images: row.images,
    day: row.day,
    status: row.status,
    progress: row.progress,
    emptySuccesses: row.empty_successes,
    doubtSince: row.doubt_since,
    doubtEmpty: row.doubt_empty,
    doubtQueries: row.doubt_queries,
    startedMono: row.started_mono,
    awaitedMono: row.awaited_mono,
    polledMono: row.polled_mono,
    hasCallback: row.callback_key !== null,
    hints: row.hints,
    hintsFollowed: row.hints_followed,
    intentAt: row.intent_at,
    startedAt: row.started_at,
  };
}
