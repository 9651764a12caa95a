/** The gesture of the brush, the eraser and the edge brush. */
import type { Stroke } from '#shared/mask/document.ts';
import { distance, rounded } from './points.ts';
import type {
  Modifiers,
  Sketch,
  Step,
  Tool,
  ToolEvent,
  ToolSettings,
  Touch,
  ToolRequest,
} from './tool.ts';

/** Position and radius of the brush in px of the photo. */
interface Stand {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

interface Painting {
  readonly stroke: Stroke;
  /** 0 to 100 */
  readonly tolerance: number;
}

export interface StrokeState {
  readonly painting: Painting | null;
  /** End of the previous stroke. With Shift, the next stroke continues from there in a straight line. */
  readonly end: Stand | null;
}

/** What distinguishes the brushes from each other. */
interface Kind {
  /** Returns whether a stroke without modifier keys adds or subtracts. */
  combine(settings: ToolSettings): 'add' | 'subtract';
  hardness(settings: ToolSettings): number;
  sketch(painting: Painting): Sketch;
  request(painting: Painting): ToolRequest;
}

/** Minimum distance between two points, as a share of the radius and in px; closer points are skipped. */
const SPACING = { ofRadius: 0.1, px: 0.5 };
/** Brush size at the lightest pen pressure, as a share of the full size. */
const LEAST_PRESSURE = 0.05;
const LEAST_RADIUS = 0.1;

/**
 * Creates a tool that paints along a path. A stroke only ever gets new points at its end, so the worker paints each
 * point once. Alt at the start swaps painting and erasing. Shift draws a straight line from the end of the last stroke.
 */
export function strokeTool(kind: Kind): Tool<StrokeState> {
  const idle: StrokeState = { painting: null, end: null };

  function started(
    touch: Touch,
    modifiers: Modifiers,
    settings: ToolSettings,
    end: Stand | null,
  ): Painting {
    const combine = kind.combine(settings);
    const other = combine === 'add' ? 'subtract' : 'add';
    const stand = standOf(touch, settings);
    const from = modifiers.shift && end !== null ? [end.x, end.y, stand.radius] : [];
    return {
      stroke: {
        kind: 'stroke',
        combine: modifiers.alt ? other : combine,
        points: [...from, stand.x, stand.y, stand.radius],
        hardness: kind.hardness(settings),
      },
      tolerance: settings.tolerance,
    };
  }

  function next(state: StrokeState, event: ToolEvent, settings: ToolSettings): Step<StrokeState> {
    const { painting, end } = state;
    if (painting === null) {
      return event.kind === 'down'
        ? shown({ painting: started(event.touch, event.modifiers, settings, end), end })
        : shown(state);
    }
    if (event.kind === 'cancel') return shown({ painting: null, end });
    if (event.kind === 'move') {
      return shown({ painting: moved(painting, event.touches, settings), end });
    }
    if (event.kind !== 'up') return shown(state);
    const whole = ended(painting, event.touch);
    const rest: StrokeState = { painting: null, end: lastOf(whole.stroke) };
    return { state: rest, sketch: null, request: kind.request(whole) };
  }

  function shown(state: StrokeState): Step<StrokeState> {
    const sketch = state.painting === null ? null : kind.sketch(state.painting);
    return { state, sketch, request: null };
  }

  return { idle, next, hasBrush: true };
}

function moved(painting: Painting, touches: readonly Touch[], settings: ToolSettings): Painting {
  const points = [...painting.stroke.points];
  let last = lastOf(painting.stroke);
  for (const touch of touches) {
    const stand = standOf(touch, settings);
    if (isNear(last, stand)) continue;
    points.push(stand.x, stand.y, stand.radius);
    last = stand;
  }
  return { ...painting, stroke: { ...painting.stroke, points } };
}

/**
 * Adds the point where the pointer was released, with the previous pressure, because a pen reports no
 * pressure on release.
 */
function ended(painting: Painting, { x, y }: Touch): Painting {
  const last = lastOf(painting.stroke);
  const stand = { x: rounded(x), y: rounded(y), radius: last.radius };
  if (distance(last, stand) === 0) return painting;
  const points = [...painting.stroke.points, stand.x, stand.y, stand.radius];
  return { ...painting, stroke: { ...painting.stroke, points } };
}

function standOf({ x, y, pressure }: Touch, { size, hasPressure }: ToolSettings): Stand {
  const share = hasPressure ? Math.max(LEAST_PRESSURE, pressure) : 1;
  const radius = Math.max(LEAST_RADIUS, rounded((size / 2) * share));
  return { x: rounded(x), y: rounded(y), radius };
}

function lastOf({ points }: Stroke): Stand {
  return { x: points.at(-3)!, y: points.at(-2)!, radius: points.at(-1)! };
}

function isNear(one: Stand, other: Stand): boolean {
  const least = Math.max(SPACING.px, SPACING.ofRadius * Math.min(one.radius, other.radius));
  return distance(one, other) < least && Math.abs(one.radius - other.radius) < least;
}
