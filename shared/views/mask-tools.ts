import * as v from 'valibot';

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
  size: between(maskToolBounds.size),
  hardness: share,
  /** Whether a pen's pressure changes the size. */
  hasPressure: v.boolean(),
  /** How far a colour may be from the one that was pointed at. */
  tolerance: between(maskToolBounds.tolerance),
  /** Whether the wand takes only what hangs together. */
  isContiguous: v.boolean(),
  /** px */
  feather: between(maskToolBounds.feather),
  /** px that the edge is moved by, outward or inward. */
  grow: between(maskToolBounds.grow),
  /** Whether what changes is tinted or dimmed. */
  look: v.picklist(['tint', 'dim']),
  /** `#rrggbb` of the tint. */
  colour: v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/iu)),
  opacity: share,
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
