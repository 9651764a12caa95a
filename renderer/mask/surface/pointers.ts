import { on } from 'svelte/events';
import type { Pinch, Point } from '../../viewer/view.ts';
import type { Modifiers } from '../tools/tool.ts';

/** The position of a pointer in the pane in device px. */
export interface Spot extends Point {
  /** 0 to 1; always 1 for devices other than a pen. */
  readonly pressure: number;
}

/** Handles the gestures on the surface. Positions are in device px of the pane. */
export interface GestureHandlers {
  /** Returns the pane's position on the page (CSS px) and its device px per CSS px. */
  origin(): { readonly left: number; readonly top: number; readonly ratio: number };
  /** Whether a drag pans the photo (true) or draws (false). */
  isPanning(): boolean;
  down(at: Spot, modifiers: Modifiers): void;
  /**
   * `at` holds all positions since the last call, oldest first; it is empty if only the modifier keys have
   * changed.
   */
  move(at: readonly Spot[], modifiers: Modifiers): void;
  up(at: Spot, modifiers: Modifiers): void;
  /** Called if the gesture was interrupted, so its drawing must be discarded. */
  cancel(): void;
  /** Called if the pointer moves while no gesture is in progress; `at` is null after the pointer has left. */
  hover(at: Spot | null, modifiers: Modifiers): void;
  pan(by: Point): void;
  pinch(from: Pinch, to: Pinch): void;
  /** Called while a drag resizes the brush. `by` is the distance from the start of the drag; null at the start. */
  resize(by: Point | null): void;
  wheel(at: Point, event: WheelEvent): void;
}

type Gesture =
  | { readonly kind: 'draw' | 'pan' | 'resize'; readonly id: number; readonly first: Spot }
  | { readonly kind: 'pinch'; readonly ids: readonly [number, number] }
  /** One finger of a pinch was lifted; the finger that still touches the screen does nothing. */
  | { readonly kind: 'rest' };

const MIDDLE = 1;

const modifiersOf = ({ shiftKey, altKey }: PointerEvent | KeyboardEvent): Modifiers => ({
  shift: shiftKey,
  alt: altKey,
});

/**
 * Watches the pointers over an element and reports one gesture at a time. Every gesture ends, even if the system takes
 * the pointer away or the window loses the focus.
 */
export class Pointers {
  readonly #element: HTMLElement;
  readonly #handlers: GestureHandlers;
  readonly #offs: readonly (() => void)[];
  #gesture: Gesture | null = null;
  /** Current positions of the pressed pointers (fingers and mouse buttons), by pointer id. */
  readonly #pressed = new Map<number, Spot>();
  readonly #fingers = new Set<number>();

  constructor(element: HTMLElement, handlers: GestureHandlers) {
    this.#element = element;
    this.#handlers = handlers;
    const lose = (event: PointerEvent) => this.#lose(event);
    const hold = (event: KeyboardEvent) => this.#hold(event);
    this.#offs = [
      on(element, 'pointerdown', (event) => this.#begin(event)),
      on(element, 'pointermove', (event) => this.#move(event)),
      on(element, 'pointerup', (event) => this.#end(event)),
      on(element, 'pointercancel', lose),
      on(element, 'lostpointercapture', lose),
      on(element, 'pointerleave', (event) => {
        if (this.#gesture === null) handlers.hover(null, modifiersOf(event));
      }),
      on(window, 'blur', () => this.#leave()),
      on(window, 'keydown', hold),
      on(window, 'keyup', hold),
      on(document, 'visibilitychange', () => {
        if (document.visibilityState === 'hidden') this.#leave();
      }),
      // not passive, so that the handler can prevent a trackpad pinch from zooming the page
      on(element, 'wheel', (event) => this.#wheel(event), { passive: false }),
    ];
  }

  get isDrawing(): boolean {
    return this.#gesture?.kind === 'draw';
  }

  /** Ends the gesture without an event. A pointer that is still pressed does nothing until it is released. */
  drop(): void {
    for (const id of this.#pressed.keys()) {
      if (this.#element.hasPointerCapture(id)) this.#element.releasePointerCapture(id);
    }
    this.#pressed.clear();
    this.#fingers.clear();
    this.#gesture = null;
  }

  /** Removes all listeners. */
  stop(): void {
    for (const off of this.#offs) off();
  }

  #placeOf({ clientX, clientY }: MouseEvent): Point {
    const { left, top, ratio } = this.#handlers.origin();
    return { x: (clientX - left) * ratio, y: (clientY - top) * ratio };
  }

  #spotOf(event: PointerEvent): Spot {
    return {
      ...this.#placeOf(event),
      pressure: event.pointerType === 'pen' ? event.pressure : 1,
    };
  }

  #begin(event: PointerEvent): void {
    const isMiddle = event.button === MIDDLE;
    if (event.button > MIDDLE) return;
    // prevents the middle button from scrolling the page
    if (isMiddle) event.preventDefault();
    if (this.#gesture !== null) return this.#addFinger(event, this.#gesture);
    const id = event.pointerId;
    const first = this.#spotOf(event);
    this.#press(event);
    if (isMiddle || this.#handlers.isPanning()) this.#gesture = { kind: 'pan', id, first };
    else if (event.ctrlKey && event.altKey) {
      this.#gesture = { kind: 'resize', id, first };
      this.#handlers.resize(null);
    } else {
      this.#gesture = { kind: 'draw', id, first };
      this.#handlers.down(first, modifiersOf(event));
    }
  }

  /** Turns drawing or panning with one finger into a pinch; ignores a second pointer during any other gesture. */
  #addFinger(event: PointerEvent, gesture: Gesture): void {
    if (gesture.kind !== 'draw' && gesture.kind !== 'pan') return;
    if (event.pointerType !== 'touch' || !this.#fingers.has(gesture.id)) return;
    if (gesture.kind === 'draw') this.#handlers.cancel();
    this.#press(event);
    this.#gesture = { kind: 'pinch', ids: [gesture.id, event.pointerId] };
  }

  #press(event: PointerEvent): void {
    this.#element.setPointerCapture(event.pointerId);
    this.#pressed.set(event.pointerId, this.#spotOf(event));
    if (event.pointerType === 'touch') this.#fingers.add(event.pointerId);
  }

  #move(event: PointerEvent): void {
    const now = this.#spotOf(event);
    const before = this.#pressed.get(event.pointerId);
    if (before !== undefined && event.buttons === 0) return this.#end(event);
    if (before !== undefined) this.#pressed.set(event.pointerId, now);
    const gesture = this.#gesture;
    if (gesture === null) return this.#handlers.hover(now, modifiersOf(event));
    if (before === undefined) return;
    switch (gesture.kind) {
      case 'draw': {
        const places = event.getCoalescedEvents().map((each) => this.#spotOf(each));
        return this.#handlers.move(places.length > 0 ? places : [now], modifiersOf(event));
      }
      case 'pan':
        return this.#handlers.pan({ x: now.x - before.x, y: now.y - before.y });
      case 'resize':
        return this.#handlers.resize({ x: now.x - gesture.first.x, y: now.y - gesture.first.y });
      case 'pinch': {
        const [one, other] = gesture.ids.map((id) => this.#pressed.get(id));
        if (one === undefined || other === undefined) return;
        const isOne = event.pointerId === gesture.ids[0];
        return this.#handlers.pinch([isOne ? before : one, isOne ? other : before], [one, other]);
      }
      case 'rest':
    }
  }

  #end(event: PointerEvent): void {
    if (!this.#release(event)) return;
    const ended = this.#gesture;
    const isRest = ended?.kind === 'pinch' || ended?.kind === 'rest';
    this.#gesture = isRest && this.#pressed.size > 0 ? { kind: 'rest' } : null;
    if (ended?.kind === 'draw') this.#handlers.up(this.#spotOf(event), modifiersOf(event));
  }

  /** Handles the loss of a pointer to the system; the gesture's drawing is discarded. */
  #lose(event: PointerEvent): void {
    if (!this.#release(event)) return;
    if (this.isDrawing) this.#handlers.cancel();
    this.#gesture = this.#pressed.size > 0 ? { kind: 'rest' } : null;
  }

  /** Removes a pointer from the pressed ones; returns whether it was pressed. */
  #release({ pointerId }: PointerEvent): boolean {
    this.#fingers.delete(pointerId);
    return this.#pressed.delete(pointerId);
  }

  /** Ends the gesture when the window loses the focus or is hidden; the drawing is kept. */
  #leave(): void {
    const ended = this.#gesture;
    const last = ended?.kind === 'draw' ? this.#pressed.get(ended.id) : undefined;
    this.drop();
    if (last !== undefined) this.#handlers.up(last, { shift: false, alt: false });
  }

  /** Applies Shift and Alt immediately, without waiting for the next pointer move. */
  #hold(event: KeyboardEvent): void {
    if (event.key !== 'Shift' && event.key !== 'Alt') return;
    // Alt alone would open the menu of the window
    if (event.key === 'Alt') event.preventDefault();
    if (this.isDrawing) this.#handlers.move([], modifiersOf(event));
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    if (this.#gesture === null) this.#handlers.wheel(this.#placeOf(event), event);
  }
}
