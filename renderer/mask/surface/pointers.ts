import { on } from 'svelte/events';
import type { Pinch, Point } from '../../viewer/view.ts';
import type { Held } from '../tools/tool.ts';

/** A pointer in the pane. */
export interface Spot extends Point {
  /** 0 to 1; 1 for what has no pressure. */
  readonly pressure: number;
}

/** What hands do on the surface. Places are device px of the pane. */
export interface Hands {
  /** Device px of the pane per CSS px, and where it begins on the page. */
  origin(): { readonly left: number; readonly top: number; readonly ratio: number };
  /** Whether what is dragged moves the photo. */
  isPanning(): boolean;
  down(at: Spot, held: Held): void;
  /** All places since the last one, the oldest first; none where only the keys are others. */
  move(at: readonly Spot[], held: Held): void;
  up(at: Spot, held: Held): void;
  /** The gesture was taken away. */
  cancel(): void;
  /** Where the pointer is while nothing is drawn; null where it has gone. */
  hover(at: Spot | null, held: Held): void;
  pan(by: Point): void;
  pinch(from: Pinch, to: Pinch): void;
  /** A drag that resizes the brush: by how much since it began, null when it begins. */
  resize(by: Point | null): void;
  wheel(at: Point, event: WheelEvent): void;
}

type Gesture =
  | { readonly kind: 'draw' | 'pan' | 'resize'; readonly id: number; readonly first: Spot }
  | { readonly kind: 'pinch'; readonly ids: readonly [number, number] }
  /** A finger that is left of two. */
  | { readonly kind: 'rest' };

export interface Pointers {
  /** Whether something is being drawn now. */
  isDrawing(): boolean;
  /** Lets what is pressed go on without a meaning. */
  drop(): void;
  stop(): void;
}

const MIDDLE = 1;

/** Listens to the pointers over an element: one gesture at a time, and none that sticks. */
export function listen(element: HTMLElement, hands: Hands): Pointers {
  let gesture: Gesture | null = null;
  /** Fingers and buttons that are pressed, by their pointers' ids: where they are now. */
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
    // the middle button would scroll the page
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

  /** Two fingers zoom, whatever the first one did; anything else that comes second does nothing. */
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

  /** A button or finger went up. */
  function end(event: PointerEvent): void {
    const { pointerId } = event;
    if (!pressed.delete(pointerId)) return;
    fingers.delete(pointerId);
    const ended = gesture;
    gesture = ended?.kind === 'pinch' && pressed.size > 0 ? { kind: 'rest' } : null;
    if (ended?.kind === 'rest' && pressed.size > 0) gesture = ended;
    if (ended?.kind === 'draw') hands.up(spotOf(event), heldOf(event));
  }

  /** The system took a pointer away. */
  function lose({ pointerId }: PointerEvent): void {
    if (!pressed.delete(pointerId)) return;
    fingers.delete(pointerId);
    if (gesture?.kind === 'draw') hands.cancel();
    gesture = pressed.size > 0 ? { kind: 'rest' } : null;
  }

  /** The window went away under the hand: what was drawn by now stays. */
  function leave(): void {
    const ended = gesture;
    const last = ended?.kind === 'draw' ? pressed.get(ended.id) : undefined;
    drop();
    if (last !== undefined) hands.up(last, { shift: false, alt: false });
  }

  /** Shift and Alt change what is drawn at once, not only with the next move. */
  function hold(event: KeyboardEvent): void {
    if (event.key !== 'Shift' && event.key !== 'Alt') return;
    // alone it would open the menu of the window
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
    // not passive, or the page would zoom with a pinch
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
