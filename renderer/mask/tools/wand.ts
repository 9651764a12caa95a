import { combining } from './combining.ts';
import { placeTool } from './place.ts';

/** Selects pixels similar to the colour under the pointer. */
export const wand = placeTool((at, modifiers, settings) => ({
  kind: 'wand',
  ...at,
  tolerance: settings.tolerance,
  isContiguous: settings.isContiguous,
  combine: combining(modifiers, settings),
}));
