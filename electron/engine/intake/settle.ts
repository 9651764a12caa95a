import type { FileLook } from '../../adapters/ledger/sightings.ts';
import { sameLook } from './look.ts';

/**
 * How long a file of a hot folder must be unchanged before it is read, and what happens to a file
 * that does not become a photo. Pure: takes looks and monotonic ms, returns the time of the next
 * check.
 */
export interface Settling {
  readonly look: FileLook;
  /** Monotonic ms since which it is unchanged. */
  readonly since: number;
  /** Monotonic ms before which it is not inspected. */
  readonly checkAt: number;
  /** ms until the next check after one without a result. */
  readonly pause: number;
  /** It is in the failed list, and is still watched. */
  readonly isListed: boolean;
  /**
   * A photo without the ticket it needs, or a ticket without its photo: nothing to do until the
   * other arrives.
   */
  readonly isWanting: boolean;
}

export interface SettleTiming {
  /** ms a file must be unchanged before inspection. */
  readonly settleMs: number;
  /** ms after which an unreadable file is listed as failed (F59). */
  readonly unreadableMs: number;
  /** ms after which an incomplete file is listed as failed. */
  readonly incompleteMs: number;
}

export const usualPatience = { unreadableMs: 3 * 60_000, incompleteMs: 10 * 60_000 } as const;

/**
 * When its structure does not show where a file ends, it must be unchanged this many times as long.
 */
const UNSURE_TIMES = 10;

/** ms; the longest pause between two checks of a file without a result. */
const LONGEST_PAUSE = 60_000;

/** The result of inspecting a file. */
export type Finding = 'whole' | 'unsure' | 'incomplete' | 'unreadable';

/** Records the look of a file. Any change restarts the time it must be unchanged (F48). */
export function sighted(
  known: Settling | undefined,
  look: FileLook,
  now: number,
  timing: SettleTiming,
): Settling {
  if (known !== undefined && sameLook(known.look, look)) return known;
  return {
    look,
    since: now,
    checkAt: now + timing.settleMs,
    pause: timing.settleMs,
    isListed: false,
    isWanting: false,
  };
}

export type SettleStep =
  | { readonly do: 'admit' }
  /** `list`: the wait is now long enough to inform the user. */
  | { readonly do: 'wait'; readonly list: boolean; readonly next: Settling };

/** Decides after an inspection: admit the file, or check again later at growing intervals. */
export function lookedInto(
  known: Settling,
  finding: Finding,
  now: number,
  timing: SettleTiming,
): SettleStep {
  if (finding === 'whole') return { do: 'admit' };
  if (finding === 'unsure') {
    const checkAt = known.since + UNSURE_TIMES * timing.settleMs;
    if (now >= checkAt) return { do: 'admit' };
    return { do: 'wait', list: false, next: { ...known, checkAt } };
  }
  const patience = finding === 'incomplete' ? timing.incompleteMs : timing.unreadableMs;
  const list = !known.isListed && now - known.since >= patience;
  const next = { ...later(known, now), isListed: known.isListed || list };
  return { do: 'wait', list, next };
}

/** Records that the user was told to fix something before the file can be admitted. */
export function refusedFor(known: Settling, now: number): Settling {
  return { ...later(known, now), isListed: true };
}

/** Waits until the other half of photo and ticket arrives. */
export function wanting(known: Settling): Settling {
  return { ...known, checkAt: Infinity, isWanting: true };
}

function later(known: Settling, now: number): Settling {
  return {
    ...known,
    checkAt: now + known.pause,
    pause: Math.min(known.pause * 2, LONGEST_PAUSE),
    isWanting: false,
  };
}
