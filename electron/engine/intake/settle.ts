import type { FileLook } from '../../adapters/ledger/sightings.ts';
import { sameLook } from './look.ts';

/**
 * The state of a file in a hot folder that must be unchanged for a while before it is admitted. The functions in this
 * file are pure: from the file's size, modification time and inode, and from monotonic ms, they decide what happens
 * next, and when to check the file again.
 */
export interface Settling {
  readonly look: FileLook;
  /** Monotonic ms since which the file has been unchanged. */
  readonly since: number;
  /** Monotonic ms before which the file is not inspected. */
  readonly checkAt: number;
  /** Time in ms until the next check, after an inspection without a result. */
  readonly pause: number;
  /** Whether the file is in the failed list; it is still watched. */
  readonly isListed: boolean;
  /**
   * Whether the file is a photo without the ticket it needs, or a ticket without its photo: nothing happens until the
   * missing file arrives.
   */
  readonly isWanting: boolean;
}

export interface SettleTiming {
  /** Time in ms that a file must be unchanged before it is inspected. */
  readonly settleMs: number;
  /** Time in ms after which an unreadable file is listed as failed (F59). */
  readonly unreadableMs: number;
  /** Time in ms after which an incomplete file is listed as failed. */
  readonly incompleteMs: number;
}

export const usualPatience = { unreadableMs: 3 * 60_000, incompleteMs: 10 * 60_000 } as const;

/** A file whose structure does not show its end must be unchanged this many times as long. */
const UNSURE_TIMES = 10;

/** The longest pause in ms between two checks of a file without a result. */
const LONGEST_PAUSE = 60_000;

/** The result of inspecting a file. */
export type Finding = 'whole' | 'unsure' | 'incomplete' | 'unreadable';

/**
 * Records the state of a file. Any change restarts the time for which the file must be unchanged
 * (F48).
 */
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
  /** `list`: the file has waited long enough to inform the user. */
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

/** Records that the user must fix something before the file can be admitted. */
export function refusedFor(known: Settling, now: number): Settling {
  return { ...later(known, now), isListed: true };
}

/** Makes a photo wait for its ticket, or a ticket for its photo. */
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
