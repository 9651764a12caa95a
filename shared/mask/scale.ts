import type { Size } from '../pictures.ts';
import type { MaskDocument, Operation } from './document.ts';

/** Largest factor between two aspect ratios that count as the same shape; allows for rounding. */
export const shapeTolerance = 1.01;
/** Positions are rounded to a hundredth of a px after scaling, to keep files small. */
const PARTS = 100;

/**
 * Returns whether a mask can be scaled from one size to the other: both sides change by the same factor, within 1 %.
 */
export function isSameShape(one: Size, other: Size): boolean {
  const factors = [other.width / one.width, other.height / one.height];
  return Math.max(...factors) <= Math.min(...factors) * shapeTolerance;
}

/**
 * Returns the mask scaled to a photo of the same shape (`isSameShape`). Also scales the operations
 * that the user can redo.
 */
export function scaledMask(document: MaskDocument, { width, height }: Size): MaskDocument {
  if (document.width === width && document.height === height) return document;
  const across = width / document.width;
  const down = height / document.height;
  const operations = document.operations.map((each) => scaled(each, across, down));
  return { ...document, width, height, operations };
}

function scaled(operation: Operation, across: number, down: number): Operation {
  const x = (value: number) => rounded(value * across);
  const y = (value: number) => rounded(value * down);
  const length = (value: number) => rounded((value * (across + down)) / 2);
  switch (operation.kind) {
    case 'stroke': {
      const ways = [x, y, (radius: number) => Math.max(length(radius), 1 / PARTS)];
      return {
        ...operation,
        points: operation.points.map((value, at) => ways[at % 3]?.(value) ?? value),
      };
    }
    case 'path':
      return {
        ...operation,
        points: operation.points.map((value, at) => (at % 2 === 0 ? x(value) : y(value))),
      };
    case 'rectangle':
    case 'ellipse':
      return {
        ...operation,
        x: x(operation.x),
        y: y(operation.y),
        width: x(operation.width),
        height: y(operation.height),
      };
    case 'grow':
      return { ...operation, by: length(operation.by) };
    case 'feather':
      return { ...operation, radius: length(operation.radius) };
    case 'region':
    case 'fill':
    case 'clear':
    case 'invert':
      return operation;
  }
}

function rounded(value: number): number {
  return Math.round(value * PARTS) / PARTS;
}
