import { feather } from '#shared/mask/feather.ts';
import { grow } from '#shared/mask/grow.ts';
import { isPaint, type Feather, type Grow, type Operation } from '#shared/mask/document.ts';
import type { Place, Window } from '#shared/mask/pen.ts';
import { paintOn, rasterise } from '#shared/mask/raster.ts';
import type { Size } from '#shared/pictures.ts';
import { isWhole } from './seen.ts';

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
  /** The next operation is on the pixels already. */
  adopt(): void;
  /** Puts the pixels of this position back as they were. */
  restore(plane: Uint8Array): void;
}

/** What is kept: no more than so many bytes, at least after so many operations or ms of work. */
const MOST_BYTES = 80e6;
const OFTEN = 50;
const LONG = 15;

/** @param now ms */
export function createPlanes(
  photo: Size,
  spot: { readonly size: Size; readonly window: Window },
  now: () => number,
): Planes {
  const { size, window } = spot;
  const length = window.width * window.height;
  const place: Place = {
    window,
    scaleX: size.width / photo.width,
    scaleY: size.height / photo.height,
  };
  const checkpoints = createCheckpoints(Math.max(2, Math.floor(MOST_BYTES / length)));
  let plane = new Uint8Array(length);
  let position = 0;
  /** Since the pixels were last kept. */
  let steps = 0;
  let spent = 0;

  function mark(): void {
    checkpoints.put(position, plane);
    steps = 0;
    spent = 0;
  }

  function takeUp(kept: Checkpoint): void {
    plane.set(kept.plane);
    position = kept.position;
    steps = 0;
    spent = 0;
  }

  function step(operations: readonly Operation[], to: number): void {
    const operation = operations[to - 1];
    if (operation === undefined) return;
    const began = now();
    const isNext = position === to - 1;
    if (!isPaint(operation) && operation.kind !== 'invert' && isNext && steps > 0) mark();
    work(operation, operations, to);
    position = to;
    steps += 1;
    spent += now() - began;
    const isCostly = operation.kind === 'grow' || operation.kind === 'feather';
    if (isCostly || steps >= OFTEN || spent >= LONG) mark();
  }

  function work(operation: Operation, operations: readonly Operation[], to: number): void {
    if (isPaint(operation)) return paintOn(plane, place, operation, photo);
    switch (operation.kind) {
      case 'invert':
        for (let at = 0; at < length; at += 1) plane[at] = 255 - plane[at]!;
        return;
      case 'fill':
      case 'clear':
        plane.fill(operation.kind === 'fill' ? 255 : 0);
        return;
      case 'grow':
      case 'feather':
        plane = reached(operation, operations, to);
    }
  }

  /** What lies beside the window counts, too: where it is not the whole, all is made from the beginning. */
  function reached(
    operation: Grow | Feather,
    operations: readonly Operation[],
    to: number,
  ): Uint8Array<ArrayBuffer> {
    if (position !== to - 1 || !isWhole(spot)) {
      return rasterise({ ...photo, operations, position: to }, size, window).slice();
    }
    return operation.kind === 'grow'
      ? grow(plane, window, operation.by * place.scaleX).slice()
      : feather(plane, window, operation.radius * place.scaleX).slice();
  }

  /** The count of operations after which it goes on, where what was before leaves nothing. */
  function start(operations: readonly Operation[], to: number): number {
    const isAfresh = ({ kind }: Operation) => kind === 'fill' || kind === 'clear';
    const canSkip = (operation: Operation) =>
      isAfresh(operation) ||
      (!isWhole(spot) && (operation.kind === 'grow' || operation.kind === 'feather'));
    for (let at = to - 1; at > position; at -= 1) if (canSkip(operations[at]!)) return at + 1;
    return position + 1;
  }

  return {
    get plane() {
      return plane;
    },
    get position() {
      return position;
    },
    keep(count) {
      checkpoints.keep(count);
      if (position > count) takeUp(checkpoints.nearest(count) ?? nothing(length));
    },
    goTo(operations, to, isEnough) {
      const kept = checkpoints.nearest(to);
      if (position > to) takeUp(kept ?? nothing(length));
      else if (kept !== null && kept.position > position) takeUp(kept);
      if (position < to) step(operations, start(operations, to));
      while (position < to) {
        if (isEnough()) return false;
        step(operations, position + 1);
      }
      return true;
    },
    adopt() {
      position += 1;
      steps += 1;
      if (steps >= OFTEN) mark();
    },
    restore(before) {
      plane.set(before);
    },
  };
}

const nothing = (length: number): Checkpoint => ({ position: 0, plane: new Uint8Array(length) });

interface Checkpoint {
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
