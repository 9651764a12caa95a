/** The gesture of the rectangle and the ellipse: a drag from corner to corner. */
import type { Combine } from '#shared/mask/document.ts';
import { combining } from './combining.ts';
import { LEAST_DRAG, rounded } from './points.ts';
import type { Modifiers, Step, Tool, ToolEvent, ToolSettings, Touch } from './tool.ts';

interface Corner {
  readonly x: number;
  readonly y: number;
}

interface Drawn {
  readonly combine: Combine;
  readonly from: Corner;
  readonly to: Corner;
  /**
   * Modifier keys that have been held since the start. They choose how the shape changes the kept area, so they have
   * no other effect until the user releases them.
   */
  readonly spent: Modifiers;
  readonly isEven: boolean;
  readonly isFromCentre: boolean;
}

/** The unfinished shape; null if nothing is drawn. */
export type ShapeState = Drawn | null;

/**
 * Creates a tool that draws a shape between two corners. Shift and Alt choose how the shape changes the kept area if
 * they are held at the start. When pressed later, Shift makes the sides equal and Alt draws from the centre.
 */
export function shapeTool(kind: 'rectangle' | 'ellipse'): Tool<ShapeState> {
  function next(drawn: ShapeState, event: ToolEvent, settings: ToolSettings): Step<ShapeState> {
    if (drawn === null) {
      return event.kind === 'down'
        ? shown(started(event.touch, event.modifiers, settings))
        : shown(null);
    }
    if (event.kind === 'cancel') return shown(null);
    if (event.kind === 'move') return shown(dragged(drawn, event.touches.at(-1), event.modifiers));
    if (event.kind !== 'up') return shown(drawn);
    const whole = dragged(drawn, event.touch, event.modifiers);
    const box = boxOf(whole);
    const longest = Math.max(box.width, box.height) * settings.zoom;
    const isClick = longest < LEAST_DRAG || box.width === 0 || box.height === 0;
    const { combine } = whole;
    return {
      ...shown(null),
      request: isClick ? null : { kind: 'operation', operation: { kind, combine, ...box } },
    };
  }

  function shown(drawn: ShapeState): Step<ShapeState> {
    return {
      state: drawn,
      sketch: drawn === null ? null : { kind, ...boxOf(drawn) },
      request: null,
    };
  }

  return { idle: null, next, hasBrush: false };
}

function started(touch: Touch, modifiers: Modifiers, settings: ToolSettings): Drawn {
  return {
    combine: combining(modifiers, settings),
    from: cornerAt(touch),
    to: cornerAt(touch),
    spent: modifiers,
    isEven: false,
    isFromCentre: false,
  };
}

function dragged(drawn: Drawn, touch: Touch | undefined, modifiers: Modifiers): Drawn {
  const spent = {
    shift: drawn.spent.shift && modifiers.shift,
    alt: drawn.spent.alt && modifiers.alt,
  };
  return {
    ...drawn,
    to: touch === undefined ? drawn.to : cornerAt(touch),
    spent,
    isEven: modifiers.shift && !spent.shift,
    isFromCentre: modifiers.alt && !spent.alt,
  };
}

function cornerAt({ x, y }: Touch): Corner {
  return { x: rounded(x), y: rounded(y) };
}

function boxOf({ from, to, isEven, isFromCentre }: Drawn) {
  const across = to.x - from.x;
  const down = to.y - from.y;
  const longest = Math.max(Math.abs(across), Math.abs(down));
  const [left, right] = ends(from.x, isEven ? withSign(longest, across) : across, isFromCentre);
  const [top, bottom] = ends(from.y, isEven ? withSign(longest, down) : down, isFromCentre);
  return { x: left, y: top, width: rounded(right - left), height: rounded(bottom - top) };
}

/** Returns the start and the end on one axis, the smaller first. */
function ends(from: number, by: number, isFromCentre: boolean): readonly [number, number] {
  const start = rounded(isFromCentre ? from - by : from);
  const end = rounded(from + by);
  return start < end ? [start, end] : [end, start];
}

function withSign(length: number, like: number): number {
  return like < 0 ? -length : length;
}
