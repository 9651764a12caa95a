import type { ToolEvent, ToolName } from '../tools/tool.ts';
import type { GestureHandlers } from './pointers.ts';
import { resized, type Brush } from './resizing.ts';
import type { SurfaceView } from './surface-view.svelte.ts';

/** What gestures change: the visible part of the photo, the drawing, or the brush. */
export interface GestureTarget {
  readonly view: SurfaceView;
  tell(event: ToolEvent): void;
  tool(): ToolName;
  isPanning(): boolean;
  brush(): Brush;
  onbrush(change: Brush): void;
}

/** Returns the handlers of the gestures on an element. */
export function gesturesOn(
  element: HTMLElement,
  { view, tell, tool, isPanning, brush, onbrush }: GestureTarget,
): GestureHandlers {
  /** The brush before the current drag began to resize it. */
  let before: Brush | null = null;
  return {
    origin() {
      const { left, top } = element.getBoundingClientRect();
      return { left, top, ratio: view.ratio };
    },
    isPanning,
    down: (at, modifiers) => tell({ kind: 'down', touch: view.point(at), modifiers }),
    move(at, modifiers) {
      tell({ kind: 'move', touches: at.map((one) => view.point(one)), modifiers });
    },
    up: (at, modifiers) => tell({ kind: 'up', touch: view.point(at), modifiers }),
    // cancelling a polygon removes only its last corner
    cancel: () => tell({ kind: tool() === 'polygon' ? 'back' : 'cancel' }),
    hover(at, modifiers) {
      if (at === null) view.pointer = null;
      else tell({ kind: 'hover', touch: view.point(at), modifiers });
    },
    pan: (by) => view.pan(by),
    pinch: (from, to) => view.pinch(from, to),
    resize(by) {
      const { size, hardness } = brush();
      before = by === null || before === null ? { size, hardness } : before;
      if (by !== null) onbrush(resized(before, by, view.scale));
    },
    wheel: (at, event) => view.wheel(at, event),
  };
}
