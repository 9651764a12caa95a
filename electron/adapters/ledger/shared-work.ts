import type { JobState } from '#shared/job.ts';
import type { Tables } from './rows.ts';

/** A job of a shared hot folder, which any station with free capacity may process. */
export interface SharedJob {
  readonly jobId: number;
  readonly run: number;
  /** Whether the photo is from a hot folder that this station watches or watched. */
  readonly isOffered: boolean;
  /** Whether this station processes the photo. */
  readonly isTaken: boolean;
  /** Name of the other station that processes the photo, or did. */
  readonly station: string | null;
  /** State in which the run ended, as the shared studio knows it. */
  readonly ended: JobState | null;
}

/** A job to offer to all stations. */
export interface JobToOffer {
  readonly jobId: number;
  readonly run: number;
  readonly priority: number;
  readonly hotFolderId: number;
  readonly client: string;
  /** SHA-256 of the photo. */
  readonly photo: string;
  readonly bytes: number;
  /** Identity of the recipe. */
  readonly purchase: string;
  /** Whether the user repeats a job that has ended. */
  readonly again: boolean;
  /** Whether the user has changed the priority since the job was offered. */
  readonly prioritised: boolean;
}

/** The jobs that this station shares with others; empty outside a shared studio. */
export interface SharedWorkRepository {
  get(jobId: number): SharedJob | undefined;
  /** Returns the name of the other station that processes the photo, or did; null for this station. */
  stationOf(jobId: number): string | null;
  /**
   * Returns jobs of these hot folders that have not begun, and that the shared studio does not know, knows as ended
   * or knows with another priority.
   */
  toOffer(folders: readonly number[], most: number): JobToOffer[];
  /** Returns jobs of these hot folders that the user cancelled before they were offered. */
  toWithhold(folders: readonly number[], most: number): JobToOffer[];
  /** Records that a job was offered. */
  offered(job: Pick<JobToOffer, 'jobId' | 'run' | 'priority'>): void;
  /** Records that only this station can process the photo. */
  keepHere(jobId: number): void;
  /** Records that this station now watches a hot folder, and so answers for its photos that another station offered. */
  adopt(hotFolderId: number): void;
  /** Records which other station processes a photo; null if none does. */
  elsewhere(jobId: number, station: string | null): void;
  /** Records that this station processes the photo. */
  taken(job: { readonly jobId: number; readonly run: number }): void;
  /** Records that another station may process the photo. */
  left(jobId: number): void;
  /** Records how a run ended, as the shared studio knows it. */
  ended(jobId: number, state: JobState, run: number): void;
  remove(jobId: number): void;
  /** Returns whether the shared studio has ever known a job of this station. */
  hasAny(): boolean;
  /** Returns the jobs whose end the shared studio does not know, without those that only this station can process. */
  open(): SharedJob[];
  removeAll(): void;
  /** Returns the jobs that this station has taken from the shared studio and whose end it has not reported. */
  inHand(): SharedJob[];
  /**
   * Returns ended jobs that this station processed and whose end, or new end, it has not reported. A failed job that the
   * user dismissed or replaced stays failed for the other stations.
   */
  toReport(): (SharedJob & { readonly state: JobState })[];
  /** Returns offered jobs that ended here before any station began them, until the shared studio knows their end. */
  toWithdraw(): number[];
  /**
   * Returns offered jobs with ids above `after` that this station does not process and whose end it does not know.
   */
  awaited(after: number, most: number): JobToOffer[];
}

type OfferRow = Omit<JobToOffer, 'again' | 'prioritised'> & { again: number; prioritised: number };
type Row = Omit<SharedJob, 'isOffered' | 'isTaken'> & { offered: number; taken: number };

/** Value of `run` for a job that the shared studio does not know. */
export const ONLY_HERE = 0;
const COLUMNS = 'w.job_id, w.run, w.offered, w.taken, w.station, w.ended';
const TO_OFFER = `SELECT j.id AS job_id, j.runs AS run, j.priority, j.hot_folder_id, j.client,
  p.sha256 AS photo, p.bytes, j.identity AS purchase, w.ended IS NOT NULL AS again,
  ifnull(w.priority <> j.priority, 0) AS prioritised`;
const BEGUN = `EXISTS (SELECT 1 FROM executions e WHERE e.job_id = j.id AND e.run = j.runs
  AND e.state NOT IN ('intent', 'rejected', 'void'))`;

/** Returns SQL for the name of the other station that processes a job, or did; null for this station. */
export const stationOf = (jobId: string): string =>
  `coalesce((SELECT w.station FROM shared_work w WHERE w.job_id = ${jobId}),
    (SELECT max(e.station) FROM executions e WHERE e.job_id = ${jobId}))`;

export function sharedWorkRepository(db: Tables): SharedWorkRepository {
  const set = (jobId: number, fields: Readonly<Record<string, string | number | null>>) =>
    void db.update('shared_work', fields, 'job_id = ?', jobId);
  return {
    stationOf: (jobId) => db.value<string | null>(`SELECT ${stationOf('?1')}`, jobId) ?? null,
    get: (jobId) =>
      db.all<Row>(`SELECT ${COLUMNS} FROM shared_work w WHERE job_id = ?`, jobId).map(read)[0],
    toOffer: (folders, most) =>
      offersOf(
        db,
        `j.state = 'waiting' AND (w.job_id IS NULL
           OR w.taken = 0 AND (w.ended IS NOT NULL OR w.priority <> j.priority))`,
        folders,
        most,
      ),
    toWithhold: (folders, most) =>
      offersOf(db, `j.state = 'cancelled' AND w.job_id IS NULL`, folders, most),
    offered({ jobId, run, priority }) {
      const fields = { run, offered: 1, taken: 0, station: null, ended: null, priority };
      db.putRow('shared_work', { jobId, ...fields });
    },
    keepHere(jobId) {
      const fields = {
        run: ONLY_HERE,
        offered: 0,
        taken: 1,
        station: null,
        ended: null,
        priority: 0,
      };
      db.putRow('shared_work', { jobId, ...fields });
    },
    adopt: (hotFolderId) =>
      void db.update(
        'shared_work',
        { offered: 1 },
        `offered = 0 AND run <> ${ONLY_HERE} AND job_id IN (SELECT id FROM jobs WHERE hot_folder_id = ?)`,
        hotFolderId,
      ),
    elsewhere: (jobId, station) => set(jobId, { station }),
    taken({ jobId, run }) {
      const fields = { run, taken: 1, station: null, ended: null };
      if (db.update('shared_work', fields, 'job_id = ?', jobId) === 1) return;
      db.putRow('shared_work', { jobId, ...fields, offered: 0, priority: 0 });
    },
    left: (jobId) => set(jobId, { taken: 0 }),
    // a job that is done is offered again if the user repeats it
    ended: (jobId, state, run) =>
      set(jobId, { ended: state, run, ...(state === 'done' ? { taken: 0 } : {}) }),
    remove: (jobId) => void db.run('DELETE FROM shared_work WHERE job_id = ?', jobId),
    removeAll: () => void db.run('DELETE FROM shared_work'),
    hasAny: () =>
      db.value(`SELECT 1 FROM shared_work WHERE run <> ${ONLY_HERE} LIMIT 1`) !== undefined,
    open: () =>
      db
        .all<Row>(
          `SELECT ${COLUMNS} FROM shared_work w INDEXED BY shared_work_open
           WHERE ended IS NULL AND run <> ${ONLY_HERE} ORDER BY job_id`,
        )
        .map(read),
    inHand: () =>
      db
        .all<Row>(
          `SELECT ${COLUMNS} FROM shared_work w INDEXED BY shared_work_open
           WHERE ended IS NULL AND taken = 1 AND run <> ${ONLY_HERE} ORDER BY job_id`,
        )
        .map(read),
    toReport: () =>
      db
        .all<Row & { state: JobState }>(
          `SELECT ${COLUMNS}, j.state FROM shared_work w INDEXED BY shared_work_taken
           JOIN jobs j ON j.id = w.job_id
           WHERE w.taken = 1 AND w.run <> ${ONLY_HERE} AND j.state IN ('done', 'failed', 'held', 'cancelled')
             AND (w.ended IS NULL OR w.ended <> j.state AND NOT (w.ended = 'failed' AND j.state = 'cancelled'))
           ORDER BY w.job_id`,
        )
        .map((row) => ({ ...read(row), state: row.state })),
    toWithdraw: () =>
      db.column(
        `SELECT w.job_id FROM shared_work w INDEXED BY shared_work_open JOIN jobs j ON j.id = w.job_id
         WHERE w.ended IS NULL AND w.taken = 0 AND w.offered = 1
           AND j.state NOT IN ('waiting', 'running') AND NOT ${BEGUN} ORDER BY w.job_id`,
      ),
    awaited: (after, most) =>
      db
        .all<OfferRow>(
          `${TO_OFFER} FROM shared_work w INDEXED BY shared_work_open
             JOIN jobs j ON j.id = w.job_id JOIN photos p ON p.id = j.photo_id
           WHERE w.ended IS NULL AND w.taken = 0 AND w.offered = 1 AND j.state = 'waiting'
             AND j.hot_folder_id IS NOT NULL AND p.sha256 IS NOT NULL AND w.job_id > ?
           ORDER BY w.job_id LIMIT ?`,
          after,
          most,
        )
        .map(readOffer),
  };
}

/** Returns jobs of these hot folders that have not begun and that meet a condition. */
function offersOf(
  db: Tables,
  condition: string,
  folders: readonly number[],
  most: number,
): JobToOffer[] {
  return db
    .all<OfferRow>(
      `${TO_OFFER} FROM jobs j JOIN photos p ON p.id = j.photo_id
         LEFT JOIN shared_work w ON w.job_id = j.id
       WHERE ${condition} AND j.hot_folder_id IN (SELECT value FROM json_each(?))
         AND p.sha256 IS NOT NULL AND NOT ${BEGUN}
       ORDER BY j.id LIMIT ?`,
      JSON.stringify(folders),
      most,
    )
    .map(readOffer);
}

function read({ jobId, run, offered, taken, station, ended }: Row): SharedJob {
  return { jobId, run, isOffered: offered === 1, isTaken: taken === 1, station, ended };
}

function readOffer({ again, prioritised, ...row }: OfferRow): JobToOffer {
  return { ...row, again: again === 1, prioritised: prioritised === 1 };
}
