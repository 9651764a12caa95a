import type { Combine, Path } from '#shared/mask/document.ts';
import { combining } from './combining.ts';
import { distance, LEAST_DRAG, rounded } from './points.ts';
import type { Step, Tool, ToolEvent, ToolSettings, Touch } from './tool.ts';

/** The outline so far; null if nothing is drawn. */
type LassoState = Path | null;

/** Minimum distance in device px between two points. */
const SPACING = 1;
/** Minimum number of points that enclose an area. */
const LEAST_POINTS = 3;

function next(path: LassoState, event: ToolEvent, settings: ToolSettings): Step<LassoState> {
  if (path === null) {
    return event.kind === 'down'
      ? shown(started(event.touch, combining(event.modifiers, settings)))
      : shown(null);
  }
  if (event.kind === 'cancel') return shown(null);
  if (event.kind === 'move') return shown(walked(path, event.touches, settings));
  if (event.kind !== 'up') return shown(path);
  const whole = walked(path, [event.touch], settings);
  return {
    ...shown(null),
    request: goesAround(whole, settings) ? { kind: 'operation', operation: whole } : null,
  };
}

/** Selects the area that the user draws around; at the end, a straight line closes the outline. */
export const lasso: Tool<LassoState> = { idle: null, next, hasBrush: false };

function started({ x, y }: Touch, combine: Combine): Path {
  return { kind: 'path', combine, points: [rounded(x), rounded(y)] };
}

function shown(path: LassoState): Step<LassoState> {
  const sketch =
    path === null ? null : ({ kind: 'line', points: path.points, hasCorners: false } as const);
  return { state: path, sketch, request: null };
}

function walked(path: Path, touches: readonly Touch[], { zoom }: ToolSettings): Path {
  const points = [...path.points];
  for (const touch of touches) {
    const place = { x: rounded(touch.x), y: rounded(touch.y) };
    const last = { x: points.at(-2)!, y: points.at(-1)! };
    if (distance(last, place) * zoom >= SPACING) points.push(place.x, place.y);
  }
  return { ...path, points };
}

/** Checks whether the path encloses an area; a click or a line does not. */
function goesAround({ points }: Path, { zoom }: ToolSettings): boolean {
  const start = { x: points[0]!, y: points[1]! };
  return (
    points.length >= 2 * LEAST_POINTS &&
    points.some(
      (x, at) => at % 2 === 0 && distance(start, { x, y: points[at + 1]! }) * zoom >= LEAST_DRAG,
    )
  );
}
