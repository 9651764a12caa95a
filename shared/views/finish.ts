import type { FinishPreset } from '../finish/preset.ts';
import type { ShippedPreset } from '../finish/shipped.ts';
import type { Size } from '../pictures.ts';
import type { Problem } from '../problem.ts';

/** A preset of Finish, as lists show it. */
export interface PresetCard {
  readonly preset: FinishPreset;
  /** Title and source of a built-in preset; null for a preset of the user. */
  readonly shipped: Omit<ShippedPreset, 'preset'> | null;
}

/** Why a preset of the user cannot be used. */
export interface PresetProblem {
  readonly problem: Problem;
  /** The name by which its file can be removed; null unless the file is invalid. */
  readonly removable: string | null;
}

export interface PresetList {
  /** The built-in presets, then the user's presets by name. */
  readonly presets: readonly PresetCard[];
  /** Problems of presets of the user that cannot be used. */
  readonly problems: readonly PresetProblem[];
}

/** A preview: one file of a preset, reduced to this size in px for the screen. */
export interface FinishPreview extends Size {
  /** Number with which a screen requests the picture of the preview. */
  readonly picture: number;
  /** The subject's box on the canvas, without its shadow; null if no subject was found. */
  readonly subject: (Size & { readonly left: number; readonly top: number }) | null;
}

/** The size in px, bytes and quality that one file of a preset has when it is written. */
export interface FinishMeasure extends Size {
  readonly bytes: number;
  /** Quality of lossy compression; null for PNG. */
  readonly quality: number | null;
  /** Notes about the file, such as a subject that was not found. */
  readonly notes: readonly Problem[];
}
