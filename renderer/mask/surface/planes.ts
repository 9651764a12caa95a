import type { Operation } from '#shared/mask/document.ts';
import type { Size } from '#shared/pictures.ts';
import { createCheckpoints } from './checkpoints.ts';
import { Walk, type Spot } from './walk.ts';

/**
 * Computes the pixels of a part of a mask after any number of the mask's operations. Starts at the nearest checkpoint,
 * so that undo is fast.
 */
export interface Planes {
  /** The pixels after `position` operations; this array is changed in place. */
  readonly plane: Uint8Array;
  readonly position: number;
  /**
   * Discards the pixels and checkpoints after the first `count` operations. Called when all later operations have
   * changed.
   */
  keep(count: number): void;
  /**
   * Applies operations until `position` is reached or `isEnough` returns true; returns whether `position` is
   * reached.
   */
  goTo(operations: readonly Operation[], position: number, isEnough: () => boolean): boolean;
  /** Creates checkpoints that `goTo` has skipped, so that undo is fast; returns whether all checkpoints exist. */
  makeReady(operations: readonly Operation[], isEnough: () => boolean): boolean;
  /** Counts the next operation as applied, because its result is already in the pixels. */
  adopt(): void;
  /** Replaces the pixels with a copy that was made at the current position. */
  restore(plane: Uint8Array): void;
}

/** Approximate number of bytes that checkpoints may use. */
const MOST_BYTES = 60e6;

/** @param now Returns the time in ms. */
export function createPlanes(photo: Size, spot: Spot, now: () => number): Planes {
  const { width, height } = spot.window;
  const checkpoints = createCheckpoints(Math.max(2, Math.floor(MOST_BYTES / (width * height))));
  const newWalk = () => new Walk(photo, spot, checkpoints, now);
  const walk = newWalk();
  /** Creates the checkpoints that the first walk skipped. */
  let second: Walk | null = null;
  let skipped = 0;

  /** Returns the position at which the computation can start, because no earlier operation affects the result. */
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
