import type { World } from '../world.ts';
import type { Away } from './link.ts';
import type { ModelStudio } from './model.ts';
import type { SimulatedStation } from './station.ts';

/** Durations in ms whose changes are lost: those of a standby that takes over, and those since a backup. */
const LOST = [200, 5000, 10 * 60_000] as const;
/** The earliest and the latest time in ms at which the lost changes begin. */
const FROM = 60_000;
const TO = 20 * 60_000;

/** What the stations know of a restore of the database. */
export interface Restore {
  /** When the database cannot be reached because of it; null if it is not restored in this run. */
  readonly away: Away | null;
  readonly happened: boolean;
  /**
   * Returns whether the database was restored and not all stations have compared their purchases with it since. As
   * docs/stations.md demands, nothing new is bought meanwhile.
   */
  isRecovering(): boolean;
}

/**
 * Lets the database lose its last changes in some runs: a backup is restored, or a standby that lacks the last changes
 * takes over. Connections end at that moment.
 */
export function restoring(
  { time, chance, tell }: Omit<World, 'kill'>,
  studio: Pick<ModelStudio, 'save' | 'knows'>,
  stations: () => readonly Pick<SimulatedStation, 'name' | 'isReadySince'>[],
): Restore {
  let at: number | null = null;
  const back = new Set<string>();
  const never = { away: null, happened: false, isRecovering: () => false };
  if (!chance.strikes('database restored', '')) return never;
  const savedAt = chance.between('database restored', FROM, TO);
  const restoredAt = savedAt + chance.pick('changes lost', LOST);
  const takes = chance.between('restore takes', 10_000, 5 * 60_000);
  time.after(savedAt, null, () => {
    // otherwise, stations would join the restored studio for the first time
    if (!stations().every(({ name }) => studio.knows(name))) return;
    const restore = studio.save();
    time.after(restoredAt - savedAt, null, () => {
      restore();
      at = time.now();
      tell('database', `loses the changes of ${Math.round((restoredAt - savedAt) / 1000)} s`);
    });
  });
  return {
    away: { from: restoredAt - 1, to: restoredAt + takes },
    get happened() {
      return at !== null;
    },
    isRecovering() {
      if (at === null) return false;
      for (const one of stations()) if (one.isReadySince(at)) back.add(one.name);
      return back.size < stations().length;
    },
  };
}
