/** What a wand and a bucket have in common: they are pointed at a place. */
import { rounded } from './points.ts';
import type { Held, Step, Tool, ToolEvent, ToolSettings, Wish } from './tool.ts';

/** What is wanted as soon as the pointer is let go of; null while it is not pressed. */
export type PlaceState = (Wish & { readonly x: number; readonly y: number }) | null;

/**
 * A tool that does something at a place. It waits until the pointer is let go of, as the first of two
 * fingers that zoom is taken away before.
 */
export function placeTool(
  wish: (
    at: { x: number; y: number },
    held: Held,
    settings: ToolSettings,
  ) => NonNullable<PlaceState>,
): Tool<PlaceState> {
  function next(pressed: PlaceState, event: ToolEvent, settings: ToolSettings): Step<PlaceState> {
    if (pressed === null) {
      if (event.kind !== 'down') return shown(null);
      const { x, y } = event.touch;
      return shown(wish({ x: rounded(x), y: rounded(y) }, event.held, settings));
    }
    if (event.kind === 'cancel') return shown(null);
    return event.kind === 'up' ? { ...shown(null), wish: pressed } : shown(pressed);
  }
  return { idle: null, next, hasBrush: false };
}

function shown(pressed: PlaceState): Step<PlaceState> {
  const sketch =
    pressed === null
      ? null
      : ({ kind: 'line', points: [pressed.x, pressed.y], hasCorners: true } as const);
  return { state: pressed, sketch, wish: null };
}
