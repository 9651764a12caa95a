import type { FinishPreset } from '../finish/preset.ts';
import type { ShippedPreset } from '../finish/shipped.ts';
import type { Size } from '../pictures.ts';
import type { Problem } from '../problem.ts';

/** A preset of Finish as a list shows it. */
export interface PresetCard {
  readonly preset: FinishPreset;
  /** What Darkslide ships it with; null for a preset of the user. */
  readonly shipped: Omit<ShippedPreset, 'preset'> | null;
}

export interface PresetList {
  /** The presets that ship with Darkslide, then the user's by name. */
  readonly presets: readonly PresetCard[];
  /** Problems of the user's presets that cannot be read. */
  readonly problems: readonly Problem[];
}

/** A file of a preset at the size of a screen, px. */
export interface FinishPreview extends Size {
  /** Number of its picture. */
  readonly picture: number;
  /** The subject's box on the canvas, without its shadow; null if none was found. */
  readonly subject: (Size & { readonly left: number; readonly top: number }) | null;
}

/** What a file of a preset is like when it is written, px. */
export interface FinishMeasure extends Size {
  readonly bytes: number;
  /** Quality of lossy compression; null for PNG. */
  readonly quality: number | null;
  /** What the user should know, such as that no subject was found. */
  readonly notes: readonly Problem[];
}
