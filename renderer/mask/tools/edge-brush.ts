import { strokeTool } from './stroke.ts';

/** A brush that paints only pixels that are similar to the colour under its centre, up to the next edge. */
export const edgeBrush = strokeTool({
  combine: ({ combine }) => combine,
  hardness: () => 1,
  sketch: ({ stroke, tolerance }) => ({ kind: 'edges', stroke, tolerance }),
  request: ({ stroke, tolerance }) => ({ kind: 'edges', stroke, tolerance }),
});
