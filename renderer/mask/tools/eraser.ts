import { strokeTool } from './stroke.ts';

/** Takes away what it is moved over, whatever the brush does. */
export const eraser = strokeTool({
  combine: () => 'subtract',
  hardness: ({ hardness }) => hardness,
  sketch: ({ stroke }) => ({ kind: 'stroke', stroke }),
  wish: ({ stroke }) => ({ kind: 'operation', operation: stroke }),
});
