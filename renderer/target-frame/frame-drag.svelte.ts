import type { Point } from '../viewer/view.ts';
import type { Grip } from './drags.svelte.ts';
import type { Framing } from './framing.ts';

/** Snapping distance in CSS px. */
const REACH = 7;
const STEP = 1;
const LARGE_STEP = 10;

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** What a drag needs to know about the component that shows the frame. */
interface Owner {
  readonly framing: Framing;
  /** True while a drag moves the whole picture instead of the photo or the frame. */
  readonly isBlocked: boolean;
  /** CSS px per px of the final image. */
  readonly scale: number;
  /** Called after a key has moved something, and at the end of a drag (`both`), which may have changed both axes. */
  moved(grip: Grip | 'both'): void;
}

/** Moves the photo and the edges of its frame by pointer and keyboard. */
export class FrameDrag {
  #dragged = $state.raw<{
    readonly id: number;
    readonly grip: Grip;
    readonly from: Point;
  } | null>(null);
  readonly #owner: () => Owner;

  constructor(owner: () => Owner) {
    this.#owner = owner;
  }

  /** What the current drag moves; null if there is no drag. */
  get grip(): Grip | null {
    return this.#dragged?.grip ?? null;
  }

  /** Returns the event handlers for the photo, or for edges of the frame. */
  on(grip: Grip) {
    return {
      onpointerdown: (event: PointerEvent) => this.#begin(event, grip),
      onpointermove: (event: PointerEvent) => this.#move(event),
      onpointerup: () => this.#end(),
      onlostpointercapture: () => this.#end(),
      onkeydown: (event: KeyboardEvent) => this.#press(event, grip),
    };
  }

  #begin(event: PointerEvent, grip: Grip): void {
    const { framing, isBlocked } = this.#owner();
    if (event.button !== 0 || isBlocked) return;
    event.stopPropagation();
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    this.#dragged = { id: event.pointerId, grip, from: { x: event.clientX, y: event.clientY } };
    framing.grab();
  }

  #move(event: PointerEvent): void {
    if (this.#dragged?.id !== event.pointerId) return;
    const { framing, scale } = this.#owner();
    const { grip, from } = this.#dragged;
    const by = { x: (event.clientX - from.x) / scale, y: (event.clientY - from.y) / scale };
    const isFree = event.ctrlKey || event.metaKey || event.altKey;
    framing.drag(grip, by, isFree ? 0 : REACH / scale);
  }

  #end(): void {
    if (this.#dragged === null) return;
    this.#dragged = null;
    this.#owner().framing.release();
    this.#owner().moved('both');
  }

  #press(event: KeyboardEvent, grip: Grip): void {
    const { framing } = this.#owner();
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.key === 'Escape' && this.#dragged !== null) {
      this.#dragged = null;
      framing.giveUp();
    } else if (isCommand && event.key.toLowerCase() === 'z') {
      framing.undo();
    } else {
      const way = arrows[event.key];
      if (way === undefined || isCommand || event.altKey) return;
      const px = event.shiftKey ? LARGE_STEP : STEP;
      // an edge moves only along its own axis
      const across = grip === 'photo' || grip.x !== 0 ? way.x * px : 0;
      const down = grip === 'photo' || grip.y !== 0 ? way.y * px : 0;
      framing.nudge(grip, { x: across, y: down });
    }
    event.preventDefault();
    event.stopPropagation();
    this.#owner().moved(grip);
  }
}
