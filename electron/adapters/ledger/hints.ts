import type { Clock } from '../../base/clock.ts';
import { newDoubt } from './execution-changes.ts';
import type { HistoryRepository } from './history.ts';
import type { Tables } from './rows.ts';

/**
 * How Darkslide first learned that an execution had ended. `hint`: by a query after a notification; `poll`: by a
 * scheduled query; `late`: by a scheduled query, before the notification about the end arrived.
 */
export type HintSource = 'hint' | 'poll' | 'late';

/**
 * The service's notifications. Darkslide ignores their content and takes each one only as a reason
 * to query the service. An execution is found by the SHA-256 of the token in its notification
 * address, so that someone who reads the ledger cannot send notifications.
 */
export interface HintRepository {
  /**
   * Records the notification address of an execution that is about to be sent; null for none. The
   * caller commits this together with the intent. Returns false if the row is no longer an intent,
   * in which case the request must not be sent.
   */
  listen(id: number, key: string | null): boolean;
  isKnown(key: string): boolean;
  /**
   * Commits that a notification has arrived. Returns the job of the execution, or null if no
   * request was sent with this address.
   */
  take(key: string): { readonly jobId: number } | null;
  /** Returns the number of notifications for an execution. */
  came(id: number): number;
  /**
   * Records that the service was queried after the execution had received this number of
   * notifications.
   */
  followed(id: number, hints: number): void;
  /**
   * Returns how Darkslide learned that each of an agent's latest executions had ended, newest first; only for
   * executions that were sent with a notification address.
   */
  learned(agent: string, count: number): HintSource[];
}

interface Row {
  readonly id: number;
  readonly jobId: number;
  readonly state: string;
  readonly sentAt: number | null;
  readonly hints: number;
}

/**
 * Text in the history of a job: the service has sent a notification about an execution that counts
 * as not bought.
 */
const ALARM = 'alarm: the service tells of an execution that counts as not bought';

export function hintRepository(
  db: Tables,
  clock: Clock,
  history: HistoryRepository,
): HintRepository {
  const find = (key: string) =>
    db.get<Row>(
      'SELECT id, job_id, state, sent_at, hints FROM executions WHERE callback_key = ?',
      key,
    );
  const count = (id: number) => db.run('UPDATE executions SET hints = hints + 1 WHERE id = ?', id);

  /**
   * Marks a request as in doubt although it counted as unsent or refused, because the notification shows that the
   * service accepted the request after all. Nothing more is sent until the outcome of the request is known.
   */
  const doubt = (row: Row) => {
    const fields = { state: 'doubt', ...newDoubt(clock) };
    db.update('executions', fields, "id = ? AND state IN ('intent', 'rejected')", row.id);
    history.note(row.jobId, 'in doubt', 'the service tells of a request that it had not taken');
  };

  const write = (row: Row) => {
    switch (row.state) {
      case 'intent':
      case 'rejected':
        doubt(row);
        count(row.id);
        return;
      case 'sending':
      case 'doubt':
      case 'started':
        count(row.id);
        return;
      case 'finished':
        db.run("UPDATE executions SET learned = 'late' WHERE id = ? AND learned = 'poll'", row.id);
        return;
      default:
        if (row.hints > 0) return;
        count(row.id);
        history.note(row.jobId, ALARM);
    }
  };

  return {
    listen: (id, key) =>
      db.run(
        `UPDATE executions SET callback_key = ?, hints = 0, hints_followed = 0
         WHERE id = ? AND state = 'intent'`,
        key,
        id,
      ) === 1,
    isKnown: (key) => find(key) !== undefined,
    take: (key) =>
      db.transaction(() => {
        const row = find(key);
        if (row === undefined || (row.state === 'intent' && row.sentAt === null)) return null;
        write(row);
        return { jobId: row.jobId };
      }),
    came: (id) => db.value('SELECT hints FROM executions WHERE id = ?', id) ?? 0,
    followed: (id, hints) => {
      db.run(
        'UPDATE executions SET hints_followed = max(hints_followed, ?) WHERE id = ?',
        hints,
        id,
      );
    },
    learned: (agent, most) =>
      db.column(
        `SELECT learned FROM executions WHERE agent = ? AND learned IS NOT NULL
         ORDER BY finished_at DESC, id DESC LIMIT ?`,
        agent,
        most,
      ),
  };
}
