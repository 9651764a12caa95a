import type { MaskDocument, Operation } from '#shared/mask/document.ts';
import type { Window } from '#shared/mask/pen.ts';
import type { Size } from '#shared/pictures.ts';
import type { Pixels as Photo } from '../areas/pixels.ts';
import { boundsOf, joined } from './bounds.ts';
import type { Colours, Pixels } from './colour.ts';
import { createLive, type Live } from './live.ts';
import type { StrokeStyle } from './messages.ts';
import { areaOf, type VisibleArea } from './seen.ts';
import { viewOf, type View } from './views.ts';

/** The visible part of a mask, including the stroke in progress. Tracks which pixels must be redrawn. */
export class VisiblePart {
  readonly #now: () => number;
  #photo: Size = { width: 1, height: 1 };
  #view: View | null = null;
  #stroke: Live | null = null;
  /** A copy of the pixels without the stroke in progress; null until the stroke is painted. */
  #before: Uint8Array | null = null;
  /** The part, in device px, that needs to be redrawn; null if no part does. */
  #stale: Window | null = null;

  /** @param now Returns the time in ms. */
  constructor(now: () => number) {
    this.#now = now;
  }

  get seen(): VisibleArea | null {
    return this.#view?.seen ?? null;
  }

  get isDrawing(): boolean {
    return this.#stroke !== null;
  }

  /** Shows another part. */
  turn(seen: VisibleArea | null, number: number): void {
    this.#view = seen === null ? null : viewOf(this.#photo, seen, number, this.#now);
    this.#stale = seen?.area ?? null;
    this.#before = null;
    this.#stroke?.again();
  }

  recolour(): void {
    if (this.#view !== null) this.#stale = joined(this.#stale, this.#view.seen.area);
  }

  /** Starts a stroke and discards the previous one if it is still in progress. */
  begin(style: StrokeStyle, pixels: Photo | null): void {
    this.cancel();
    this.#stroke = createLive(style, this.#photo, pixels);
  }

  add(points: readonly number[]): void {
    this.#stroke?.add(points);
  }

  /** Discards the stroke in progress. */
  cancel(): void {
    const [stroke, before] = [this.#stroke, this.#before];
    this.#stroke = null;
    this.#before = null;
    if (stroke === null || before === null || this.#view === null) return;
    this.#view.planes.restore(before);
    if (stroke.found !== null) return this.recolour();
    const { combine, hardness } = stroke.style;
    this.#spoil({ kind: 'stroke', combine, hardness, points: stroke.points }, this.#view);
  }

  /**
   * Returns the cells that the stroke in progress has found; null if the stroke's points do not consist of exactly
   * `numbers` numbers.
   */
  foundBy(numbers: number): Uint8Array | null {
    const [stroke, view] = [this.#stroke, this.#view];
    if (stroke?.points.length !== numbers || this.#before === null || view === null) return null;
    this.#paint(stroke, view);
    return stroke.found;
  }

  /**
   * Updates the pixels after all operations except the first `keep` may have changed. `isStroke`: the new operation is
   * the stroke in progress. `changed`: the operations that were added or removed.
   */
  follow(photo: Size, keep: number, isStroke: boolean, changed: readonly Operation[]): void {
    const isOther = photo.width !== this.#photo.width || photo.height !== this.#photo.height;
    this.#photo = photo;
    const isDrawn = isStroke && this.#end(keep);
    if (!isDrawn) this.cancel();
    const view = this.#view;
    if (view === null) return;
    if (isOther) {
      this.#view = viewOf(photo, view.seen, view.number, this.#now);
      return this.recolour();
    }
    if (isDrawn) return view.planes.adopt();
    view.planes.keep(keep);
    for (const operation of changed) this.#spoil(operation, view);
  }

  /** Draws the changed pixels; returns null if `isEnough` stopped the work before all pixels were computed. */
  show(
    { operations, position }: MaskDocument,
    colours: Colours,
    isEnough: () => boolean,
  ): { readonly number: number; readonly pixels: Pixels | null } | null {
    const view = this.#view;
    if (view === null) return { number: 0, pixels: null };
    const { planes, number, colourist } = view;
    if (this.#before === null && !planes.goTo(operations, position, isEnough)) return null;
    if (this.#stroke !== null) this.#paint(this.#stroke, view);
    const stale = this.#stale;
    this.#stale = null;
    return {
      number,
      pixels: stale === null ? null : colourist.colour(planes.plane, stale, colours),
    };
  }

  /** Prepares checkpoints for undo; returns whether all of them exist. */
  makeReady(operations: readonly Operation[], isEnough: () => boolean): boolean {
    return this.#view?.planes.makeReady(operations, isEnough) ?? true;
  }

  /** Paints the rest of the stroke and ends the stroke; returns false if the pixels do not contain the stroke. */
  #end(keep: number): boolean {
    const [stroke, view] = [this.#stroke, this.#view];
    if (stroke === null || this.#before === null || view?.planes.position !== keep) return false;
    this.#paint(stroke, view);
    this.#stroke = null;
    this.#before = null;
    view.planes.keep(keep);
    return true;
  }

  #paint(stroke: Live, { planes, place, seen }: View): void {
    this.#before ??= planes.plane.slice();
    const bounds = stroke.paint(planes.plane, place);
    if (bounds !== null) this.#stale = joined(this.#stale, areaOf(bounds, this.#photo, seen));
  }

  /** Marks the pixels that an operation changes as outdated. */
  #spoil(operation: Operation, { seen }: View): void {
    const bounds = boundsOf(operation);
    const part = bounds === null ? seen.area : areaOf(bounds, this.#photo, seen);
    this.#stale = joined(this.#stale, part);
  }
}
