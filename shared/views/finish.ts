import type { FinishPreset } from '../finish/preset.ts';
import type { ShippedPreset } from '../finish/shipped.ts';
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
