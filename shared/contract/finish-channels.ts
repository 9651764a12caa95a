import * as v from 'valibot';
import type { PresetList } from '../views/finish.ts';
import { command, query } from './channel.ts';
import { none, text } from './schemas.ts';

/** Characters of a preset's file. */
const LONGEST_FILE = 1_000_000;
/** A preset, which its use case parses. */
const preset = v.looseObject({});

/** Channels of Finish, which makes files for shops. */
export const finishChannels = {
  'finish.presets': query(none).returns<PresetList>(),
  /** Adds a preset from a file; returns its name. */
  'finish.import': command(
    v.strictObject({ text: v.pipe(v.string(), v.maxLength(LONGEST_FILE)), fileName: text }),
  ).returns<string>(),
  /** Saves a preset of the user, a new one or in place of the one with its name; returns its name. */
  'finish.save': command(v.strictObject({ preset, mayReplace: v.boolean() })).returns<string>(),
  'finish.remove': command(v.strictObject({ name: text })).returns<null>(),
};
