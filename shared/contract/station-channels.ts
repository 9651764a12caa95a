import * as v from 'valibot';
import type { SharedRoot, StationCard, StationMembership } from '../views/stations.ts';
import { charactersAtMost } from '../characters.ts';
import { command, query } from './channel.ts';
import { none, text } from './schemas.ts';

const stationName = v.pipe(v.string(), v.trim(), v.nonEmpty(), charactersAtMost(100));

/** This computer as a station of a shared studio. */
export const stationChannels = {
  'stations.membership': query(none).returns<StationMembership>(),
  /** Returns all stations of the studio; asks its database. */
  'stations.all': query(none).returns<readonly StationCard[]>(),
  /** Joins a studio and restarts the work of this computer as its station. */
  'stations.join': command(
    v.strictObject({
      address: text,
      password: v.nullable(text),
      certificateFile: v.nullable(text),
      name: stationName,
    }),
  ).returns<{ readonly studio: string; readonly recorded: number }>(),
  /** Leaves the studio. Refused while purchases of this station are open. */
  'stations.leave': command(none).returns<{ readonly studio: string }>(),
  /** Adds or changes a shared root; null for `folder` removes the root. Returns all roots. */
  'stations.set-root': command(v.strictObject({ name: text, folder: v.nullable(text) })).returns<
    readonly SharedRoot[]
  >(),
} as const;
