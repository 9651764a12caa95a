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
/** Whether results are exported as images, or as shop files made with presets of Finish. */
export const exportKinds = ['images', 'shops'] as const;
/** Maximum number of presets in one export. */
const MOST_PRESETS = 50;
/** The options of an export. */
export const exportSettings = {
  /** Absolute path; empty before the first export. */
  folder: setting('folder', 'Export folder', text, ''),
  /** Naming template, see naming.ts. */
  naming: setting('taken', 'Export file names', text, defaultTemplate),
  format: setting('taken', 'Export format', v.picklist(exportFormats), 'as-it-is'),
  profile: setting('taken', 'Export colour space', v.picklist(exportProfiles), 'srgb'),
  /** Maximum px of the long side; null to keep the size. */
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

/** The values from which an exported result's name is made. */
export interface ExportExample {
  readonly values: NameValues;
  /** Current extension of the result, with the dot. */
  readonly extension: string;
}

/** The state of the current or last export. */
export interface ExportState {
  /** Absolute path. */
  readonly folder: string;
  readonly kind: ExportOptions['kind'];
  readonly state: 'running' | 'ended' | 'cancelled';
  /** Total number of files. */
  readonly total: number;
  /** Number of files written. */
  readonly done: number;
  /** Number of files that failed. */
  readonly failed: number;
  /** Problems of the failed files; only the first ones. */
  readonly problems: readonly Problem[];
  /** Notes about shop files that were written, such as a subject that was not found; only the first ones. */
  readonly notes: readonly Problem[];
  /** Why the export ended early; null if it did not. */
  readonly problem: Problem | null;
}
