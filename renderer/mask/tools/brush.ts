import { strokeTool } from './stroke.ts';

/** A brush that paints or erases, depending on the settings. */
export const brush = strokeTool({
  combine: ({ combine }) => combine,
  hardness: ({ hardness }) => hardness,
  sketch: ({ stroke }) => ({ kind: 'stroke', stroke }),
  request: ({ stroke }) => ({ kind: 'operation', operation: stroke }),
});
