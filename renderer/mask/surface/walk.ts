import { isPaint, type Feather, type Grow, type Operation } from '#shared/mask/document.ts';
import { feather } from '#shared/mask/feather.ts';
import { grow } from '#shared/mask/grow.ts';
import type { Place, Window } from '#shared/mask/pen.ts';
import { paintOn, rasterise } from '#shared/mask/raster.ts';
import type { Size } from '#shared/pictures.ts';
import type { Checkpoint, Checkpoints } from './checkpoints.ts';
import { isWhole } from './seen.ts';

/** A part of a mask at a size. */
export interface Spot {
  readonly size: Size;
  readonly window: Window;
}

/** Pixels of a spot that go through the operations of a mask, and leave checkpoints on their way. */
export interface Walk {
  /** The pixels after `position` operations; they change in place. */
  readonly plane: Uint8Array;
  readonly position: number;
  /** Whether it leaves nothing of what was before, or makes that anew itself. */
  isFresh(operation: Operation): boolean;
  /** Does the next operation. */
  step(operations: readonly Operation[]): void;
  /** To the last checkpoint up to a position that lies behind. */
  goBack(position: number): void;
  /** To the last checkpoint up to a position, where one lies ahead. */
  leap(position: number): void;
  /** To a position whose operation is fresh, whatever the pixels are. */
  skip(position: number): void;
  /** The next operation is on the pixels already. */
  adopt(): void;
  /** Leaves a checkpoint. */
  mark(): void;
}

/** A checkpoint is left at least after so many operations or ms of work. */
const OFTEN = 50;
const LONG = 15;

/** @param now ms */
export function createWalk(
  photo: Size,
  spot: Spot,
  checkpoints: Checkpoints,
  now: () => number,
): Walk {
  const { size, window } = spot;
  const length = window.width * window.height;
  const place: Place = {
    window,
    scaleX: size.width / photo.width,
    scaleY: size.height / photo.height,
  };
  let plane = new Uint8Array(length);
  let position = 0;
  let isSkipping = false;
  /** Since the pixels were last kept. */
  let steps = 0;
  let spent = 0;
  /** A position to be kept when it is passed. */
  let halfway = 0;

  function mark(): void {
    checkpoints.put(position, plane, spent);
    steps = 0;
    spent = 0;
  }

  function takeUp(kept: Checkpoint): void {
    plane.set(kept.plane);
    position = kept.position;
    steps = 0;
    spent = 0;
  }

  function work(operation: Operation, operations: readonly Operation[]): void {
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
        plane = reached(operation, operations);
    }
  }

  /** What lies beside the window counts, too: where it is not the whole, all is made from the beginning. */
  function reached(
    operation: Grow | Feather,
    operations: readonly Operation[],
  ): Uint8Array<ArrayBuffer> {
    if (!isWhole(spot)) {
      const document = { ...photo, operations, position: position + 1 };
      return new Uint8Array(rasterise(document, size, window));
    }
    return new Uint8Array(
      operation.kind === 'grow'
        ? grow(plane, window, operation.by * place.scaleX)
        : feather(plane, window, operation.radius * place.scaleX),
    );
  }

  return {
    get plane() {
      return plane;
    },
    get position() {
      return position;
    },
    isFresh: ({ kind }) =>
      kind === 'fill' ||
      kind === 'clear' ||
      ((kind === 'grow' || kind === 'feather') && !isWhole(spot)),
    step(operations) {
      const operation = operations[position];
      if (operation === undefined) return;
      const began = now();
      // what changes all is kept before and after
      const isLarge = !isPaint(operation) && operation.kind !== 'invert';
      if (isLarge && !isSkipping && steps > 0) mark();
      work(operation, operations);
      isSkipping = false;
      position += 1;
      steps += 1;
      spent += now() - began;
      if (isLarge || steps >= OFTEN || spent >= LONG || position === halfway) mark();
    },
    goBack(to) {
      takeUp(checkpoints.nearest(to) ?? { position: 0, plane: new Uint8Array(length) });
      // who goes back mostly goes on doing so: half of the way is enough for the next step
      halfway = Math.ceil((position + to) / 2);
    },
    leap(to) {
      const kept = checkpoints.nearest(to);
      if (kept !== null && kept.position > position) takeUp(kept);
    },
    skip(to) {
      position = to;
      isSkipping = true;
    },
    adopt() {
      position += 1;
      steps += 1;
      spent += LONG / OFTEN;
      if (steps >= OFTEN) mark();
    },
    mark,
  };
}
