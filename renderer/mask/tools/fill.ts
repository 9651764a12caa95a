import { placeTool } from './place.ts';

/** Keeps all that hangs together and is not kept, or takes away what is; Alt swaps the two. */
export const fill = placeTool((at, { alt }, { combine }) => ({
  kind: 'bucket',
  ...at,
  combine: alt === (combine === 'add') ? 'subtract' : 'add',
}));
