import * as v from 'valibot';
import type { Problem } from '../problem.ts';
import { setting, type SettingGroup, type ValuesOf } from '../setting.ts';

export const updateModes = ['automatic', 'ask', 'off'] as const;
export const updateChannels = ['latest', 'beta'] as const;

/** Settings for updates of Darkslide. */
export const updateSettings = {
  /** Downloaded and installed automatically, only after confirmation, or never. */
  mode: setting('never', 'Install updates', v.picklist(updateModes), 'automatic'),
  channel: setting('never', 'Update channel', v.picklist(updateChannels), 'latest'),
} satisfies SettingGroup;

export type UpdatePreferences = ValuesOf<typeof updateSettings>;

/**
 * The source of updates. `here`: Darkslide downloads them. `unsigned`: this build cannot verify updates, so it
 * downloads none. For all others, updates are managed elsewhere.
 */
export type UpdateSource = 'here' | 'browser' | 'checkout' | 'system' | 'portable' | 'unsigned';

/** A newer version. */
export interface Release {
  readonly version: string;
  /** Release notes as plain text; '' if there are none. */
  readonly notes: string;
  /** Wall-clock ms of the release; null if unknown. */
  readonly at: number | null;
}

export type UpdateStep =
  | { readonly kind: 'idle' | 'checking' | 'up-to-date' | 'available' | 'ready' }
  | { readonly kind: 'downloading'; readonly share: number }
  | { readonly kind: 'failed'; readonly problem: Problem };

/** The state of updates. */
export interface UpdatesView {
  readonly source: UpdateSource;
  /** The running version. */
  readonly version: string;
  readonly step: UpdateStep;
  /** The release in `available`, `downloading` and `ready`; null if none is known. */
  readonly release: Release | null;
  /** Wall-clock ms of the last successful check; null before the first. */
  readonly lookedAt: number | null;
}
