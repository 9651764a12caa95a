/**
 * Sends notifications about changes of an execution's status (interface: "Events"): an HTTP POST
 * with the same body as the answer to a query, when an execution starts running and when it ends.
 * Each notification is sent up to three times, until the receiver answers SUCCESS.
 */
import { endOfAll } from '#electron/base/closing.ts';
import type { Clock } from '#electron/base/clock.ts';
import { callbackRetries } from '#shared/limits.ts';
import type { Store, CallbackRow, ExecutionRow } from './store.ts';
import type { ExecutionPlan } from './schedule.ts';

/** Time in ms between two attempts; short, so that tests and users need not wait long. */
const retryAfter = 250;
/** Time limit in ms for the receiver's answer. */
const answerDeadline = 5000;
/** Time in ms between two checks of an execution whose images are not finished yet. */
const pollEvery = 50;

export interface CallbackNotice {
  readonly status: string;
  /** The body that a query would return at this moment. */
  readonly body: string;
}

export class Callbacks {
  readonly #store: Store;
  readonly #clock: Clock;
  /**
   * Returns what a query of the execution would return at this moment; undefined if its task was
   * deleted.
   */
  readonly #look: (executionId: string) => CallbackNotice | undefined;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(
    store: Store,
    clock: Clock,
    look: (executionId: string) => CallbackNotice | undefined,
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#look = look;
  }

  /** Resumes the notifications that an earlier process did not finish. */
  resume(): void {
    const rows = this.#store.all<{ executionId: string }>(
      `SELECT executionId FROM executions JOIN tasks USING (taskId)
       WHERE callbackUrl IS NOT NULL AND deletedAt IS NULL`,
    );
    for (const { executionId } of rows) this.begin(executionId);
  }

  /** Sends notifications about an execution until the execution has ended. */
  begin(executionId: string): void {
    const row = this.#store.find('executions', { executionId });
    if (row === undefined || row.callbackUrl === null) return;
    const following = this.#follow(row).finally(() => this.#running.delete(following));
    this.#running.add(following);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await endOfAll(this.#running);
  }

  async #follow(row: ExecutionRow): Promise<void> {
    const { signal } = this.#closing;
    const plan = JSON.parse(row.plan) as ExecutionPlan;
    for (const moment of [plan.pendingUntil, Math.max(...plan.due)]) {
      await this.#clock.sleep(plan.acceptedAt + moment - this.#clock.wall(), signal);
      const notice = await this.#whenReached(row.executionId, moment !== plan.pendingUntil);
      if (notice === undefined || signal.aborted) return;
      await this.#notify(row, notice);
      if (ended(notice.status)) return;
    }
  }

  /** Waits until the execution runs, or until it has ended if `end` is set. */
  async #whenReached(executionId: string, end: boolean): Promise<CallbackNotice | undefined> {
    for (;;) {
      const now = this.#look(executionId);
      if (now === undefined || this.#closing.signal.aborted) return undefined;
      if (ended(now.status) || (!end && now.status === 'Running')) return now;
      await this.#clock.sleep(pollEvery, this.#closing.signal);
    }
  }

  async #notify(row: ExecutionRow, notice: CallbackNotice): Promise<void> {
    const before = this.#store.all<CallbackRow>(
      'SELECT * FROM callbacks WHERE executionId = ? AND status = ?',
      row.executionId,
      notice.status,
    );
    if (before.some((one) => one.acknowledged === 1)) return;
    for (let attempt = before.length + 1; attempt <= 1 + callbackRetries; attempt += 1) {
      const acknowledged = await this.#post(row.callbackUrl ?? '', notice.body);
      if (this.#closing.signal.aborted) return;
      this.#store.insert('callbacks', {
        executionId: row.executionId,
        status: notice.status,
        attempt,
        acknowledged: Number(acknowledged),
      });
      if (acknowledged) return;
      await this.#clock.sleep(retryAfter * attempt, this.#closing.signal);
    }
  }

  async #post(url: string, body: string): Promise<boolean> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        redirect: 'error',
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(answerDeadline)]),
      });
      return (await response.text()).trim() === 'SUCCESS';
    } catch {
      // A receiver that cannot be reached counts as one that does not acknowledge the notification.
      return false;
    }
  }
}

function ended(status: string): boolean {
  return status === 'Success' || status === 'Failed';
}
