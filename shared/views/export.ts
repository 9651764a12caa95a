import * as v from 'valibot';
import { text } from '../contract/schemas.ts';
import { defaultTemplate, type NameValues } from '../naming.ts';
import type { Problem } from '../problem.ts';
import {
  setting,
  wholeNumber,
  wholeNumberOrNone,
  type SettingGroup,
  type ValuesOf,
} from '../setting.ts';

export const exportFormats = ['as-it-is', 'jpeg', 'png', 'tiff'] as const;
export const exportProfiles = ['srgb', 'adobe-rgb'] as const;
/** How results are written for somebody else. */
export const exportSettings = {
  /** Absolute path; '' before the first export. */
  folder: setting('folder', 'Export folder', text, ''),
  /** Naming template, see naming.ts. */
  naming: setting('taken', 'Export file names', text, defaultTemplate),
  format: setting('taken', 'Export format', v.picklist(exportFormats), 'as-it-is'),
  profile: setting('taken', 'Export colour space', v.picklist(exportProfiles), 'srgb'),
  /** px of the long side at most; null leaves the size. */
  longSide: wholeNumberOrNone('taken', 'Export long edge', [16, 100_000]),
  /** Of what is compressed with a loss. */
  quality: wholeNumber('taken', 'Export quality', [1, 100], 90),
} satisfies SettingGroup;

export type ExportOptions = ValuesOf<typeof exportSettings>;

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
