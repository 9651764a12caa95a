import * as v from 'valibot';
import { operationsSchema, positionSchema } from '../mask/parse.ts';
import type {
  LoadedMask,
  MaskAt,
  MaskList,
  OpenMask,
  SavedMask,
  UsedMask,
} from '../views/masks.ts';
import { command, query } from './channel.ts';
import { count, filePath, id, one, text } from './schemas.ts';

/** The channels of the masks that are drawn over photos. */
export const maskChannels = {
  'masks.list': query(v.strictObject({ stripId: id })).returns<MaskList>(),
  'masks.open': query(one).returns<OpenMask>(),
  /**
   * A mask of a photo of the filmstrip: an empty one, which is the one that was begun last where nothing
   * was drawn on that, or a copy of another, scaled where its photo has the same shape.
   */
  'masks.begin': command(
    v.strictObject({ stripId: id, fromMaskId: v.nullable(id) }),
  ).returns<OpenMask>(),
  /**
   * Keeps the operations before `from` and puts these in place of the others. Nothing is written where
   * `revision` is not the last one; the very same save once more is answered as the first was.
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
  /** An empty name goes back to the number. */
  'masks.rename': command(v.strictObject({ id, name: text })).returns<null>(),
  /** Takes a mask out of the lists until `masks.put-back`; runs that it was used in stay as they are. */
  'masks.remove': command(one).returns<null>(),
  'masks.put-back': command(one).returns<null>(),
  /**
   * Reads a mask file as an operation for the mask with this id, which is not changed by it: an image of its
   * photo's size or shape, or a mask that was drawn here.
   */
  'masks.load': query(v.strictObject({ id, path: filePath })).returns<LoadedMask>(),
  /** Writes a mask as it is now for a recipe to name; drawing on changes nothing of that file. */
  'masks.use': command(one).returns<UsedMask>(),
  /** What a recipe names as its mask; a path that is not whole begins at the data folder. */
  'masks.at': query(v.strictObject({ path: filePath })).returns<MaskAt>(),
} as const;
