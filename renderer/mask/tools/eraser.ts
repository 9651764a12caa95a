import { strokeTool } from './stroke.ts';

/** A brush that erases, even if the settings say to paint. */
export const eraser = strokeTool({
  combine: () => 'subtract',
  hardness: ({ hardness }) => hardness,
  sketch: ({ stroke }) => ({ kind: 'stroke', stroke }),
  request: ({ stroke }) => ({ kind: 'operation', operation: stroke }),
});
