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
/** Whether the results are exported as images, or as the shop files of presets of Finish. */
export const exportKinds = ['images', 'shops'] as const;
/** Presets in one export. */
const MOST_PRESETS = 50;
/** The options of an export. */
export const exportSettings = {
  /** Absolute path; '' before the first export. */
  folder: setting('folder', 'Export folder', text, ''),
  /** Naming template, see naming.ts. */
  naming: setting('taken', 'Export file names', text, defaultTemplate),
  format: setting('taken', 'Export format', v.picklist(exportFormats), 'as-it-is'),
  profile: setting('taken', 'Export colour space', v.picklist(exportProfiles), 'srgb'),
  /** Maximum px of the long side; null keeps the size. */
  longSide: wholeNumberOrNone('taken', 'Export long edge', [16, 100_000]),
  /** Quality of lossy compression. */
  quality: wholeNumber('taken', 'Export quality', [1, 100], 90),
  kind: setting('taken', 'Export as', v.picklist(exportKinds), 'images'),
  /** Names of the presets for shop files. */
  presets: setting(
    'taken',
    'Export presets',
    v.pipe(v.array(text), v.maxLength(MOST_PRESETS), v.readonly()),
    [],
  ),
} satisfies SettingGroup;

export type ExportOptions = ValuesOf<typeof exportSettings>;

/** The values from which an exported result is named. */
export interface ExportExample {
  readonly values: NameValues;
  /** Current extension of the result, with the dot. */
  readonly extension: string;
}

/** The last export. */
export interface ExportState {
  /** Absolute path. */
  readonly folder: string;
  readonly kind: ExportOptions['kind'];
  readonly state: 'running' | 'ended' | 'cancelled';
  /** Files in total. */
  readonly total: number;
  /** Files written. */
  readonly done: number;
  /** Files that failed. */
  readonly failed: number;
  /** The first problems. */
  readonly problems: readonly Problem[];
  /** The first notes about written shop files, such as a subject that was not found. */
  readonly notes: readonly Problem[];
  /** Why it stopped early; null if it did not. */
  readonly problem: Problem | null;
}
