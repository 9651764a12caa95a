import type { Point } from '../../viewer/view.ts';
import type { ToolSettings } from '../tools/tool.ts';

type Brush = Pick<ToolSettings, 'size' | 'hardness'>;

/** px of the photo: the least and the largest brush that a drag leads to. */
const SIZES = [1, 4000] as const;
/** Device px of a drag for the whole range of the hardness. */
const HARDNESS_DRAG = 200;

/**
 * The brush that a drag makes of one: to the right it grows, so that its edge follows, and upwards it
 * gets harder. `by`: device px; `zoom`: device px per px of the photo.
 */
export function resized({ size, hardness }: Brush, by: Point, zoom: number): Brush {
  const within = (value: number, least: number, most: number) =>
    Math.min(most, Math.max(least, value));
  return {
    size: Math.round(within(size + (2 * by.x) / zoom, ...SIZES)),
    hardness: Math.round(100 * within(hardness - by.y / HARDNESS_DRAG, 0, 1)) / 100,
  };
}
