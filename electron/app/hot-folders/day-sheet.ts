import type { DayLine } from '#shared/views/folders.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';

/** Returns what was done, what failed and what was spent on a local day (YYYY-MM-DD), by folder and recipe. */
export function daySheet({ figures }: Ledger, day: string): readonly DayLine[] {
  return figures.day(day);
}
