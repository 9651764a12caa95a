import type { PlainTextKey } from '../texts/texts.svelte.ts';
import type { Edges } from './layout.ts';

/** The edges of a frame, with their accessible names. */
export const edges: readonly (Edges & { readonly name: PlainTextKey })[] = [
  { x: -1, y: 0, name: 'targetFrame.left' },
  { x: 1, y: 0, name: 'targetFrame.right' },
  { x: 0, y: -1, name: 'targetFrame.top' },
  { x: 0, y: 1, name: 'targetFrame.bottom' },
];

/** The corners of a frame, for the pointer only. */
export const corners: readonly Edges[] = [
  { x: -1, y: -1 },
  { x: 1, y: -1 },
  { x: -1, y: 1 },
  { x: 1, y: 1 },
];

/** Returns the style of a handle: its position on the frame and its cursor. */
export function handleStyle({ x, y }: Edges): string {
  const cursor =
    x === 0 ? 'ns-resize' : y === 0 ? 'ew-resize' : x === y ? 'nwse-resize' : 'nesw-resize';
  return `left:${(x + 1) * 50}%;top:${(y + 1) * 50}%;cursor:${cursor}`;
}
