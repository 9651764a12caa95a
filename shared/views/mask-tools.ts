import * as v from 'valibot';
import { setting, usualOf, wholeNumber, type SettingGroup, type ValuesOf } from '../setting.ts';

const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const colour = v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/iu));

/** The user's settings of the mask editor. px are those of the photo. */
export const maskSettings = {
  /** Diameter of the brush, px. */
  size: wholeNumber('taken', 'Mask brush size', [1, 4000], 120),
  hardness: setting('taken', 'Mask brush hardness', share, 0.8),
  /** Whether a pen's pressure changes the size. */
  hasPressure: setting('taken', 'Mask brush pen pressure', v.boolean(), true),
  /** Maximum distance of a colour from the clicked colour. */
  tolerance: wholeNumber('taken', 'Mask wand tolerance', [0, 100], 20),
  /** Whether the wand selects only contiguous pixels. */
  isContiguous: setting('taken', 'Mask wand: contiguous', v.boolean(), true),
  /** px */
  feather: wholeNumber('taken', 'Mask feather', [1, 500], 4),
  /** px by which the edge moves outward or inward. */
  grow: wholeNumber('taken', 'Mask grow', [1, 500], 4),
  /** Whether the area to be generated is tinted or dimmed. */
  look: setting('taken', 'Mask overlay', v.picklist(['tint', 'dim']), 'tint'),
  /** `#rrggbb` of the tint. */
  colour: setting('taken', 'Mask overlay colour', colour, '#e5443a'),
  opacity: setting('taken', 'Mask overlay opacity', share, 0.5),
} satisfies SettingGroup;

export type MaskTools = ValuesOf<typeof maskSettings>;

export const usualMaskTools = usualOf(maskSettings);
