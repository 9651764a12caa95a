import * as v from 'valibot';
import type { Problem } from '../problem.ts';
import { setting, type SettingGroup, type ValuesOf } from '../setting.ts';

export const updateModes = ['automatic', 'ask', 'off'] as const;
export const updateChannels = ['latest', 'beta'] as const;

/** How new versions of Darkslide come. */
export const updateSettings = {
  /** Fetched and installed by itself, only when a person says so, or never looked for. */
  mode: setting('never', 'Install updates', v.picklist(updateModes), 'automatic'),
  channel: setting('never', 'Update channel', v.picklist(updateChannels), 'latest'),
} satisfies SettingGroup;

export type UpdatePreferences = ValuesOf<typeof updateSettings>;

/**
 * Where new versions come from. `here`: Darkslide fetches them. `unsigned`: this build holds nothing to
 * tell a genuine version by, so it fetches none. The others have somebody else to see to it.
 */
export type UpdateSource = 'here' | 'browser' | 'checkout' | 'system' | 'portable' | 'unsigned';

/** A version that is newer than this one. */
export interface Release {
  readonly version: string;
  /** What is new, plain text; '' when nothing is told. */
  readonly notes: string;
  /** Wall-clock ms; null when it is not told. */
  readonly at: number | null;
}

export type UpdateStep =
  | { readonly kind: 'idle' | 'checking' | 'up-to-date' | 'available' | 'ready' }
  | { readonly kind: 'downloading'; readonly share: number }
  | { readonly kind: 'failed'; readonly problem: Problem };

/** How updates stand. */
export interface UpdatesView {
  readonly source: UpdateSource;
  /** Of the Darkslide that runs. */
  readonly version: string;
  readonly step: UpdateStep;
  /** What `available`, `downloading` and `ready` are about; null while none is known. */
  readonly release: Release | null;
  /** Wall-clock ms of the last look that was answered; null before the first. */
  readonly lookedAt: number | null;
}
