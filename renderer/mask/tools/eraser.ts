import { strokeTool } from './stroke.ts';

/** Erases, whatever the brush setting. */
export const eraser = strokeTool({
  combine: () => 'subtract',
  hardness: ({ hardness }) => hardness,
  sketch: ({ stroke }) => ({ kind: 'stroke', stroke }),
  wish: ({ stroke }) => ({ kind: 'operation', operation: stroke }),
});
