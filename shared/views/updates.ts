import * as v from 'valibot';
import type { Problem } from '../problem.ts';
import { setting, type SettingGroup, type ValuesOf } from '../setting.ts';

export const updateModes = ['automatic', 'ask', 'off'] as const;
export const updateChannels = ['latest', 'beta'] as const;

/** Settings for updates of Darkslide. */
export const updateSettings = {
  /** `automatic`: updates are downloaded and installed automatically. `ask`: only after confirmation. `off`: never. */
  mode: setting('never', 'Install updates', v.picklist(updateModes), 'automatic'),
  channel: setting('never', 'Update channel', v.picklist(updateChannels), 'latest'),
} satisfies SettingGroup;

export type UpdatePreferences = ValuesOf<typeof updateSettings>;

/**
 * Who provides updates. `here`: Darkslide downloads them. `unsigned`: nobody, because this build cannot verify updates.
 * In all other cases, updates are managed elsewhere.
 */
export type UpdateSource = 'here' | 'browser' | 'checkout' | 'system' | 'portable' | 'unsigned';

/** A newer version of Darkslide. */
export interface Release {
  readonly version: string;
  /** Release notes as plain text; empty if there are none. */
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
  /** The version that is running. */
  readonly version: string;
  readonly step: UpdateStep;
  /** The newer version, if `step` is `available`, `downloading` or `ready`; null if none is known. */
  readonly release: Release | null;
  /** Wall-clock ms of the last successful check; null before the first. */
  readonly lookedAt: number | null;
}
