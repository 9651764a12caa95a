import type { Mark } from '#shared/views/retouch.ts';
import type { Clock } from '../../base/clock.ts';
import type { Tables } from './rows.ts';

export const unmarked: Mark = { pick: 0, stars: 0 };

/** A change to a mark; absent fields keep their value. */
export interface MarkChange {
  readonly pick?: Mark['pick'] | undefined;
  readonly stars?: number | undefined;
}

export interface MarkRepository {
  /** Returns the mark of each result that has one. */
  of(resultIds: readonly number[]): Map<number, Mark>;
  /** Sets marks and skips ids that are not delivered images. Returns the number of marks written. */
  set(resultIds: readonly number[], change: MarkChange): number;
}

export function markRepository(db: Tables, clock: Clock): MarkRepository {
  return {
    of(resultIds) {
      const rows = db.all<Mark & { id: number }>(
        `SELECT result_id AS id, pick, stars FROM marks
         WHERE result_id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(resultIds),
      );
      return new Map(rows.map(({ id, pick, stars }) => [id, { pick, stars }]));
    },
    set: (resultIds, { pick = null, stars = null }) =>
      db.run(
        `INSERT INTO marks (result_id, pick, stars, changed_at)
         SELECT id, coalesce(?, 0), coalesce(?, 0), ? FROM results
         WHERE id IN (SELECT value FROM json_each(?)) AND kind = 'image' AND file IS NOT NULL
         ON CONFLICT (result_id) DO UPDATE SET pick = coalesce(?, pick),
           stars = coalesce(?, stars), changed_at = excluded.changed_at`,
        pick,
        stars,
        clock.wall(),
        JSON.stringify(resultIds),
        pick,
        stars,
      ),
  };
}
