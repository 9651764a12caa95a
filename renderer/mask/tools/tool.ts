import type { Combine, Operation, Stroke } from '#shared/mask/document.ts';

/** Position and pressure of a pointer, px of the photo. */
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

/** The only inputs of a tool, which knows neither time nor screen. */
export type ToolEvent =
  | { readonly kind: 'down' | 'up' | 'hover'; readonly touch: Touch; readonly modifiers: Modifiers }
  /** All positions since the last event, oldest first; empty if only the keys have changed. */
  | { readonly kind: 'move'; readonly touches: readonly Touch[]; readonly modifiers: Modifiers }
  /** Escape, a lost pointer, another tool: discards the unfinished gesture. */
  | { readonly kind: 'cancel' }
  /** Enter finishes a drawing of several gestures; Backspace removes its last step. */
  | { readonly kind: 'enter' | 'back' };

export interface ToolSettings {
  /** Whether painting keeps or erases. */
  readonly combine: 'add' | 'subtract';
  /** Diameter of the brush, px of the photo. */
  readonly size: number;
  /** 0 to 1. */
  readonly hardness: number;
  /** Whether pen pressure changes the size. */
  readonly hasPressure: boolean;
  /** 0 to 100: maximum distance from the colour under the pointer (wand, edge brush). */
  readonly tolerance: number;
  /** Whether the wand selects connected pixels only. */
  readonly isContiguous: boolean;
  /** Device px per px of the photo, for distances on screen (closing a polygon, minimum drag). */
  readonly zoom: number;
}

/** What is drawn during a gesture. */
export type Sketch =
  | { readonly kind: 'stroke'; readonly stroke: Stroke }
  /** A stroke that only keeps what is similar to the colour under its centre. */
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
      /** x and y in px for each point; a single point at the start. */
      readonly points: readonly number[];
      /** Whether the points are drawn as corners; the last one is under the pointer. */
      readonly hasCorners: boolean;
    };

/** The request that results from a finished gesture. */
export type ToolRequest =
  | { readonly kind: 'operation'; readonly operation: Operation }
  /** Colours similar to that at the point. */
  | {
      readonly kind: 'wand';
      readonly x: number;
      readonly y: number;
      readonly tolerance: number;
      readonly isContiguous: boolean;
      readonly combine: Combine;
    }
  | { readonly kind: 'edges'; readonly stroke: Stroke; readonly tolerance: number }
  /** The connected area around the point that is kept, or not kept, like the point. */
  | { readonly kind: 'bucket'; readonly x: number; readonly y: number; readonly combine: Combine };

export interface Step<State> {
  readonly state: State;
  /** Null if and only if no gesture is in progress. */
  readonly sketch: Sketch | null;
  readonly request: ToolRequest | null;
}

/** A tool is a state machine; `next` is pure. */
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
