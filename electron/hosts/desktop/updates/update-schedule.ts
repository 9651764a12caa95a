import type { Outcome } from '#shared/problem.ts';
import type { UpdatePreferences } from '#shared/views/updates.ts';
import type { Clock } from '../../../base/clock.ts';
import type { StagedUpdate } from './engine.ts';

/** Time in ms from the start to the first check, and between two checks. */
const FIRST_CHECK = 30_000;
const NEXT_CHECK = 6 * 3_600_000;
/** Time in ms without a window and without work after which Darkslide may restart. */
const QUIET = 10 * 60_000;
/** Interval in ms between two checks of whether Darkslide is unused. */
const QUIET_EVERY = 60_000;

/** Checks soon after Darkslide has started and then every 6 hours, until `signal` aborts. */
export async function checkRegularly(
  clock: Clock,
  check: () => void,
  signal: AbortSignal,
): Promise<void> {
  for (let wait = FIRST_CHECK; ; wait = NEXT_CHECK) {
    await clock.sleep(wait, signal);
    if (signal.aborted) return;
    check();
  }
}

export interface QuietRestart {
  readonly clock: Clock;
  readonly wanted: () => UpdatePreferences;
  /** Returns whether photos are being processed or about to be processed. */
  readonly isBusy: () => Promise<boolean>;
  /** Returns whether no window is open, so no input can be lost. */
  readonly isAway: () => boolean;
  /** Returns whether the system installs without asking for a password. */
  readonly needsNobody: () => Promise<boolean>;
  /** Checks permissions and disk space. */
  readonly canInstall: (staged: StagedUpdate) => Promise<Outcome<void>>;
  /** Quits Darkslide safely and starts the new version. */
  readonly restart: () => void;
}

/** Restarts into the version that `staged` returns as soon as it disturbs nobody, until `signal` aborts. */
export async function restartWhenQuiet(
  parts: QuietRestart,
  staged: () => Promise<Outcome<StagedUpdate>>,
  signal: AbortSignal,
): Promise<void> {
  const { clock } = parts;
  for (let quietSince = clock.mono(); ;) {
    await clock.sleep(QUIET_EVERY, signal);
    if (signal.aborted) return;
    const isQuiet = parts.isAway() && !(await parts.isBusy());
    if (!isQuiet) quietSince = clock.mono();
    if (clock.mono() - quietSince < QUIET || parts.wanted().mode !== 'automatic') continue;
    const ready = await staged();
    if (!ready.ok || !(await parts.needsNobody())) continue;
    if (!(await parts.canInstall(ready.value)).ok) continue;
    return parts.restart();
  }
}
