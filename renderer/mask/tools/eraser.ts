import { strokeTool } from './stroke.ts';

/** Erases, even if the brush is set to paint. */
export const eraser = strokeTool({
  combine: () => 'subtract',
  hardness: ({ hardness }) => hardness,
  sketch: ({ stroke }) => ({ kind: 'stroke', stroke }),
  request: ({ stroke }) => ({ kind: 'operation', operation: stroke }),
});
