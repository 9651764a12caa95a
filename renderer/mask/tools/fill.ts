import { placeTool } from './place.ts';

/** Fills or clears a connected area; Alt swaps the two. */
export const fill = placeTool((at, { alt }, { combine }) => ({
  kind: 'bucket',
  ...at,
  combine: alt === (combine === 'add') ? 'subtract' : 'add',
}));
