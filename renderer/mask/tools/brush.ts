import { strokeTool } from './stroke.ts';

/** Paints or erases, as the settings say. */
export const brush = strokeTool({
  combine: ({ combine }) => combine,
  hardness: ({ hardness }) => hardness,
  sketch: ({ stroke }) => ({ kind: 'stroke', stroke }),
  wish: ({ stroke }) => ({ kind: 'operation', operation: stroke }),
});
