import dayjs from 'dayjs';
import type { Clock } from '../../base/clock.ts';
import type { Tables } from './rows.ts';

/**
 * Spending is counted in generated images. They are reserved with the INTENT to execute, and returned
 * only if the service refused or the user decided that the execution did not happen. Images in doubt
 * count as spent.
 */
export interface SpendingRepository {
  /** Returns the images reserved or spent on the current local day, over all jobs. */
  today(): number;
  /** Returns this number for the jobs of one hot folder. */
  todayOf(hotFolderId: number): number;
}

/** Returns the local day of a point in time, as YYYY-MM-DD. */
export function localDay(wallMs: number): string {
  return dayjs(wallMs).format('YYYY-MM-DD');
}

/** Returns the wall-clock ms at which a local day (YYYY-MM-DD) begins, or the day that is `days` later. */
export function beginOfDay(day: string, days = 0): number {
  // every day has a noon, but a day begins later if clocks are put forward at midnight
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
