import * as v from 'valibot';
import { setting, usualOf, wholeNumber, type SettingGroup, type ValuesOf } from '../setting.ts';

const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const colour = v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/iu));

/** The user's settings of the mask editor. px are pixels of the photo. */
export const maskSettings = {
  /** Diameter of the brush in px. */
  size: wholeNumber('taken', 'Mask brush size', [1, 4000], 120),
  hardness: setting('taken', 'Mask brush hardness', share, 0.8),
  /** Whether the pressure of a pen changes the brush size. */
  hasPressure: setting('taken', 'Mask brush pen pressure', v.boolean(), true),
  /** Maximum distance of a pixel's colour from the clicked colour. */
  tolerance: wholeNumber('taken', 'Mask wand tolerance', [0, 100], 20),
  /** Whether the wand selects only pixels that are connected to the clicked pixel. */
  isContiguous: setting('taken', 'Mask wand: contiguous', v.boolean(), true),
  /** px by which the edge is feathered. */
  feather: wholeNumber('taken', 'Mask feather', [1, 500], 4),
  /** px by which the mask is grown or shrunk. */
  grow: wholeNumber('taken', 'Mask grow', [1, 500], 4),
  /** Whether the area that will be generated is tinted or dimmed. */
  look: setting('taken', 'Mask overlay', v.picklist(['tint', 'dim']), 'tint'),
  /** `#rrggbb` of the tint. */
  colour: setting('taken', 'Mask overlay colour', colour, '#e5443a'),
  opacity: setting('taken', 'Mask overlay opacity', share, 0.5),
} satisfies SettingGroup;

export type MaskTools = ValuesOf<typeof maskSettings>;

export const usualMaskTools = usualOf(maskSettings);
