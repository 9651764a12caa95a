import type { Box } from '../viewer/view.ts';
import { noGuides, type Edges, type Guides, type Layout } from './layout.ts';
import { heldBy, inFrame, settled, type Room } from './room.ts';

/** What a drag moves: the photo, or edges of the frame. */
export type Grip = 'photo' | Edges;

/** The values that Undo restores. */
export interface Step {
  readonly layout: Layout;
  readonly longSide: unknown;
}

/** Maximum number of steps that can be undone. */
const STEPS = 100;

/** The state of the target frame that is not in the panel's values: the drag, the visible area and the undo steps. */
export class Drags {
  #room = $state.raw<Room | null>(null);
  #guides = $state.raw<Guides>(noGuides);
  #grabbed = $state.raw<Layout | null>(null);
  #past: readonly Step[] = [];

  /** The lines that the dragged part has snapped to. */
  get guides(): Guides {
    return this.#guides;
  }

  get isGrabbed(): boolean {
    return this.#grabbed !== null;
  }

  /** Resets the state for another photo or agent. */
  forget(): void {
    this.#room = null;
    this.#grabbed = null;
    this.#past = [];
  }

  /** Makes the visible area relative to the frame again, after a drag. */
  settle(now: Layout): void {
    this.#room = settled(this.#room, now);
  }

  /** Returns the visible area in px of the frame. */
  roomIn(now: Layout): Box {
    return inFrame(this.#room ?? settled(null, now), now);
  }

  hold(grip: Grip, now: Layout): void {
    if (this.#room === null) return;
    this.#room = heldBy(grip === 'photo' ? 'frame' : 'photo', this.#room, now);
  }

  grab(step: Step): void {
    this.remember(step);
    this.#grabbed = step.layout;
  }

  /**
   * Applies a move to the layout at the start of the drag, and returns the new layout; null if no drag is in
   * progress.
   */
  drag(
    move: (begun: Layout) => { readonly layout: Layout; readonly guides: Guides },
  ): Layout | null {
    if (this.#grabbed === null) return null;
    const { layout, guides } = move(this.#grabbed);
    this.#guides = guides;
    return layout;
  }

  /** Ends a drag, and returns the layout at its start. */
  end(): Layout | null {
    const begun = this.#grabbed;
    this.#grabbed = null;
    this.#guides = noGuides;
    return begun;
  }

  remember(step: Step): void {
    this.#past = [...this.#past.slice(1 - STEPS), step];
  }

  /** Removes the last step and returns it. */
  takeBack(): Step | undefined {
    const last = this.#past.at(-1);
    this.#past = this.#past.slice(0, -1);
    return last;
  }
}
