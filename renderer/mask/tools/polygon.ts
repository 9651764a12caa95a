import type { Combine } from '#shared/mask/document.ts';
import { combining } from './combining.ts';
import { distance, rounded } from './points.ts';
import type { Sketch, Step, Tool, ToolEvent, ToolSettings, Touch } from './tool.ts';

interface Corner {
  readonly x: number;
  readonly y: number;
}

interface Open {
  readonly combine: Combine;
  /** The corners so far, at least one. */
  readonly corners: readonly Corner[];
  /** Position of the pointer, where the next corner would be. */
  readonly pointer: Corner;
}

/** The unfinished polygon; null if nothing is drawn. */
type PolygonState = Open | null;

/** A click within this distance, in device px, of the first corner closes the polygon. */
const CLOSING = 8;
/** Maximum distance in device px between the two clicks of a double click. */
const SAME_PLACE = 3;
const LEAST_CORNERS = 3;

function next(open: PolygonState, event: ToolEvent, settings: ToolSettings): Step<PolygonState> {
  if (open === null) {
    if (event.kind !== 'down') return shown(null);
    const corner = cornerAt(event.touch);
    const combine = combining(event.modifiers, settings);
    return shown({ combine, corners: [corner], pointer: corner });
  }
  switch (event.kind) {
    case 'down':
      return clicked(open, cornerAt(event.touch), settings);
    case 'move': {
      const touch = event.touches.at(-1);
      return touch === undefined ? shown(open) : shown(pointed(open, touch, settings));
    }
    case 'hover':
    case 'up':
      return shown(pointed(open, event.touch, settings));
    case 'enter':
      return open.corners.length >= LEAST_CORNERS ? closed(open) : shown(open);
    case 'back': {
      const corners = open.corners.slice(0, -1);
      return shown(corners.length === 0 ? null : { ...open, corners });
    }
    case 'cancel':
      return shown(null);
  }
}

/**
 * Draws a polygon corner by corner. A click near the first corner, a double click or Enter closes the
 * polygon; Backspace removes the last corner.
 */
export const polygon: Tool<PolygonState> = { idle: null, next, hasBrush: false };

function clicked(open: Open, corner: Corner, settings: ToolSettings): Step<PolygonState> {
  const isDouble = distance(open.corners.at(-1)!, corner) * settings.zoom < SAME_PLACE;
  const isWhole = open.corners.length >= LEAST_CORNERS;
  if (isWhole && (isDouble || closes(open, corner, settings))) return closed(open);
  if (isDouble) return shown(open);
  return shown({ ...open, corners: [...open.corners, corner], pointer: corner });
}

function closed({ combine, corners }: Open): Step<PolygonState> {
  const points = corners.flatMap(({ x, y }) => [x, y]);
  return {
    ...shown(null),
    request: { kind: 'operation', operation: { kind: 'path', combine, points } },
  };
}

/** Snaps the pointer to the first corner if the corner is near, to show that a click there closes the polygon. */
function pointed(open: Open, touch: Touch, settings: ToolSettings): Open {
  const place = cornerAt(touch);
  const isClosing = open.corners.length >= LEAST_CORNERS && closes(open, place, settings);
  return { ...open, pointer: isClosing ? open.corners[0]! : place };
}

function closes({ corners }: Open, place: Corner, { zoom }: ToolSettings): boolean {
  return distance(corners[0]!, place) * zoom <= CLOSING;
}

function cornerAt({ x, y }: Touch): Corner {
  return { x: rounded(x), y: rounded(y) };
}

function shown(open: PolygonState): Step<PolygonState> {
  return { state: open, sketch: open === null ? null : sketchOf(open), request: null };
}

function sketchOf({ corners, pointer }: Open): Sketch {
  const points = [...corners, pointer].flatMap(({ x, y }) => [x, y]);
  return { kind: 'line', points, hasCorners: true };
}
