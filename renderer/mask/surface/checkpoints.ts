/** Pixels of a mask as they were after so many of its operations. */
export interface Checkpoint {
  readonly position: number;
  readonly plane: Uint8Array;
}

export interface Checkpoints {
  put(position: number, plane: Uint8Array): void;
  /** The last one up to a position. */
  nearest(position: number): Checkpoint | null;
  /** Those up to a position. */
  keep(position: number): void;
}

/** Copies of pixels by their positions, of which there are at most `most`. */
export function createCheckpoints(most: number): Checkpoints {
  /** By their positions. */
  let kept: Checkpoint[] = [];

  /** Lets the one go that has others nearest beside it, so that no gap is long. */
  function thin(): void {
    let least = Infinity;
    let victim = 0;
    for (let at = 0; at < kept.length - 1; at += 1) {
      const gap = kept[at + 1]!.position - (kept[at - 1]?.position ?? 0);
      if (gap < least) [least, victim] = [gap, at];
    }
    kept.splice(victim, 1);
  }

  return {
    put(position, plane) {
      kept = kept.filter((one) => one.position !== position);
      kept.push({ position, plane: plane.slice() });
      kept.sort((one, other) => one.position - other.position);
      if (kept.length > most) thin();
    },
    nearest: (position) => kept.findLast((one) => one.position <= position) ?? null,
    keep(position) {
      kept = kept.filter((one) => one.position <= position);
    },
  };
}
