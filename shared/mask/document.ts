/**
 * A mask as what was done to make it: a list of operations in pixels of the upright photo, whatever
 * zoom they were done at. What lies inside the mask is kept, all else is made anew ("customMask").
 * A document never changes; each change is another one.
 */

/** How an operation changes what is kept: more, less, or only what both keep. */
export type Combine = 'add' | 'subtract' | 'intersect';

interface PaintedOperation {
  readonly combine: Combine;
}

/** A brush that was moved. */
export interface Stroke extends PaintedOperation {
  readonly kind: 'stroke';
  /** x, y and radius of the brush, px, point after point. */
  readonly points: readonly number[];
  /** 0 to 1: up to which part of its radius the brush keeps wholly; from there it fades. */
  readonly hardness: number;
}

export interface Rectangle extends PaintedOperation {
  readonly kind: 'rectangle' | 'ellipse';
  /** px; the left upper corner of what it fits into. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What was walked around, freely or from corner to corner; it is closed by itself. */
export interface Path extends PaintedOperation {
  readonly kind: 'path';
  /** x and y, px, point after point. */
  readonly points: readonly number[];
}

/**
 * Pixels that were found by their colours, or a mask that came as a file: a raster that is laid over
 * the whole photo.
 */
export interface Region extends PaintedOperation {
  readonly kind: 'region';
  /** Cells of the raster across and down. */
  readonly columns: number;
  readonly rows: number;
  /** Cells that are alike one after the other, line after line, from the left upper one. */
  readonly runs: readonly number[];
  /**
   * What each run is worth, 0 to 255; without it the first is outside, the second inside and so on, and
   * the edges are hard.
   */
  readonly values?: readonly number[] | undefined;
}

/** Goes outwards by so many px, or inwards where it is negative; the edge is hard then. */
export interface Grow {
  readonly kind: 'grow';
  readonly by: number;
}

/** Fades the edge over about twice so many px. */
export interface Feather {
  readonly kind: 'feather';
  readonly radius: number;
}

/** All of the photo is kept, nothing of it, or what was not. */
export interface Whole {
  readonly kind: 'fill' | 'clear' | 'invert';
}

export type Paint = Stroke | Rectangle | Path | Region;
export type Operation = Paint | Grow | Feather | Whole;

/** px, upright. */
interface PhotoSize {
  readonly width: number;
  readonly height: number;
}

export interface MaskDocument extends PhotoSize {
  readonly operations: readonly Operation[];
  /** How many of the operations count; those after it were undone. */
  readonly position: number;
}

/** The operations that count. */
export function counted({ operations, position }: MaskDocument): readonly Operation[] {
  return position === operations.length ? operations : operations.slice(0, position);
}

/** A mask on which nothing was drawn yet, of a photo of this size in px, upright. */
export function emptyMask({ width, height }: PhotoSize): MaskDocument {
  return { width, height, operations: [], position: 0 };
}

/** The mask with one more operation; what was undone is gone. */
export function withOperation(document: MaskDocument, operation: Operation): MaskDocument {
  const operations = [...counted(document), operation];
  return { ...document, operations, position: operations.length };
}

/** The mask undone or done again up to a place among its operations. */
export function atPosition(document: MaskDocument, position: number): MaskDocument {
  return { ...document, position: Math.min(Math.max(position, 0), document.operations.length) };
}

/** A mask as a file holds it: what counts of it. */
export function drawingText(document: MaskDocument): string {
  const { width, height } = document;
  const operations = counted(document);
  return JSON.stringify({ width, height, operations, position: operations.length });
}

/** Whether all that the operations that count make is kept wholly or not at all. */
export function isHard(document: MaskDocument): boolean {
  return counted(document).every((each) => {
    if (each.kind === 'stroke') return each.hardness === 1;
    return each.kind === 'region' ? each.values === undefined : each.kind !== 'feather';
  });
}

/** Operations that paint somewhere, without regard to what is elsewhere. */
export function isPaint(operation: Operation): operation is Paint {
  return 'combine' in operation;
}
