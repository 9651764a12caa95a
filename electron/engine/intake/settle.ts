import type { FileLook } from '../../adapters/ledger/sightings.ts';
import { sameLook } from './look.ts';

/**
 * How long a file of a hot folder stands still before it is read, and what becomes of one that does
 * not become a photo. Pure: looks and monotonic ms come in, the next moment comes out.
 */
export interface Settling {
  readonly look: FileLook;
  /** Monotonic ms since which it looks like this. */
  readonly since: number;
  /** Monotonic ms at which to look into it, not before. */
  readonly checkAt: number;
  /** ms until the next check after one that led to nothing. */
  readonly pause: number;
  /** It is in the failed list, and still watched. */
  readonly isListed: boolean;
  /** A photo without the ticket it needs, or a ticket without its photo: nothing to do before that comes. */
  readonly isWanting: boolean;
}

export interface SettleTiming {
  /** ms a file must stand still before it is looked into. */
  readonly settleMs: number;
  /** ms after which a file that cannot be read is listed as failed (F59). */
  readonly unreadableMs: number;
  /** ms after which one that stays incomplete is. */
  readonly incompleteMs: number;
}

export const usualPatience = { unreadableMs: 3 * 60_000, incompleteMs: 10 * 60_000 } as const;

/** Where the structure does not tell the end of a file, it stands still this many times as long. */
const UNSURE_TIMES = 10;

/** ms; the longest pause between two checks of a file that leads to nothing. */
const LONGEST_PAUSE = 60_000;

/** What a look inside a file gave. */
export type Finding = 'whole' | 'unsure' | 'incomplete' | 'unreadable';

/** A file was looked at from outside. Any change begins its time of standing still anew (F48). */
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
  /** `list`: it has just been long enough to tell a person. */
  | { readonly do: 'wait'; readonly list: boolean; readonly next: Settling };

/** A file that stood still was looked into: take it, or look again later and ever more seldom. */
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

/** A person has something to mend before it is taken, and was told so. */
export function refusedFor(known: Settling, now: number): Settling {
  return { ...later(known, now), isListed: true };
}

/** Nothing is to be done with it before the other one of photo and ticket comes. */
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
