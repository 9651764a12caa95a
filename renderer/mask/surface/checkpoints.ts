/** Pixels of a mask as they were after so many of its operations. */
export interface Checkpoint {
  readonly position: number;
  readonly plane: Uint8Array;
}

export interface Checkpoints {
  /** `cost`: ms of work from the last one before it. */
  put(position: number, plane: Uint8Array, cost: number): void;
  /** The last one up to a position. */
  nearest(position: number): Checkpoint | null;
  /** Those up to a position. */
  keep(position: number): void;
}

interface KeptCheckpoint extends Checkpoint {
  /** ms from the one before it. */
  cost: number;
}

/** Copies of pixels by their positions, of which there are at most `most`. */
export function createCheckpoints(most: number): Checkpoints {
  /** By their positions. */
  let kept: KeptCheckpoint[] = [];

  /** Lets the one go without which the way from the one before it to the next one costs least. */
  function thin(): void {
    let least = Infinity;
    let victim = 0;
    for (let at = 0; at < kept.length - 1; at += 1) {
      const cost = kept[at]!.cost + kept[at + 1]!.cost;
      if (cost < least) [least, victim] = [cost, at];
    }
    kept[victim + 1]!.cost = least;
    kept.splice(victim, 1);
  }

  return {
    put(position, plane, cost) {
      if (kept.some((one) => one.position === position)) return;
      const next = kept.findIndex((one) => one.position > position);
      if (next === -1) kept.push({ position, plane: plane.slice(), cost });
      else {
        kept[next]!.cost = Math.max(0, kept[next]!.cost - cost);
        kept.splice(next, 0, { position, plane: plane.slice(), cost });
      }
      if (kept.length > most) thin();
    },
    nearest: (position) => kept.findLast((one) => one.position <= position) ?? null,
    keep(position) {
      kept = kept.filter((one) => one.position <= position);
    },
  };
}
