import type { Estimate } from '#shared/views/status.ts';

/** A period in which photos were running: its busy time, and how many photos ended in it. */
interface Piece {
  /** Busy time in ms. */
  readonly busy: number;
  readonly ended: number;
}

/** The measured speed of processing photos; see `noPace`, `observe` and `estimate`. */
export interface Pace {
  /** Monotonic ms of the last observation. */
  readonly at: number;
  /** Number of photos that have been running since then. */
  readonly running: number;
  /** Oldest first. */
  readonly pieces: readonly Piece[];
}

/** Busy time in ms on which an estimate is based. */
const WINDOW = 15 * 60_000;
/** Busy time in ms in one piece. */
const PIECE = 30_000;
/** Minimum busy time in ms, and minimum number of photos in it, for an estimate. */
const LEAST_BUSY = 60_000;
const LEAST_ENDED = 5;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export const noPace: Pace = { at: 0, running: 0, pieces: [] };

/**
 * Records at monotonic ms `now` that `running` photos are now running, and that `ended`
 * have ended since the last observation. Time in which nothing runs is not busy and is ignored.
 */
export function observe(pace: Pace, now: number, running: number, ended = 0): Pace {
  const busy = busySince(pace, now);
  return { at: now, running, pieces: withinWindow(added(pace.pieces, { busy, ended })) };
}

/**
 * Returns how fast photos end, and when `left` more photos will have ended. Null while nothing
 * runs, nothing is left, or there is too little data. Includes the time since the last end, so that
 * the estimate grows when no photo ends.
 */
export function estimate(pace: Pace, now: number, left: number): Estimate | null {
  if (pace.running === 0 || left <= 0) return null;
  const busy = sum(pace.pieces, (piece) => piece.busy) + busySince(pace, now);
  const ended = sum(pace.pieces, (piece) => piece.ended);
  if (busy < LEAST_BUSY || ended < LEAST_ENDED) return null;
  return {
    perHour: Math.round((ended / busy) * HOUR),
    timeLeft: Math.ceil((left * busy) / ended / MINUTE) * MINUTE,
  };
}

function busySince({ at, running }: Pace, now: number): number {
  return running === 0 ? 0 : Math.max(0, now - at);
}

function added(pieces: readonly Piece[], { busy, ended }: Piece): readonly Piece[] {
  if (busy === 0 && ended === 0) return pieces;
  const last = pieces.at(-1);
  if (last === undefined || last.busy >= PIECE) return [...pieces, { busy, ended }];
  return [...pieces.slice(0, -1), { busy: last.busy + busy, ended: last.ended + ended }];
}

/** Drops the oldest pieces as long as the remaining ones contain the busy time that an estimate needs. */
function withinWindow(pieces: readonly Piece[]): readonly Piece[] {
  const rest = pieces.slice(1);
  return sum(rest, (piece) => piece.busy) >= WINDOW ? withinWindow(rest) : pieces;
}

function sum(pieces: readonly Piece[], of: (piece: Piece) => number): number {
  return pieces.reduce((total, piece) => total + of(piece), 0);
}
