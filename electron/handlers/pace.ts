/** ms that are counted as one pause in the work rather than as slow work. */
const PAUSE = 10 * 60_000;
/** ms after which what ended says nothing about what comes. */
const OLD = 3_600_000;

/**
 * How fast photos are worked through while they are: photos per ms, from the wall-clock ms at which
 * the last ones ended, newest first. Null when nothing ended in the last hour.
 */
export function paceOf(ends: readonly number[], now: number): number | null {
  const recent = ends.filter((at) => at <= now && now - at < OLD);
  if (recent.length === 0) return null;
  let spent = 0;
  let photos = 0;
  for (const [at, end] of recent.entries()) {
    const before = recent[at + 1];
    if (before === undefined || end - before > PAUSE) continue;
    spent += end - before;
    photos += 1;
  }
  // several that end in the same moment, or a single one, tell no pace but that they were done
  return spent === 0 ? recent.length / OLD : photos / spent;
}
