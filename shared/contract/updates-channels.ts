import * as v from 'valibot';
import type { UpdatesView } from '../views/updates.ts';
import { command, query } from './channel.ts';
import { none } from './schemas.ts';

/** New versions of Darkslide. */
export const updatesChannels = {
  'updates.state': query(none).returns<UpdatesView>(),
  /** Looks for a newer version now; answers when it is known, and fetches it behind that by the mode. */
  'updates.check': command(none).returns<UpdatesView>(),
  /** Fetches the version that was found. */
  'updates.download': command(none).returns<UpdatesView>(),
  /** Restarts into the version that is ready. `update-jobs-running` unless `evenWhileBusy`. */
  'updates.install': command(v.strictObject({ evenWhileBusy: v.boolean() })).returns<null>(),
} as const;
