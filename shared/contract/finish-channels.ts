import * as v from 'valibot';
import type { FinishMeasure, FinishPreview, PresetList } from '../views/finish.ts';
import { command, query } from './channel.ts';
import { between, filePath, none, text } from './schemas.ts';

/** Maximum characters of a preset's file. */
const LONGEST_FILE = 1_000_000;
/** A preset; the use case checks it. */
const preset = v.looseObject({});
/**
 * Identifies one file that a preset makes from a photo: the photo's absolute path, the preset, and the file's position
 * in the preset's outputs.
 */
const ofPhoto = v.strictObject({ path: filePath, preset, output: between(0, 11) });

/** Channels of Finish, which makes files for shops. */
export const finishChannels = {
  'finish.presets': query(none).returns<PresetList>(),
  /** Returns the names of the saved recipes that use a preset. */
  'finish.used-by': query(v.strictObject({ name: text })).returns<readonly string[]>(),
  /** Makes one file of a preset, reduced to the size of a screen. */
  'finish.preview': query(ofPhoto).returns<FinishPreview>(),
  /** Returns the size, bytes and quality of one file of a preset, which takes as long as writing the file. */
  'finish.measure': query(ofPhoto).returns<FinishMeasure>(),
  /** Adds a preset from a file; returns its name. */
  'finish.import': command(
    v.strictObject({ text: v.pipe(v.string(), v.maxLength(LONGEST_FILE)), fileName: text }),
  ).returns<string>(),
  /**
   * Saves a preset of the user; returns its name. `replaces` is the preset that the user edited, as it was then; null
   * for a new preset.
   */
  'finish.save': command(
    v.strictObject({ preset, replaces: v.nullable(preset) }),
  ).returns<string>(),
  'finish.remove': command(v.strictObject({ name: text })).returns<null>(),
};
