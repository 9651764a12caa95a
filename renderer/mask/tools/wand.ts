import { combining } from './combining.ts';
import { placeTool } from './place.ts';

/** Takes what has the colour that it is pointed at. */
export const wand = placeTool((at, held, settings) => ({
  kind: 'wand',
  ...at,
  tolerance: settings.tolerance,
  isContiguous: settings.isContiguous,
  combine: combining(held, settings),
}));
