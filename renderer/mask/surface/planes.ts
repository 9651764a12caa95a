import type { Operation } from '#shared/mask/document.ts';
import type { Size } from '#shared/pictures.ts';
import { createCheckpoints } from './checkpoints.ts';
import { Walk, type Spot } from './walk.ts';

/**
 * The pixels of a part of a mask after any count of its operations: gone to from the nearest count at
 * which they were kept, so that no step back has far to go.
 */
export interface Planes {
  /** The pixels after `position` operations; they change in place. */
  readonly plane: Uint8Array;
  readonly position: number;
  /** Only the first `count` operations are still those that were told. */
  keep(count: number): void;
  /** Goes on to `position` until it is there or `isEnough`; whether it is there. */
  goTo(operations: readonly Operation[], position: number, isEnough: () => boolean): boolean;
  /** Keeps pixels of what was skipped on the way, to be ready for steps back; whether that is done. */
  makeReady(operations: readonly Operation[], isEnough: () => boolean): boolean;
  /** The next operation is on the pixels already. */
  adopt(): void;
  /** Puts the pixels of this position back as they were. */
  restore(plane: Uint8Array): void;
}

/** Bytes of the pixels that are kept, about. */
const MOST_BYTES = 60e6;

/** @param now ms */
export function createPlanes(photo: Size, spot: Spot, now: () => number): Planes {
  const { width, height } = spot.window;
  const checkpoints = createCheckpoints(Math.max(2, Math.floor(MOST_BYTES / (width * height))));
  const newWalk = () => new Walk(photo, spot, checkpoints, now);
  const walk = newWalk();
  /** Goes where the other one has skipped something. */
  let second: Walk | null = null;
  let skipped = 0;

  /** The count of operations after which it goes on, where what was before leaves nothing. */
  function startOf(operations: readonly Operation[], to: number): number {
    for (let at = to - 1; at > walk.position; at -= 1) {
      if (walk.isFresh(operations[at]!)) return at;
    }
    return walk.position;
  }

  return {
    get plane() {
      return walk.plane;
    },
    get position() {
      return walk.position;
    },
    keep(count) {
      checkpoints.keep(count);
      if (walk.position > count) walk.goBack(count);
      if (skipped > count) second = null;
      skipped = Math.min(skipped, count);
    },
    goTo(operations, to, isEnough) {
      if (walk.position > to) walk.goBack(to);
      else walk.leap(to);
      const start = startOf(operations, to);
      if (start > walk.position) {
        skipped = Math.max(skipped, start);
        walk.skip(start);
      }
      while (walk.position < to) {
        walk.step(operations);
        if (walk.position < to && isEnough()) return false;
      }
      return true;
    },
    makeReady(operations, isEnough) {
      if (skipped === 0) return true;
      second ??= newWalk();
      second.leap(skipped);
      while (second.position < skipped) {
        if (isEnough()) return false;
        second.step(operations);
      }
      second.mark();
      second = null;
      skipped = 0;
      return true;
    },
    adopt: () => walk.adopt(),
    restore(before) {
      walk.plane.set(before);
    },
  };
}
