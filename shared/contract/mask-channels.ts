import * as v from 'valibot';
import { operationsSchema, positionSchema } from '../mask/parse.ts';
import type {
  BegunSubject,
  LoadedMask,
  MaskAt,
  MaskList,
  OpenMask,
  SavedMask,
  SelectedSubject,
  UsedMask,
} from '../views/masks.ts';
import { command, query } from './channel.ts';
import { count, filePath, id, one, text } from './schemas.ts';

/** Channels for masks that are drawn on photos. */
export const maskChannels = {
  'masks.list': query(v.strictObject({ stripId: id })).returns<MaskList>(),
  'masks.open': query(one).returns<OpenMask>(),
  /**
   * Creates a mask for a photo on the filmstrip: an empty mask, or a copy of another mask, which is scaled if that
   * mask's photo has the same shape but another size. If the photo's latest mask is still empty, changes that mask
   * instead of creating another.
   */
  'masks.begin': command(
    v.strictObject({ stripId: id, fromMaskId: v.nullable(id) }),
  ).returns<OpenMask>(),
  /**
   * Keeps the saved operations before position `from`, and replaces all later ones with `operations`. Writes nothing if
   * `revision` is not the latest; repeating an identical save returns the same answer as the first.
   */
  'masks.save': command(
    v.strictObject({
      id,
      revision: count,
      from: positionSchema,
      operations: operationsSchema,
      position: positionSchema,
    }),
  ).returns<SavedMask>(),
  /** Renames a mask; with an empty name, the mask is shown by its number. */
  'masks.rename': command(v.strictObject({ id, name: text })).returns<null>(),
  /** Removes a mask from the lists until `masks.put-back`; runs that used it do not change. */
  'masks.remove': command(one).returns<null>(),
  'masks.put-back': command(one).returns<null>(),
  /**
   * Reads a mask file as an operation for the mask with this ID; the mask itself does not change. The file is an image
   * with the photo's size or shape, or a mask that was drawn in Darkslide.
   */
  'masks.load': query(v.strictObject({ id, path: filePath })).returns<LoadedMask>(),
  /** Finds the subject in the photo to which this mask belongs; the mask itself does not change. */
  'masks.subject': query(one).returns<SelectedSubject>(),
  /**
   * Creates a mask that keeps the subject of a photo on the filmstrip, or returns the photo's latest mask if the photo
   * has one.
   */
  'masks.begin-subject': command(v.strictObject({ stripId: id })).returns<BegunSubject>(),
  /** Writes the current mask to a file for a recipe; later drawing does not change that file. */
  'masks.use': command(one).returns<UsedMask>(),
  /** Returns the mask that a recipe names; a relative path is resolved against the data folder. */
  'masks.at': query(v.strictObject({ path: filePath })).returns<MaskAt>(),
} as const;
