import type { Size } from '#shared/pictures.ts';
import { zoomOfWheel } from '../../viewer/measures.ts';
import type { KeptViews } from '../../viewer/modes.ts';
import {
  fitted,
  panned,
  pinched,
  placeOf,
  steppedAt,
  zoomedAt,
  zoomOf,
  type Box,
  type Pinch,
  type Point,
  type View,
} from '../../viewer/view.ts';
import type { Touch } from '../tools/tool.ts';
import type { Spot } from './pointers.ts';

/** Which part of the photo a pane shows, and at which zoom. */
export class SurfaceView {
  readonly #size: () => Size;
  readonly #kept: () => KeptViews;
  #now = $state.raw<View>(fitted);
  /** Size of the pane in device px. */
  pane = $state.raw<Size>({ width: 0, height: 0 });
  /** Device px per CSS px. */
  ratio = $state(1);
  /** Position of the pointer in px of the photo; null while it is outside. */
  pointer = $state.raw<Point | null>(null);

  readonly #width = $derived.by(() => this.#size().width);
  readonly #height = $derived.by(() => this.#size().height);
  /** Size of the photo in px. A new object with the same size triggers no effects. */
  readonly frame = $derived.by((): Size => ({ width: this.#width, height: this.#height }));
  /** Position of the photo in the pane in device px. */
  readonly place = $derived.by((): Box => placeOf(this.#view, this.frame, this.pane));
  /** Device px per px of the photo. */
  readonly scale = $derived.by(() => zoomOf(this.#view, this.frame, this.pane));

  /**
   * @param size Returns the size of the photo in px.
   * @param kept Returns where the zoom and the position are kept. The surface begins with them and keeps its own there.
   */
  constructor(size: () => Size, kept: () => KeptViews) {
    this.#size = size;
    this.#kept = kept;
    const { views, subject } = kept();
    this.#now = views.get(subject) ?? fitted;
  }

  get #view(): View {
    return this.#now;
  }

  set #view(view: View) {
    this.#now = view;
    const { views, subject } = this.#kept();
    views.set(subject, view);
  }

  /** @param cssWidth Width of the pane in CSS px. */
  resize(pane: Size, cssWidth: number): void {
    this.pane = pane;
    this.ratio = pane.width / Math.max(1, cssWidth);
  }

  get isFit(): boolean {
    return this.#view.zoom === null;
  }

  fit(): void {
    this.#view = fitted;
  }

  /** Shows the photo at 100 %. */
  full(): void {
    this.#view = zoomedAt(this.#view, this.frame, this.pane, this.#middle(), 1);
  }

  step(way: 1 | -1): void {
    this.#view = steppedAt(this.#view, this.frame, this.pane, this.#middle(), way);
  }

  /** Moves the photo by device px. */
  pan(by: Point): void {
    this.#view = panned(this.#view, this.frame, this.pane, by);
  }

  pinch(from: Pinch, to: Pinch): void {
    this.#view = pinched(this.#view, this.frame, this.pane, from, to);
  }

  wheel(at: Point, event: WheelEvent): void {
    const zoom = this.scale * zoomOfWheel(event);
    this.#view = zoomedAt(this.#view, this.frame, this.pane, at, zoom);
  }

  /** Moves the brush cursor to a position in the pane and returns this position on the photo. */
  point({ x, y, pressure }: Spot): Touch {
    const { left, top } = this.place;
    const touch = { x: (x - left) / this.scale, y: (y - top) / this.scale, pressure };
    this.pointer = touch;
    return touch;
  }

  /** Returns the point at which keys zoom: the pointer, or the middle of the pane. */
  #middle(): Point {
    const { pointer, pane, place, scale } = this;
    return pointer === null
      ? { x: pane.width / 2, y: pane.height / 2 }
      : { x: place.left + pointer.x * scale, y: place.top + pointer.y * scale };
  }
}
