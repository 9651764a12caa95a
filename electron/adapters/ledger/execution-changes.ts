import { localDay } from '#shared/day.ts';
import { priceOf, type Prices } from '#shared/prices.ts';
import type { Problem } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import { OPEN, type ExecutionState, type Intent } from './executions.ts';
import type { HistoryRepository } from './history.ts';
import type { Purchase, PurchaseLog } from './purchases.ts';
import { expression, type Fields, type Tables } from './rows.ts';

/** Changes while a request is sent to the service. */
interface RequestChanges {
  /** Records the INTENT, its reservation and its price. */
  intend(intent: Intent): number;
  /** Moves the reservation of an INTENT from an earlier day to today, at today's price. */
  renew(id: number): void;
  /**
   * Records SENDING: the connection is open, and no byte has been sent. The job is now running. The
   * purchase log is written first.
   */
  sending(id: number): void;
  /** Returns to INTENT: the request provably was not sent. Its reservation stays. */
  unsent(id: number, why: Problem): void;
  started(id: number, executionId: string): void;
  rejected(id: number, words: string): void;
  /** Records the decision, by the user or the recipe, that the request counts as not executed. */
  giveUp(id: number, why: string): void;
}

/** Changes of a request that the service may or may not have accepted. */
interface DoubtChanges {
  doubt(id: number, why: string | Problem): void;
  /**
   * Records a query while the request is in doubt. `isAbsent`: the answer was valid and did not
   * list the execution.
   */
  asked(id: number, isAbsent: boolean): void;
  /** Restarts the time limit of the doubt when the user wants to keep querying. */
  askAgain(id: number): void;
  /** Ends the doubt, because the execution was found at the service. */
  adopt(id: number, executionId: string): void;
  /**
   * Adds an execution found at the service for which the ledger has no row; returns the id of the new
   * row.
   */
  adoptUnknown(intent: Intent, executionId: string): number;
}

/** Changes from the service's answers about a started execution. */
interface ProgressChanges {
  /**
   * Records an answer that says that the execution has not ended. `isShort`: the answer reported
   * success with too few images; such answers are counted.
   */
  seen(id: number, status: string, progress: number | null, isShort: boolean): void;
  finished(id: number, status: string): void;
}

/** The life cycle of each execution. Each call is one commit unless the caller has a transaction open. */
export interface ExecutionChanges extends RequestChanges, DoubtChanges, ProgressChanges {
  /**
   * Recovers after startup: marks requests that were being sent as in doubt, and restarts the time limits of all doubts
   * and waits.
   */
  recover(): void;
}

/** Where purchases are logged, and the current prices. */
export interface Buying {
  readonly log: Pick<PurchaseLog, 'write'>;
  readonly prices: () => Prices;
}

/** Returns the columns of a doubt that starts now. */
export function newDoubt(clock: Clock) {
  return { doubtSince: Math.round(clock.mono()), doubtEmpty: 0, doubtQueries: 0 };
}

export function executionChanges(
  db: Tables,
  clock: Clock,
  history: HistoryRepository,
  { log, prices }: Buying,
): ExecutionChanges {
  const rows = executionRows(db, clock, history, prices);
  return {
    ...requestChanges(rows, log),
    ...doubtChanges(rows),
    ...progressChanges(rows),
    recover: () => {
      db.transaction(() => {
        const doubt = { state: 'doubt', ...newDoubt(clock) };
        db.update('executions', doubt, `${OPEN} AND state <> 'started'`);
        const awaited = { startedMono: null, polledMono: null, awaitedMono: rows.mono() };
        db.update('executions', awaited, OPEN);
      });
    },
  };
}

type Rows = ReturnType<typeof executionRows>;

/** Returns the functions with which all changes of executions are made. */
function executionRows(
  db: Tables,
  clock: Clock,
  history: HistoryRepository,
  prices: Buying['prices'],
) {
  const mono = () => Math.round(clock.mono());
  const jobOf = (id: number): number =>
    db.value('SELECT job_id FROM executions WHERE id = ?', id) ?? 0;
  const set = (id: number, fields: Fields, where = '1') =>
    db.update('executions', fields, `id = ? AND ${where}`, id);

  /** Changes the state and adds a line to the history, in one commit. */
  const turn = (
    id: number,
    from: readonly ExecutionState[],
    fields: Fields & { readonly state: ExecutionState },
    what: string,
    more?: string | Problem,
  ) =>
    db.transaction(() => {
      if (set(id, fields, `state IN ('${from.join("', '")}')`) !== 1) {
        throw new Error(`Execution row ${id} cannot become "${what}".`);
      }
      history.note(jobOf(id), what, more);
    });

  /** Returns the columns of the current price of a job's agent. */
  const priced = (jobId: number) => {
    const bought = db.get<{ agent: string; version: string }>(AGENT_OF_JOB, jobId);
    const price = bought === undefined ? null : priceOf(prices(), bought);
    return { price: price?.minor ?? null, currency: price?.currency ?? null };
  };

  const add = (intent: Intent, state: 'intent' | 'started'): number => {
    const { jobId, run, taskId, agent, images } = intent;
    const now = { day: localDay(clock.wall()), intentAt: clock.wall() };
    const client = db.value<string>('SELECT client FROM jobs WHERE id = ?', jobId) ?? '';
    const row = { jobId, run, taskId, state, agent, images, client, ...now, ...priced(jobId) };
    return db.insertRow('executions', row);
  };

  const start = (id: number, executionId: string, origin: 'sent' | 'adopted') =>
    turn(
      id,
      ['intent', 'sending', 'doubt', 'started'],
      {
        state: 'started',
        executionId,
        origin,
        startedAt: clock.wall(),
        startedMono: mono(),
        awaitedMono: mono(),
        polledMono: null,
        doubtSince: null,
      },
      origin === 'sent' ? 'started' : 'found at the service',
      executionId,
    );

  return { db, clock, history, mono, jobOf, set, turn, priced, add, start };
}

function requestChanges(
  { db, clock, history, jobOf, set, turn, priced, add, start }: Rows,
  log: Pick<PurchaseLog, 'write'>,
): RequestChanges {
  return {
    intend: (intent) =>
      db.transaction(() => {
        const id = add(intent, 'intent');
        history.note(intent.jobId, 'intent to execute', String(intent.images));
        return id;
      }),
    renew(id) {
      const now = { day: localDay(clock.wall()), ...priced(jobOf(id)) };
      set(id, now, "state = 'intent'");
    },
    sending(id) {
      log.write(purchaseOf(db, id));
      db.transaction(() => {
        const running = { state: 'running', updatedAt: clock.wall() };
        db.update('jobs', running, "id = ? AND state = 'waiting'", jobOf(id));
        turn(id, ['intent'], { state: 'sending', sentAt: clock.wall() }, 'sending');
      });
    },
    unsent: (id, why) => turn(id, ['intent', 'sending'], { state: 'intent' }, 'not sent', why),
    started: (id, executionId) => start(id, executionId, 'sent'),
    rejected: (id, words) =>
      turn(id, ['intent', 'sending'], { state: 'rejected' }, 'refused by the service', words),
    giveUp: (id, why) =>
      turn(id, ['intent', 'doubt'], { state: 'void' }, 'counted as not bought', why),
  };
}

function doubtChanges({ db, clock, mono, set, turn, add, start }: Rows): DoubtChanges {
  return {
    doubt: (id, why) =>
      turn(id, ['sending'], { state: 'doubt', ...newDoubt(clock) }, 'in doubt', why),
    asked(id, isAbsent) {
      set(id, {
        doubtEmpty: expression('doubt_empty + ?', Number(isAbsent)),
        doubtQueries: expression('doubt_queries + 1'),
        polledMono: mono(),
      });
    },
    askAgain: (id) =>
      turn(id, ['doubt'], { state: 'doubt', ...newDoubt(clock) }, 'asking the service again'),
    adopt: (id, executionId) => start(id, executionId, 'adopted'),
    adoptUnknown: (intent, executionId) =>
      db.transaction(() => {
        const id = add(intent, 'started');
        start(id, executionId, 'adopted');
        return id;
      }),
  };
}

function progressChanges({ clock, mono, set, turn }: Rows): ProgressChanges {
  return {
    seen(id, status, progress, isShort) {
      const emptySuccesses = isShort ? expression('empty_successes + 1') : 0;
      set(id, { status, progress, polledMono: mono(), emptySuccesses });
    },
    finished(id, status) {
      const fields = {
        state: 'finished',
        status,
        progress: null,
        finishedAt: clock.wall(),
      } as const;
      const end = {
        durationMs: expression(DURATION, mono(), mono()),
        learned: expression(LEARNED),
      };
      turn(id, ['started'], { ...fields, ...end }, 'finished', status);
    },
  };
}

/**
 * SQL for the duration of an execution in ms. If a notification has just reported the end, the execution ended now.
 * Otherwise, the end is assumed to be half-way between the last answer that said "not yet" and this answer.
 */
const DURATION = `CASE WHEN origin = 'sent' AND started_mono IS NOT NULL
  THEN CAST(max(0, CASE WHEN hints > hints_followed THEN ?
    ELSE (? + coalesce(polled_mono, started_mono)) / 2 END - started_mono) AS INTEGER) END`;
const LEARNED = `CASE WHEN callback_key IS NOT NULL AND origin = 'sent' AND started_mono IS NOT NULL
  THEN CASE WHEN hints > hints_followed THEN 'hint' ELSE 'poll' END END`;

const AGENT_OF_JOB = `SELECT json_extract(r.text, '$.agent') AS agent,
  json_extract(r.text, '$.version') AS version
  FROM jobs j JOIN recipes r ON r.id = j.recipe_id WHERE j.id = ?`;

function purchaseOf(db: Tables, id: number): Purchase {
  const purchase = db.get<Purchase>(
    `SELECT p.identity AS photo, j.identity, e.task_id, e.run, e.intent_at, e.agent, e.images,
       e.price, e.currency, e.client
     FROM executions e JOIN jobs j ON j.id = e.job_id JOIN photos p ON p.id = j.photo_id
     WHERE e.id = ?`,
    id,
  );
  if (purchase === undefined) throw new Error(`There is no execution row ${id}.`);
  return purchase;
}
