import type { NameValues } from '../naming.ts';
import type { Problem } from '../problem.ts';

export const exportFormats = ['as-it-is', 'jpeg', 'png', 'tiff'] as const;
export const exportProfiles = ['srgb', 'adobe-rgb'] as const;
/** Least and most of each number a person sets. */
export const exportBounds = { quality: [1, 100], longSide: [16, 100_000] } as const;

/** How results are written for somebody else. */
export interface ExportOptions {
  /** Absolute path. */
  readonly folder: string;
  /** Naming template, see naming.ts. */
  readonly naming: string;
  readonly format: (typeof exportFormats)[number];
  readonly profile: (typeof exportProfiles)[number];
  /** px of the long side at most; null leaves the size. */
  readonly longSide: number | null;
  /** Of what is compressed with a loss. */
  readonly quality: number;
}

/** What an exported result is named from. */
export interface ExportExample {
  readonly values: NameValues;
  /** Of the result as it is, with the dot. */
  readonly extension: string;
}

/** The last export that was begun. */
export interface ExportState {
  /** Absolute path. */
  readonly folder: string;
  readonly state: 'running' | 'ended' | 'cancelled';
  /** Results in all. */
  readonly total: number;
  /** Files that were written. */
  readonly done: number;
  /** Results that could not be. */
  readonly failed: number;
  /** Why, the first of them. */
  readonly problems: readonly Problem[];
  /** Why it ended before all were tried; null when it did not. */
  readonly problem: Problem | null;
}
