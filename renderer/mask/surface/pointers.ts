import { on } from 'svelte/events';
import type { Pinch, Point } from '../../viewer/view.ts';
import type { Held } from '../tools/tool.ts';

/** The position of a pointer in the pane, device px. */
export interface Spot extends Point {
  /** 0 to 1; 1 for anything but a pen. */
  readonly pressure: number;
}

/** Receives the gestures on the surface. Positions are in device px of the pane. */
export interface Hands {
  /** Returns the pane's position on the page (CSS px) and its device px per CSS px. */
  origin(): { readonly left: number; readonly top: number; readonly ratio: number };
  /** Whether a drag pans the photo instead of drawing. */
  isPanning(): boolean;
  down(at: Spot, held: Held): void;
  /** All positions since the last call, oldest first; empty if only the modifier keys have changed. */
  move(at: readonly Spot[], held: Held): void;
  up(at: Spot, held: Held): void;
  /** The gesture was interrupted, and its drawing is discarded. */
  cancel(): void;
  /** The pointer moved without a gesture; null once it has left. */
  hover(at: Spot | null, held: Held): void;
  pan(by: Point): void;
  pinch(from: Pinch, to: Pinch): void;
  /** A drag resizes the brush. `by`: distance from its start; null when it starts. */
  resize(by: Point | null): void;
  wheel(at: Point, event: WheelEvent): void;
}

type Gesture =
  | { readonly kind: 'draw' | 'pan' | 'resize'; readonly id: number; readonly first: Spot }
  | { readonly kind: 'pinch'; readonly ids: readonly [number, number] }
  /** A pinch lost a finger; the other one does nothing until it is lifted. */
  | { readonly kind: 'rest' };

export interface Pointers {
  isDrawing(): boolean;
  /** Drops the gesture without an event; a pointer that is still pressed does nothing until it is released. */
  drop(): void;
  stop(): void;
}

const MIDDLE = 1;

/**
 * Listens to the pointers over an element and reports one gesture at a time. A gesture ends even if its pointer or
 * the window is lost.
 */
export function listen(element: HTMLElement, hands: Hands): Pointers {
  let gesture: Gesture | null = null;
  /** Current positions of pressed fingers and buttons, by pointer id. */
  const pressed = new Map<number, Spot>();
  const fingers = new Set<number>();

  function spotOf(event: PointerEvent): Spot {
    const { left, top, ratio } = hands.origin();
    return {
      x: (event.clientX - left) * ratio,
      y: (event.clientY - top) * ratio,
      pressure: event.pointerType === 'pen' ? event.pressure : 1,
    };
  }

  const heldOf = ({ shiftKey, altKey }: PointerEvent | KeyboardEvent): Held => ({
    shift: shiftKey,
    alt: altKey,
  });

  function begin(event: PointerEvent): void {
    const isMiddle = event.button === MIDDLE;
    if (event.button > MIDDLE) return;
    // otherwise the middle button scrolls the page
    if (isMiddle) event.preventDefault();
    if (gesture !== null) return second(event);
    const id = event.pointerId;
    const first = spotOf(event);
    press(event);
    if (isMiddle || hands.isPanning()) gesture = { kind: 'pan', id, first };
    else if (event.ctrlKey && event.altKey) {
      gesture = { kind: 'resize', id, first };
      hands.resize(null);
    } else {
      gesture = { kind: 'draw', id, first };
      hands.down(first, heldOf(event));
    }
  }

  /** Turns drawing or panning with one finger into a pinch; ignores any other second pointer. */
  function second(event: PointerEvent): void {
    if (gesture?.kind !== 'draw' && gesture?.kind !== 'pan') return;
    if (event.pointerType !== 'touch' || !fingers.has(gesture.id)) return;
    if (gesture.kind === 'draw') hands.cancel();
    press(event);
    gesture = { kind: 'pinch', ids: [gesture.id, event.pointerId] };
  }

  function press(event: PointerEvent): void {
    element.setPointerCapture(event.pointerId);
    pressed.set(event.pointerId, spotOf(event));
    if (event.pointerType === 'touch') fingers.add(event.pointerId);
  }

  function move(event: PointerEvent): void {
    const now = spotOf(event);
    const before = pressed.get(event.pointerId);
    if (before !== undefined && event.buttons === 0) return end(event);
    if (before !== undefined) pressed.set(event.pointerId, now);
    if (gesture === null) return hands.hover(now, heldOf(event));
    if (before === undefined) return;
    switch (gesture.kind) {
      case 'draw': {
        const places = event.getCoalescedEvents().map(spotOf);
        return hands.move(places.length > 0 ? places : [now], heldOf(event));
      }
      case 'pan':
        return hands.pan({ x: now.x - before.x, y: now.y - before.y });
      case 'resize':
        return hands.resize({ x: now.x - gesture.first.x, y: now.y - gesture.first.y });
      case 'pinch': {
        const [one, other] = gesture.ids.map((id) => pressed.get(id));
        if (one === undefined || other === undefined) return;
        const isOne = event.pointerId === gesture.ids[0];
        return hands.pinch([isOne ? before : one, isOne ? other : before], [one, other]);
      }
      case 'rest':
    }
  }

  function end(event: PointerEvent): void {
    const { pointerId } = event;
    if (!pressed.delete(pointerId)) return;
    fingers.delete(pointerId);
    const ended = gesture;
    gesture = ended?.kind === 'pinch' && pressed.size > 0 ? { kind: 'rest' } : null;
    if (ended?.kind === 'rest' && pressed.size > 0) gesture = ended;
    if (ended?.kind === 'draw') hands.up(spotOf(event), heldOf(event));
  }

  /** Handles a pointer that the system took over; its drawing is discarded. */
  function lose({ pointerId }: PointerEvent): void {
    if (!pressed.delete(pointerId)) return;
    fingers.delete(pointerId);
    if (gesture?.kind === 'draw') hands.cancel();
    gesture = pressed.size > 0 ? { kind: 'rest' } : null;
  }

  /** Ends the gesture when the window loses the focus or is hidden, and keeps its drawing. */
  function leave(): void {
    const ended = gesture;
    const last = ended?.kind === 'draw' ? pressed.get(ended.id) : undefined;
    drop();
    if (last !== undefined) hands.up(last, { shift: false, alt: false });
  }

  /** Applies Shift and Alt immediately, not only with the next move. */
  function hold(event: KeyboardEvent): void {
    if (event.key !== 'Shift' && event.key !== 'Alt') return;
    // Alt alone would open the window's menu
    if (event.key === 'Alt') event.preventDefault();
    if (gesture?.kind === 'draw') hands.move([], heldOf(event));
  }

  function drop(): void {
    for (const id of pressed.keys()) {
      if (element.hasPointerCapture(id)) element.releasePointerCapture(id);
    }
    pressed.clear();
    fingers.clear();
    gesture = null;
  }

  const offs = [
    on(element, 'pointerdown', begin),
    on(element, 'pointermove', move),
    on(element, 'pointerup', end),
    on(element, 'pointercancel', lose),
    on(element, 'lostpointercapture', lose),
    on(element, 'pointerleave', (event) => {
      if (gesture === null) hands.hover(null, heldOf(event));
    }),
    on(window, 'blur', leave),
    on(window, 'keydown', hold),
    on(window, 'keyup', hold),
    on(document, 'visibilitychange', () => {
      if (document.visibilityState === 'hidden') leave();
    }),
    // not passive, so that a pinch on a trackpad does not zoom the page
    on(
      element,
      'wheel',
      (event) => {
        event.preventDefault();
        const { left, top, ratio } = hands.origin();
        const at = { x: (event.clientX - left) * ratio, y: (event.clientY - top) * ratio };
        if (gesture === null) hands.wheel(at, event);
      },
      { passive: false },
    ),
  ];

  return {
    isDrawing: () => gesture?.kind === 'draw',
    drop,
    stop() {
      for (const off of offs) off();
    },
  };
}
