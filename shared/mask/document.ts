/**
 * A mask as a list of operations in pixels of the upright photo, whatever the zoom. The area inside the mask is kept,
 * and everything else is generated (interface: "customMask"). A document never changes; each change creates a new one.
 */

/** How an operation changes the kept area: adds to it, subtracts from it, or intersects with it. */
export type Combine = 'add' | 'subtract' | 'intersect';

interface PaintedOperation {
  readonly combine: Combine;
}

/** A brush stroke. */
export interface Stroke extends PaintedOperation {
  readonly kind: 'stroke';
  /** x, y and radius of the brush for each point in px. */
  readonly points: readonly number[];
  /** Fraction of the radius, from 0 to 1, that is painted fully; beyond it, the brush fades. */
  readonly hardness: number;
}

export interface Rectangle extends PaintedOperation {
  readonly kind: 'rectangle' | 'ellipse';
  /** px; the upper left corner of the bounding box. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** An area drawn freehand or as a polygon; it is closed automatically. */
export interface Path extends PaintedOperation {
  readonly kind: 'path';
  /** x and y of each point in px. */
  readonly points: readonly number[];
}

/** A raster of cells over the whole photo: pixels selected by colour, or a mask from a file. */
export interface Region {
  readonly kind: 'region';
  /** `replace`: the raster becomes the complete mask, and all earlier operations have no effect. */
  readonly combine: Combine | 'replace';
  /** Columns and rows of cells in the raster. */
  readonly columns: number;
  readonly rows: number;
  /** Lengths of the runs of equal cells, row by row from the upper left. */
  readonly runs: readonly number[];
  /**
   * Value of each run, 0 to 255. Without values, the runs are alternately outside and inside the mask, starting
   * outside, and the edges are hard.
   */
  readonly values?: readonly number[] | undefined;
}

/** Grows the mask by this many px, or shrinks it if negative; the edge becomes hard. */
export interface Grow {
  readonly kind: 'grow';
  readonly by: number;
}

/** Fades the edge over about twice this many px. */
export interface Feather {
  readonly kind: 'feather';
  readonly radius: number;
}

/** Keeps the whole photo, keeps nothing, or inverts the mask so far. */
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
  /** Number of operations that are active; those after it have been undone. */
  readonly position: number;
}

/** Returns the active operations. */
export function counted({ operations, position }: MaskDocument): readonly Operation[] {
  return position === operations.length ? operations : operations.slice(0, position);
}

/** Returns an empty mask for a photo of this size in px, upright. */
export function emptyMask({ width, height }: PhotoSize): MaskDocument {
  return { width, height, operations: [], position: 0 };
}

/** Returns the mask with one more operation; operations that were undone are removed. */
export function withOperation(document: MaskDocument, operation: Operation): MaskDocument {
  const operations = [...counted(document), operation];
  return { ...document, operations, position: operations.length };
}

/** Returns the mask after undoing or redoing up to a position among its operations. */
export function atPosition(document: MaskDocument, position: number): MaskDocument {
  return { ...document, position: Math.min(Math.max(position, 0), document.operations.length) };
}

/** Returns the text of a mask file, which contains only the active operations. */
export function drawingText(document: MaskDocument): string {
  const { width, height } = document;
  const operations = counted(document);
  return JSON.stringify({ width, height, operations, position: operations.length });
}

/** Returns whether the mask has only hard edges: every pixel is kept completely or not at all. */
export function isHard(document: MaskDocument): boolean {
  return counted(document).every((each) => {
    if (each.kind === 'stroke') return each.hardness === 1;
    return each.kind === 'region' ? each.values === undefined : each.kind !== 'feather';
  });
}

/** Returns whether an operation paints an area. Such an operation does not depend on the rest of the mask. */
export function isPaint(operation: Operation): operation is Paint {
  return 'combine' in operation;
}
