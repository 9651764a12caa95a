import type { Combine, Operation, Stroke } from '#shared/mask/document.ts';

/** Position and pressure of a pointer in px of the photo. */
export interface Touch {
  readonly x: number;
  readonly y: number;
  /** 0 to 1; 1 for devices without pressure, such as a mouse. */
  readonly pressure: number;
}

/** The pressed modifier keys. */
export interface Modifiers {
  readonly shift: boolean;
  readonly alt: boolean;
}

/** The events that a tool receives. A tool has no other input: it reads neither the clock nor the screen. */
export type ToolEvent =
  | { readonly kind: 'down' | 'up' | 'hover'; readonly touch: Touch; readonly modifiers: Modifiers }
  /**
   * `touches` holds all positions since the last event, oldest first; it is empty if only the modifier keys
   * have changed.
   */
  | { readonly kind: 'move'; readonly touches: readonly Touch[]; readonly modifiers: Modifiers }
  /** Discards the unfinished gesture after Escape, after the pointer was lost, or when another tool is chosen. */
  | { readonly kind: 'cancel' }
  /** For drawings of several gestures: `enter` finishes the drawing, `back` removes its last step. */
  | { readonly kind: 'enter' | 'back' };

export interface ToolSettings {
  /** Whether painting keeps (`add`) or erases (`subtract`). */
  readonly combine: 'add' | 'subtract';
  /** Diameter of the brush in px of the photo. */
  readonly size: number;
  /** 0 to 1. */
  readonly hardness: number;
  /** Whether the pen pressure changes the size. */
  readonly hasPressure: boolean;
  /** Maximum distance from the colour under the pointer, 0 to 100, for the wand and the edge brush. */
  readonly tolerance: number;
  /** Whether the wand selects connected pixels only. */
  readonly isContiguous: boolean;
  /** Device px per px of the photo, for distances on screen (closing a polygon, minimum drag). */
  readonly zoom: number;
}

/** What the screen shows during a gesture. */
export type Sketch =
  | { readonly kind: 'stroke'; readonly stroke: Stroke }
  /** A stroke that keeps only px that are similar to the colour under its centre. */
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
      /** x and y in px of each point; a single point at the start. */
      readonly points: readonly number[];
      /** Whether each point is marked as a corner. The last point is the position of the pointer. */
      readonly hasCorners: boolean;
    };

/** The request that results from a finished gesture. */
export type ToolRequest =
  | { readonly kind: 'operation'; readonly operation: Operation }
  /** Selects colours similar to the colour at the point. */
  | {
      readonly kind: 'wand';
      readonly x: number;
      readonly y: number;
      readonly tolerance: number;
      readonly isContiguous: boolean;
      readonly combine: Combine;
    }
  | { readonly kind: 'edges'; readonly stroke: Stroke; readonly tolerance: number }
  /** Fills or clears the area that is connected with the point and has the same state (kept or not kept). */
  | { readonly kind: 'bucket'; readonly x: number; readonly y: number; readonly combine: Combine };

export interface Step<State> {
  readonly state: State;
  /** Null if and only if no gesture is in progress. */
  readonly sketch: Sketch | null;
  readonly request: ToolRequest | null;
}

/** A tool is a state machine; `next` is a pure function. */
export interface Tool<State = unknown> {
  readonly idle: State;
  next(state: State, event: ToolEvent, settings: ToolSettings): Step<State>;
  /** Whether the cursor is a circle as large as the brush. */
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
