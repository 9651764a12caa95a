/** The pixels of a mask after its first `position` operations. */
export interface Checkpoint {
  readonly position: number;
  readonly plane: Uint8Array;
}

export interface Checkpoints {
  /** Stores a copy of the pixels. `cost` is the milliseconds of work since the previous checkpoint. */
  put(position: number, plane: Uint8Array, cost: number): void;
  /** Returns the last checkpoint at or before a position. */
  nearest(position: number): Checkpoint | null;
  /** Removes the checkpoints after a position. */
  keep(position: number): void;
}

interface KeptCheckpoint extends Checkpoint {
  /** Milliseconds of work since the previous checkpoint. */
  cost: number;
}

/** Creates a store for at most `most` checkpoints. */
export function createCheckpoints(most: number): Checkpoints {
  /** Sorted by position. */
  let kept: KeptCheckpoint[] = [];

  /** Removes the checkpoint whose removal leaves the least work between the checkpoints before and after it. */
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
