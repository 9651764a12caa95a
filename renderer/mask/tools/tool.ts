import type { Combine, Operation, Stroke } from '#shared/mask/document.ts';

/** Where a pointer is, px of the photo, and how hard it is pressed. */
export interface Touch {
  readonly x: number;
  readonly y: number;
  /** 0 to 1; 1 for what has no pressure, as a mouse. */
  readonly pressure: number;
}

/** Keys that are held with it. */
export interface Held {
  readonly shift: boolean;
  readonly alt: boolean;
}

/** What happens to a tool. Nothing else reaches it, neither time nor the screen. */
export type ToolEvent =
  | { readonly kind: 'down' | 'up' | 'hover'; readonly touch: Touch; readonly held: Held }
  /** All places since the last one, the oldest first; none where only the keys have changed. */
  | { readonly kind: 'move'; readonly touches: readonly Touch[]; readonly held: Held }
  /** Escape, a pointer that was taken away, another tool: what was begun leaves no trace. */
  | { readonly kind: 'cancel' }
  /** Enter ends what goes on over several gestures, Backspace takes back its last step. */
  | { readonly kind: 'enter' | 'back' };

export interface ToolSettings {
  /** Whether what is painted is kept, or not. */
  readonly combine: 'add' | 'subtract';
  /** Diameter of the brush, px of the photo. */
  readonly size: number;
  /** 0 to 1. */
  readonly hardness: number;
  /** Whether a pen's pressure changes the size. */
  readonly hasPressure: boolean;
  /** 0 to 100: how far a colour may be from the one that was pointed at (wand, edge brush). */
  readonly tolerance: number;
  /** Whether the wand takes only what hangs together. */
  readonly isContiguous: boolean;
  /** Device px per px of the photo: how near is near (closing a polygon, the least drag). */
  readonly zoom: number;
}

/** What is shown of a gesture that is under way. */
export type Sketch =
  | { readonly kind: 'stroke'; readonly stroke: Stroke }
  /** A stroke that takes only what is like the colour under its middle. */
  | { readonly kind: 'edges'; readonly stroke: Stroke; readonly tolerance: number }
  | {
      readonly kind: 'rectangle' | 'ellipse';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    }
  | {
      readonly kind: 'line';
      /** x and y, px, point after point; a single one where it begins. */
      readonly points: readonly number[];
      /** Whether the points are corners, to be seen as such; the last one is under the pointer. */
      readonly hasCorners: boolean;
    };

/** What is wanted of a gesture that has ended. */
export type Wish =
  | { readonly kind: 'operation'; readonly operation: Operation }
  /** Colours like that at the place. */
  | {
      readonly kind: 'wand';
      readonly x: number;
      readonly y: number;
      readonly tolerance: number;
      readonly isContiguous: boolean;
      readonly combine: Combine;
    }
  | { readonly kind: 'edges'; readonly stroke: Stroke; readonly tolerance: number }
  /** All that hangs together at the place and is kept, or is not. */
  | { readonly kind: 'bucket'; readonly x: number; readonly y: number; readonly combine: Combine };

export interface Step<State> {
  readonly state: State;
  /** Null exactly while nothing is under way. */
  readonly sketch: Sketch | null;
  readonly wish: Wish | null;
}

/** A tool as a state machine: `next` is pure. */
export interface Tool<State = unknown> {
  readonly idle: State;
  next(state: State, event: ToolEvent, settings: ToolSettings): Step<State>;
  /** Whether the cursor is a circle of the brush's size. */
  readonly hasBrush: boolean;
}

export const toolNames = [
  'brush',
  'eraser',
  'edge-brush',
  'lasso',
  'polygon',
  'rectangle',
  'ellipse',
  'wand',
  'fill',
  'hand',
] as const;
export type ToolName = (typeof toolNames)[number];
