import { strokeTool } from './stroke.ts';

/** Keeps what it is moved over, or does not, as the settings say. */
export const brush = strokeTool({
  combine: ({ combine }) => combine,
  hardness: ({ hardness }) => hardness,
  sketch: ({ stroke }) => ({ kind: 'stroke', stroke }),
  wish: ({ stroke }) => ({ kind: 'operation', operation: stroke }),
});
