import * as v from 'valibot';
import { setting } from '../setting.ts';

/** Least and most of each number a person sets. px are those of the photo. */
export const maskToolBounds = {
  size: [1, 4000],
  tolerance: [0, 100],
  feather: [1, 500],
  grow: [1, 500],
} as const;

const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const between = ([least, most]: readonly [number, number]) =>
  v.pipe(v.number(), v.safeInteger(), v.minValue(least), v.maxValue(most));

/** How a person paints masks and sees them: what the mask editor begins with. */
export const maskToolsSchema = v.strictObject({
  /** Diameter of the brush, px. */
  size: setting('taken', 'Mask brush size', between(maskToolBounds.size)),
  hardness: setting('taken', 'Mask brush hardness', share),
  /** Whether a pen's pressure changes the size. */
  hasPressure: setting('taken', 'Mask brush pressure', v.boolean()),
  /** How far a colour may be from the one that was pointed at. */
  tolerance: setting('taken', 'Mask wand tolerance', between(maskToolBounds.tolerance)),
  /** Whether the wand takes only what hangs together. */
  isContiguous: setting('taken', 'Mask wand: connected areas only', v.boolean()),
  /** px */
  feather: setting('taken', 'Mask feather', between(maskToolBounds.feather)),
  /** px that the edge is moved by, outward or inward. */
  grow: setting('taken', 'Mask grow', between(maskToolBounds.grow)),
  /** Whether what changes is tinted or dimmed. */
  look: setting('taken', 'Mask overlay', v.picklist(['tint', 'dim'])),
  /** `#rrggbb` of the tint. */
  colour: setting('taken', 'Mask overlay colour', v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/iu))),
  opacity: setting('taken', 'Mask overlay opacity', share),
});

export type MaskTools = Readonly<v.InferOutput<typeof maskToolsSchema>>;

export const usualMaskTools: MaskTools = {
  size: 120,
  hardness: 0.8,
  hasPressure: true,
  tolerance: 20,
  isContiguous: true,
  feather: 4,
  grow: 4,
  look: 'tint',
  colour: '#e5443a',
  opacity: 0.5,
};
