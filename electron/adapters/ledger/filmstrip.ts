import type { Clock } from '../../base/clock.ts';
import type { Job } from './jobs.ts';
import type { Tables } from './rows.ts';

/** A photo that the user has open for retouching. */
export interface StripPhoto {
  readonly id: number;
  readonly photoId: number;
  readonly sha256: string;
  readonly bytes: number;
  /** Absolute path at the time the photo was added. */
  readonly source: string;
  readonly name: string;
  /** Width in px, upright. */
  readonly width: number;
  /** Height in px, upright. */
  readonly height: number;
}

/** Counts for a photo on the filmstrip, over all its jobs. */
export interface StripCounts {
  /** Number of delivered images. */
  readonly delivered: number;
  /** Number of waiting and running jobs. */
  readonly underWay: number;
  /** Number of jobs that need attention or have failed. */
  readonly needPerson: number;
  /** Number of failed jobs; `needPerson` counts them, too. */
  readonly failed: number;
}

export type StripAdmission = Omit<StripPhoto, 'id' | 'sha256' | 'bytes'>;

/** The photos on the filmstrip, in the order they were added. Each photo is listed once. */
export interface FilmstripRepository {
  /**
   * Adds a photo and returns its id on the filmstrip; a photo that is already there keeps its position
   * and gets the new path.
   */
  add(photo: StripAdmission): { readonly id: number; readonly fresh: boolean };
  /** Records that the file of a job's photo was moved, if the filmstrip shows that file. */
  moved(jobId: number, from: string, to: string): void;
  get(id: number): StripPhoto | undefined;
  /** Returns the filmstrip entry of a photo, by the photo's own id. */
  ofPhoto(photoId: number): StripPhoto | undefined;
  count(): number;
  /** Returns part of the filmstrip, starting at `offset`. */
  page(offset: number, limit: number): (StripPhoto & StripCounts)[];
  counts(photoId: number): StripCounts;
  /** Removes photos; their jobs and results stay. Returns the number of removed photos. */
  remove(ids: readonly number[]): number;
  /** Returns the jobs of a photo, newest first. */
  jobsOf(photoId: number): number[];
  /** Returns the job of a photo for a recipe with this identity. */
  jobWith(photoId: number, identity: string): Pick<Job, 'id' | 'state'> | undefined;
}

const COLUMNS = `f.id, f.photo_id, p.sha256, p.bytes, f.source, f.name, f.width, f.height`;
const FROM = 'FROM filmstrip f JOIN photos p ON p.id = f.photo_id';

/** Returns SQL that counts the results and jobs of a photo; `photo` is SQL for the id of the photo. */
const countsOf = (photo: string) => `
  (SELECT count(*) FROM jobs j JOIN executions e ON e.job_id = j.id
     JOIN results r ON r.execution_row = e.id
     WHERE j.photo_id = ${photo} AND r.kind = 'image' AND r.file IS NOT NULL) AS delivered,
  (SELECT count(*) FROM jobs j
     WHERE j.photo_id = ${photo} AND j.state IN ('waiting', 'running')) AS underWay,
  (SELECT count(*) FROM jobs j
     WHERE j.photo_id = ${photo} AND j.state IN ('held', 'failed')) AS needPerson,
  (SELECT count(*) FROM jobs j
     WHERE j.photo_id = ${photo} AND j.state = 'failed') AS failed`;

export function filmstripRepository(db: Tables, clock: Clock): FilmstripRepository {
  const idOf = (photoId: number) =>
    db.value<number>('SELECT id FROM filmstrip WHERE photo_id = ?', photoId);
  return {
    add: ({ photoId, source, name, width, height }) =>
      db.transaction(() => {
        const known = idOf(photoId);
        if (known !== undefined) {
          db.run('UPDATE filmstrip SET source = ?, name = ? WHERE id = ?', source, name, known);
          return { id: known, fresh: false };
        }
        const fields = { photoId, source, name, width, height, addedAt: clock.wall() };
        const id = db.insertRow('filmstrip', fields);
        return { id, fresh: true };
      }),
    moved(jobId, from, to) {
      const OF_JOB = 'photo_id = (SELECT photo_id FROM jobs WHERE id = ?)';
      db.update('filmstrip', { source: to }, `${OF_JOB} AND source = ?`, jobId, from);
    },
    get: (id) => db.get<StripPhoto>(`SELECT ${COLUMNS} ${FROM} WHERE f.id = ?`, id),
    ofPhoto: (photoId) =>
      db.get<StripPhoto>(`SELECT ${COLUMNS} ${FROM} WHERE f.photo_id = ?`, photoId),
    count: () => db.value('SELECT count(*) FROM filmstrip') ?? 0,
    page: (offset, limit) =>
      db.all<StripPhoto & StripCounts>(
        `SELECT ${COLUMNS}, ${countsOf('f.photo_id')} ${FROM} ORDER BY f.id LIMIT ? OFFSET ?`,
        limit,
        offset,
      ),
    counts(photoId) {
      const counts = db.get<StripCounts>(
        `SELECT ${countsOf('p.id')} FROM photos p WHERE p.id = ?`,
        photoId,
      );
      return counts ?? { delivered: 0, underWay: 0, needPerson: 0, failed: 0 };
    },
    remove: (ids) =>
      db.run(
        'DELETE FROM filmstrip WHERE id IN (SELECT value FROM json_each(?))',
        JSON.stringify(ids),
      ),
    jobsOf: (photoId) =>
      db.column('SELECT id FROM jobs WHERE photo_id = ? ORDER BY id DESC', photoId),
    jobWith: (photoId, identity) =>
      db.get('SELECT id, state FROM jobs WHERE photo_id = ? AND identity = ?', photoId, identity),
  };
}
