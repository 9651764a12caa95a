import type { PresetList } from '../views/finish.ts';
import { query } from './channel.ts';
import { none } from './schemas.ts';

/** Channels of Finish, which makes files for shops. */
export const finishChannels = {
  'finish.presets': query(none).returns<PresetList>(),
};
