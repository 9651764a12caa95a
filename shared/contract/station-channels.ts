import * as v from 'valibot';
import type {
  SharedRoot,
  StationCard,
  StationMembership,
  StudioConflict,
} from '../views/stations.ts';
import { charactersAtMost } from '../characters.ts';
import { heldActions, type HeldElsewhere } from '../views/stations.ts';
import { command, query } from './channel.ts';
import { id, none, text } from './schemas.ts';

const stationName = v.pipe(v.string(), v.trim(), v.nonEmpty(), charactersAtMost(100));

/** This computer as a station of a shared studio. */
export const stationChannels = {
  'stations.membership': query(none).returns<StationMembership>(),
  /** Returns all stations of the studio; asks its database. */
  'stations.all': query(none).returns<readonly StationCard[]>(),
  /** Returns the items that this station and another have changed at the same time. */
  'stations.conflicts': query(none).returns<readonly StudioConflict[]>(),
  /** Keeps one version of an item in conflict, at all stations. */
  'stations.keep-version': command(
    v.strictObject({ id, version: v.picklist(['mine', 'theirs']) }),
  ).returns<{ readonly name: string }>(),
  /** Returns what needs attention at other stations. */
  'stations.held': query(none).returns<readonly HeldElsewhere[]>(),
  /** Answers something that needs attention at another station. */
  'stations.answer-held': command(v.strictObject({ id, action: v.picklist(heldActions) })).returns<{
    readonly name: string;
    readonly station: string;
  }>(),
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
  'stations.leave': command(none).returns<{
    readonly studio: string;
    /** Number of hot folders that the station shared, and that are paused now. */
    readonly paused: number;
  }>(),
  /** Adds or changes a shared root; null for `folder` removes the root. Returns all roots. */
  'stations.set-root': command(v.strictObject({ name: text, folder: v.nullable(text) })).returns<
    readonly SharedRoot[]
  >(),
} as const;
