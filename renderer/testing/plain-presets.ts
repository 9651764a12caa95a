import { shippedPresets } from '#shared/finish/shipped.ts';
import type { PresetList } from '#shared/views/finish.ts';

/** The presets that come with Finish, without presets of the user. */
export const shippedList: PresetList = {
  presets: shippedPresets.map(({ preset, ...shipped }) => ({ preset, shipped })),
  problems: [],
};
