import { strokeTool } from './stroke.ts';

/** Keeps of what it is moved over only what is like the colour under its middle, up to the next edge. */
export const edgeBrush = strokeTool({
  combine: ({ combine }) => combine,
  hardness: () => 1,
  sketch: ({ stroke, tolerance }) => ({ kind: 'edges', stroke, tolerance }),
  wish: ({ stroke, tolerance }) => ({ kind: 'edges', stroke, tolerance }),
});
