/** ms that are counted as one pause in the work rather than as slow work. */
const PAUSE = 10 * 60_000;
/** ms after which what ended says nothing about what comes. */
const OLD = 3_600_000;
/** Steps from one end to the next that it takes to speak of a pace. */
const ENOUGH = 2;

/**
 * How fast photos are worked through while they are: photos per ms, from the wall-clock ms at which
 * the last ones ended, newest first. Null while too few ended in the last hour to tell.
 */
export function paceOf(ends: readonly number[], now: number): number | null {
  const recent = ends.filter((at) => at <= now && now - at < OLD);
  let spent = 0;
  let photos = 0;
  for (const [at, end] of recent.entries()) {
    const before = recent[at + 1];
    if (before === undefined || end - before > PAUSE) continue;
    spent += end - before;
    photos += 1;
  }
  return photos < ENOUGH || spent === 0 ? null : photos / spent;
}
