import dayjs from 'dayjs';
import type { Clock } from '../../base/clock.ts';
import type { Tables } from './rows.ts';

/**
 * Money is counted in generated images: reserved with the INTENT to execute and given back only when
 * the service refused or a person said that it did not happen. What is in doubt counts as spent.
 */
export interface SpendingRepository {
  /** Images reserved or spent on the local day of now, over all jobs. */
  today(): number;
  /** The same for the jobs of one hot folder. */
  todayOf(hotFolderId: number): number;
}

/** The local day a moment belongs to, YYYY-MM-DD. */
export function localDay(wallMs: number): string {
  return dayjs(wallMs).format('YYYY-MM-DD');
}

/** Wall time in ms at which a local day, YYYY-MM-DD, begins, or the one so many `days` after it. */
export function beginOfDay(day: string, days = 0): number {
  // every day has a noon, but where clocks are put forward at midnight it begins later
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
