import * as v from 'valibot';
import type { UpdatesView } from '../views/updates.ts';
import { command, query } from './channel.ts';
import { none } from './schemas.ts';

/** Channels for updates of Darkslide. */
export const updatesChannels = {
  'updates.state': query(none).returns<UpdatesView>(),
  /** Checks for an update and returns the result; a download may follow, depending on the mode. */
  'updates.check': command(none).returns<UpdatesView>(),
  /** Downloads the update. */
  'updates.download': command(none).returns<UpdatesView>(),
  /** Installs the downloaded update and restarts. Problem: `update-jobs-running`, unless `evenWhileBusy`. */
  'updates.install': command(v.strictObject({ evenWhileBusy: v.boolean() })).returns<null>(),
} as const;
