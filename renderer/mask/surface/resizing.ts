import type { Point } from '../../viewer/view.ts';
import type { ToolSettings } from '../tools/tool.ts';

export type Brush = Pick<ToolSettings, 'size' | 'hardness'>;

/** Smallest and largest brush size, in px of the photo, that a drag can set. */
const SIZES = [1, 4000] as const;
/** Length in device px of a drag that changes the hardness from its minimum to its maximum. */
const HARDNESS_DRAG = 200;

/**
 * Returns the brush after a drag. A drag to the right enlarges the brush, so that the brush's edge follows the
 * pointer; a drag upwards makes the brush harder. `by` is in device px; `zoom` is in device px per px of the photo.
 */
export function resized({ size, hardness }: Brush, by: Point, zoom: number): Brush {
  const within = (value: number, least: number, most: number) =>
    Math.min(most, Math.max(least, value));
  return {
    size: Math.round(within(size + (2 * by.x) / zoom, ...SIZES)),
    hardness: Math.round(100 * within(hardness - by.y / HARDNESS_DRAG, 0, 1)) / 100,
  };
}
