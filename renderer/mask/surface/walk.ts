import { isPaint, type Feather, type Grow, type Operation } from '#shared/mask/document.ts';
import { feather } from '#shared/mask/feather.ts';
import { grow } from '#shared/mask/grow.ts';
import type { Place, Window } from '#shared/mask/pen.ts';
import { paintOn, rasterise } from '#shared/mask/raster.ts';
import type { Size } from '#shared/pictures.ts';
import type { Checkpoint, Checkpoints } from './checkpoints.ts';
import { isWhole } from './seen.ts';

/** A part of a mask's raster. `size` is the size of the whole raster in px. */
export interface Spot {
  readonly size: Size;
  readonly window: Window;
}

/** A checkpoint is stored after this many operations or this many milliseconds of work, whichever comes first. */
const OFTEN = 50;
const LONG = 15;

/** Applies the operations of a mask one by one to the pixels of a part of the mask, and stores checkpoints. */
export class Walk {
  readonly #photo: Size;
  readonly #spot: Spot;
  readonly #checkpoints: Checkpoints;
  readonly #now: () => number;
  readonly #place: Place;
  #plane: Uint8Array<ArrayBuffer>;
  #position = 0;
  #isSkipping = false;
  /** Number of operations, and milliseconds of work, since the last checkpoint. */
  #steps = 0;
  #spent = 0;
  /** A position at which an additional checkpoint is stored, to speed up repeated Undo. */
  #halfway = 0;

  /** @param now Returns the time in ms. */
  constructor(photo: Size, spot: Spot, checkpoints: Checkpoints, now: () => number) {
    const { size, window } = spot;
    this.#photo = photo;
    this.#spot = spot;
    this.#checkpoints = checkpoints;
    this.#now = now;
    this.#place = {
      window,
      scaleX: size.width / photo.width,
      scaleY: size.height / photo.height,
    };
    this.#plane = emptyPlane(spot);
  }

  /** The pixels after `position` operations; this array is changed in place. */
  get plane(): Uint8Array {
    return this.#plane;
  }

  get position(): number {
    return this.#position;
  }

  /**
   * Checks whether the result of an operation can be computed without the current pixels, because the operation sets
   * all pixels, or computes them again from the first operation.
   */
  isFresh(operation: Operation): boolean {
    const { kind } = operation;
    if (kind === 'fill' || kind === 'clear') return true;
    if (kind === 'region' && operation.combine === 'replace') return true;
    return (kind === 'grow' || kind === 'feather') && !isWhole(this.#spot);
  }

  /** Applies the next operation. */
  step(operations: readonly Operation[]): void {
    const operation = operations[this.#position];
    if (operation === undefined) return;
    const began = this.#now();
    // stores a checkpoint before and after an operation that changes all pixels
    const isLarge = !isPaint(operation) && operation.kind !== 'invert';
    if (isLarge && !this.#isSkipping && this.#steps > 0) this.mark();
    this.#work(operation, operations);
    this.#isSkipping = false;
    this.#position += 1;
    this.#steps += 1;
    this.#spent += this.#now() - began;
    const isDue = this.#steps >= OFTEN || this.#spent >= LONG;
    if (isLarge || isDue || this.#position === this.#halfway) this.mark();
  }

  /** Restores the last checkpoint at or before a position. */
  goBack(to: number): void {
    this.#resume(this.#checkpoints.nearest(to) ?? { position: 0, plane: emptyPlane(this.#spot) });
    // Undo is usually repeated, so a checkpoint halfway makes the next Undo faster.
    this.#halfway = Math.ceil((this.#position + to) / 2);
  }

  /** Jumps to the last checkpoint at or before a position, if this checkpoint is ahead of the current position. */
  leap(to: number): void {
    const kept = this.#checkpoints.nearest(to);
    if (kept !== null && kept.position > this.#position) this.#resume(kept);
  }

  /** Skips to a position without computing the pixels. `isFresh` must be true for the operation at that position. */
  skip(to: number): void {
    this.#position = to;
    this.#isSkipping = true;
  }

  /** Counts the next operation as applied, because its result is already in the pixels. */
  adopt(): void {
    this.#position += 1;
    this.#steps += 1;
    this.#spent += LONG / OFTEN;
    if (this.#steps >= OFTEN) this.mark();
  }

  /** Stores a checkpoint. */
  mark(): void {
    this.#checkpoints.put(this.#position, this.#plane, this.#spent);
    this.#steps = 0;
    this.#spent = 0;
  }

  #resume(kept: Checkpoint): void {
    this.#plane.set(kept.plane);
    this.#position = kept.position;
    this.#steps = 0;
    this.#spent = 0;
  }

  #work(operation: Operation, operations: readonly Operation[]): void {
    const plane = this.#plane;
    if (isPaint(operation)) return paintOn(plane, this.#place, operation, this.#photo);
    switch (operation.kind) {
      case 'invert':
        for (let at = 0; at < plane.length; at += 1) plane[at] = 255 - plane[at]!;
        return;
      case 'fill':
      case 'clear':
        plane.fill(operation.kind === 'fill' ? 255 : 0);
        return;
      case 'grow':
      case 'feather':
        this.#plane = this.#reached(operation, operations);
    }
  }

  /**
   * Returns the pixels after an operation that may depend on pixels outside the window. If the window is only a part of
   * the mask, computes the pixels again from the first operation.
   */
  #reached(operation: Grow | Feather, operations: readonly Operation[]): Uint8Array<ArrayBuffer> {
    const { size, window } = this.#spot;
    if (!isWhole(this.#spot)) {
      const document = { ...this.#photo, operations, position: this.#position + 1 };
      return new Uint8Array(rasterise(document, size, window));
    }
    return new Uint8Array(
      operation.kind === 'grow'
        ? grow(this.#plane, window, operation.by * this.#place.scaleX)
        : feather(this.#plane, window, operation.radius * this.#place.scaleX),
    );
  }
}

function emptyPlane({ window }: Spot): Uint8Array<ArrayBuffer> {
  return new Uint8Array(window.width * window.height);
}
