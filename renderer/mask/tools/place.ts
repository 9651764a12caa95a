/** The gesture of the wand and the bucket: a click on a point. */
import { rounded } from './points.ts';
import type { Modifiers, Step, Tool, ToolEvent, ToolSettings, ToolRequest } from './tool.ts';

/** The request to make when the pointer is released; null if the pointer is not pressed. */
export type PlaceState = (ToolRequest & { readonly x: number; readonly y: number }) | null;

/**
 * Creates a tool that acts on the clicked point. The tool waits until the pointer is released, because a pinch starts
 * like a click when the first finger touches the screen.
 */
export function placeTool(
  request: (
    at: { x: number; y: number },
    modifiers: Modifiers,
    settings: ToolSettings,
  ) => NonNullable<PlaceState>,
): Tool<PlaceState> {
  function next(pressed: PlaceState, event: ToolEvent, settings: ToolSettings): Step<PlaceState> {
    if (pressed === null) {
      if (event.kind !== 'down') return shown(null);
      const { x, y } = event.touch;
      return shown(request({ x: rounded(x), y: rounded(y) }, event.modifiers, settings));
    }
    if (event.kind === 'cancel') return shown(null);
    return event.kind === 'up' ? { ...shown(null), request: pressed } : shown(pressed);
  }
  return { idle: null, next, hasBrush: false };
}

function shown(pressed: PlaceState): Step<PlaceState> {
  const sketch =
    pressed === null
      ? null
      : ({ kind: 'line', points: [pressed.x, pressed.y], hasCorners: true } as const);
  return { state: pressed, sketch, request: null };
}
