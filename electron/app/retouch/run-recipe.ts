import type { MaskShape } from '#shared/mask/fit.ts';
import { maskName } from '#shared/mask/name.ts';
import { ownMask } from '#shared/mask/own-mask.ts';
import { failure } from '#shared/failure.ts';
import { mapOutcome, success, type Outcome } from '#shared/problem.ts';
import type { Recipe } from '#shared/recipe.ts';
import { contentText } from '../../base/recipe-content.ts';
import type { StripPhoto } from '../../adapters/ledger/filmstrip.ts';
import type { DrawnMask } from '../../adapters/ledger/masks.ts';
import {
  resolvedWith,
  resolveFiles,
  resolveRecipe,
  type ResolvedFiles,
  type ResolvedRecipe,
} from '../../engine/intake/recipe-files.ts';
import { drawingFile, maskShapeOf, useMask, type MaskLooks } from '../masks/files.ts';
import { checkFinish } from '../recipes/check-finish.ts';
import { checkTemplates } from '../recipes/check-templates.ts';
import { readRetouchRecipe } from '../recipes/read.ts';
import type { OutFolderSession } from './out-folder.ts';

export interface RunSession extends OutFolderSession {
  readonly looks: MaskLooks;
}

/** The recipe of a run for one photo. */
export interface PhotoRecipe {
  readonly recipe: ResolvedRecipe;
  /** Shape of the recipe's mask; null if the recipe has no mask, or if the mask is given by a web address. */
  readonly mask: MaskShape | null;
}

/** The recipe of a run; if each photo uses its own mask, the recipe differs from photo to photo. */
export interface RunRecipe {
  /** The recipe as the user gave it. */
  readonly given: Recipe;
  /** Returns the recipe for a photo without writing anything; null if the photo has no own mask. */
  foreseen(photo: StripPhoto): PhotoRecipe | null;
  /** Returns the recipe for a photo. Problems: mask-none-drawn, those of `useMask`. */
  ofPhoto(photo: StripPhoto, signal: AbortSignal): Promise<Outcome<PhotoRecipe>>;
}

/**
 * Reads and checks the recipe of a run. Problems: those of `readRecipe`, `checkTemplates`, `checkFinish`,
 * `resolveRecipe` and `maskShapeOf`.
 */
export async function readRunRecipe(
  session: RunSession,
  given: unknown,
  signal: AbortSignal,
): Promise<Outcome<RunRecipe>> {
  const read = readRetouchRecipe(given);
  if (!read.ok) return read;
  const recipe = read.value;
  const usable = await checkTemplates(session.studio(), recipe);
  if (!usable.ok) return usable;
  const presets = await checkFinish(session.studio(), recipe);
  if (!presets.ok) return presets;
  if (recipe.mask !== ownMask) return withOneMask(session, recipe, signal);
  const files = await resolveFiles({ ...recipe, mask: null }, session.dataFolder, signal);
  return mapOutcome(files, (others) => withOwnMasks(session, recipe, others));
}

async function withOneMask(
  session: RunSession,
  given: Recipe,
  signal: AbortSignal,
): Promise<Outcome<RunRecipe>> {
  const recipe = await resolveRecipe(given, session.dataFolder, signal);
  if (!recipe.ok) return recipe;
  const mask = await maskShapeOf(session, recipe.value.recipe, signal);
  if (!mask.ok) return mask;
  const same = { recipe: recipe.value, mask: mask.value };
  return success({ given, foreseen: () => same, ofPhoto: async () => success(same) });
}

/** Returns the recipe of a run with each photo's own mask. `others`: all files of the recipe except the mask. */
function withOwnMasks(session: RunSession, recipe: Recipe, others: ResolvedFiles): RunRecipe {
  const latestOf = ({ photoId }: StripPhoto) => session.studio().ledger.masks.ofPhoto(photoId)[0];
  return {
    given: recipe,
    foreseen(photo) {
      const mask = latestOf(photo);
      if (mask === undefined) return null;
      // What is bought depends only on the mask's content, so the mask's file need not exist yet.
      const { sha256 } = drawingFile(session.studio().ledger.masks.documentOf(mask));
      const contents = { ...others.contents, mask: contentText(sha256) };
      const files = { paths: { ...others.paths, mask: ownMask }, contents };
      return { recipe: resolvedWith(recipe, files), mask: shapeOf(mask) };
    },
    async ofPhoto(photo, signal) {
      const mask = latestOf(photo);
      if (mask === undefined) {
        const { name } = photo;
        return failure('mask-none-drawn', { name }, { about: name });
      }
      const used = await useMask(session, mask.id, signal);
      if (!used.ok) return used;
      const named = { ...recipe, mask: used.value.path };
      const resolved = await resolveRecipe(named, session.dataFolder, signal);
      return mapOutcome(resolved, (found) => ({ recipe: found, mask: shapeOf(mask) }));
    },
  };
}

function shapeOf(mask: DrawnMask): MaskShape {
  const { width, height } = mask;
  return { name: maskName(mask), width, height, isDrawn: true };
}
