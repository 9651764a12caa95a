import dayjs from 'dayjs';
import type { Clock } from '../../base/clock.ts';
import type { Tables } from './rows.ts';

/**
 * Money is counted in generated images: reserved with the INTENT to execute and only returned if the service
 * refused or the user decided that it did not happen. Images in doubt count as spent.
 */
export interface SpendingRepository {
  /** Returns the images reserved or spent on the current local day, over all jobs. */
  today(): number;
  /** Returns the same for the jobs of one hot folder. */
  todayOf(hotFolderId: number): number;
}

/** Returns the local day of a moment, YYYY-MM-DD. */
export function localDay(wallMs: number): string {
  return dayjs(wallMs).format('YYYY-MM-DD');
}

/** Returns the wall time in ms at which a local day, YYYY-MM-DD, begins, or the one `days` later. */
export function beginOfDay(day: string, days = 0): number {
  // every day has a noon, but if clocks are put forward at midnight, the day begins later
  return dayjs(`${day}T12:00:00`).add(days, 'day').startOf('day').valueOf();
}

export function spendingRepository(db: Tables, clock: Clock): SpendingRepository {
  const today = () => localDay(clock.wall());
  return {
    today: () => db.value('SELECT sum(images) FROM spent WHERE day = ?', today()) ?? 0,
    todayOf: (hotFolderId) =>
      db.value(
        'SELECT images FROM spent WHERE day = ? AND hot_folder_id = ?',
        today(),
        hotFolderId,
      ) ?? 0,
  };
}
