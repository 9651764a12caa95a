import type { Money } from '#shared/money.ts';
import type { JobState } from '#shared/job.ts';
import type { ExecutionState } from './executions.ts';
import type { Tables } from './rows.ts';

/** A purchase that this station has claimed in the shared studio: one run of a job. */
export interface ClaimedRun {
  readonly jobId: number;
  readonly run: number;
  /** Id of the claim in the shared studio. */
  readonly claim: number;
  /** The lease under which the request may be sent. */
  readonly fence: number;
  /** What was last reported to the shared studio, as text; '' if nothing was. */
  readonly reported: string;
}

/** What the ledger knows about a run; the state of the run's claim follows from it. */
export interface RunFacts {
  readonly jobState: JobState;
  /** Whether the user has requested no later run of the job. */
  readonly isLast: boolean;
  readonly taskId: string | null;
  readonly executions: readonly {
    readonly state: ExecutionState;
    readonly executionId: string | null;
  }[];
}

/** A run as the shared studio identifies it. */
export interface RunIdentity {
  readonly jobId: number;
  readonly run: number;
  /** Identity of the photo's content. */
  readonly photo: string;
  /** Identity of the recipe. */
  readonly purchase: string;
  readonly task: string;
  readonly images: number;
  readonly day: string;
  /** Null if there is no price. */
  readonly cost: Money | null;
  readonly hotFolderId: number | null;
}

/** The claims of this station in the shared studio; empty outside a shared studio. */
export interface ClaimRepository {
  get(jobId: number, run: number): ClaimedRun | undefined;
  /** Records a claim, or that it was granted again; its state is reported again after that. */
  set(claim: Omit<ClaimedRun, 'reported'>): void;
  reported(jobId: number, run: number, reported: string): void;
  remove(jobId: number, run: number): void;
  removeAll(): void;
  all(): ClaimedRun[];
  /**
   * Returns the claims whose state can still change. A claim that was reported as bought with the ids of its executions,
   * and that has no open execution, no longer changes. Without ids, a user has given it up and may send it again.
   */
  unsettled(): ClaimedRun[];
  facts(jobId: number, run: number): RunFacts;
  /** Returns the identities of a job's photo and recipe. */
  identityOf(jobId: number): Pick<RunIdentity, 'photo' | 'purchase'>;
  /** Returns runs that were or may have been bought and have no claim. */
  unclaimed(): RunIdentity[];
}

export function claimRepository(db: Tables): ClaimRepository {
  return {
    get: (jobId, run) => db.get('SELECT * FROM claims WHERE job_id = ? AND run = ?', jobId, run),
    set: ({ jobId, run, claim, fence }) =>
      void db.run(
        `INSERT INTO claims (job_id, run, claim, fence, reported) VALUES (?, ?, ?, ?, '')
         ON CONFLICT DO UPDATE SET claim = excluded.claim, fence = excluded.fence, reported = ''`,
        jobId,
        run,
        claim,
        fence,
      ),
    reported: (jobId, run, reported) =>
      void db.update('claims', { reported }, 'job_id = ? AND run = ?', jobId, run),
    remove: (jobId, run) =>
      void db.run('DELETE FROM claims WHERE job_id = ? AND run = ?', jobId, run),
    removeAll: () => void db.run('DELETE FROM claims'),
    all: () => db.all('SELECT * FROM claims ORDER BY job_id, run'),
    unsettled: () =>
      db.all(
        `SELECT * FROM claims c WHERE reported NOT LIKE 'bought _%' OR EXISTS (
           SELECT 1 FROM executions e WHERE e.job_id = c.job_id AND e.run = c.run
             AND e.state IN ('intent', 'sending', 'doubt', 'started'))
         ORDER BY job_id, run`,
      ),
    facts: (jobId, run) => ({
      jobState: db.value<JobState>('SELECT state FROM jobs WHERE id = ?', jobId) ?? 'cancelled',
      isLast: (db.value<number>('SELECT runs FROM jobs WHERE id = ?', jobId) ?? run) <= run,
      taskId: db.value<string>('SELECT task_id FROM jobs WHERE id = ?', jobId) ?? null,
      executions: db.all(
        `SELECT state, execution_id FROM executions
         WHERE job_id = ? AND run = ? AND station IS NULL`,
        jobId,
        run,
      ),
    }),
    identityOf(jobId) {
      const found = db.get<Pick<RunIdentity, 'photo' | 'purchase'>>(
        `SELECT p.identity AS photo, j.identity AS purchase
         FROM jobs j JOIN photos p ON p.id = j.photo_id WHERE j.id = ?`,
        jobId,
      );
      if (found === undefined) throw new Error(`There is no job ${jobId}.`);
      return found;
    },
    unclaimed: () =>
      db
        .all<Omit<RunIdentity, 'cost'> & { minor: number | null; currency: string | null }>(
          `SELECT e.job_id, e.run, p.identity AS photo, j.identity AS purchase, j.hot_folder_id,
             max(e.task_id) AS task, max(e.images) AS images, max(e.day) AS day,
             max(e.images * e.price) AS minor, max(e.currency) AS currency
           FROM executions e JOIN jobs j ON j.id = e.job_id JOIN photos p ON p.id = j.photo_id
           WHERE e.state NOT IN ('intent', 'rejected', 'void') AND e.station IS NULL
             AND NOT EXISTS (SELECT 1 FROM claims c WHERE c.job_id = e.job_id AND c.run = e.run)
           GROUP BY e.job_id, e.run ORDER BY e.job_id, e.run`,
        )
        .map(({ minor, currency, ...run }) => ({
          ...run,
          cost: minor === null || currency === null ? null : { minor, currency },
        })),
  };
}
