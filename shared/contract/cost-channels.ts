import * as v from 'valibot';
import { isDay } from '../day.ts';
import { costFormats, costGroups, type Costs } from '../views/costs.ts';
import { query } from './channel.ts';
import { text } from './schemas.ts';

/** A local day, YYYY-MM-DD; null if the period is open at this end. */
const day = v.nullable(v.pipe(text, v.check(isDay, 'a day')));
const asked = { by: v.picklist(costGroups), from: day, to: day };

/** Channels for the costs of images. */
export const costChannels = {
  'costs.get': query(v.strictObject(asked)).returns<Costs>(),
  /** Returns the same costs as the text of a file. */
  'costs.file': query(
    v.strictObject({ ...asked, format: v.picklist(costFormats) }),
  ).returns<string>(),
};
