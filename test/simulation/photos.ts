import { contentText, identityOf, type OfFiles } from '#electron/base/recipe-content.ts';
import type { ResolvedRecipe } from '#electron/intake/admit.ts';
import { parseRecipe } from '#shared/recipe.ts';
import type { Chance } from './chance.ts';

/** One photo of a run and what is wanted of it. */
export interface Photo {
  /** p1, p2 …: the first part of every id at the service that has to do with it. */
  readonly who: string;
  readonly source: string;
  readonly content: string;
  readonly recipe: ResolvedRecipe;
  readonly isOfHotFolder: boolean;
  /** Virtual ms at which it turns up. */
  readonly comesAt: number;
}

export const outFolder = '/out';

/** The one mask that recipes name. */
export const mask = { file: '/masks/left.png', content: 'left half' } as const;

const recipes = new Map<string, ResolvedRecipe>();

function recipeOf(
  batchCount: number,
  psd: boolean,
  onDoubt: string,
  deleteTask: boolean,
  originalPixels: boolean,
) {
  const key = `${batchCount} ${psd} ${onDoubt} ${deleteTask} ${originalPixels}`;
  const known = recipes.get(key);
  if (known !== undefined) return known;
  const parsed = parseRecipe({
    agent: 'removeBG',
    params: { maskType: originalPixels ? 'custom' : 'autoSubjectSegment', batchCount },
    mask: originalPixels ? mask.file : null,
    delivery: { metadata: 'none', psd, originalPixels },
    onDoubt,
    deleteTask,
  });
  if (!('recipe' in parsed)) throw new Error(JSON.stringify(parsed.problems));
  const contents: OfFiles = originalPixels ? { mask: contentText(mask.content) } : {};
  const identity = identityOf(parsed.recipe, contents);
  const recipe = { recipe: parsed.recipe, identity };
  recipes.set(key, recipe);
  return recipe;
}

/** Photo `number` of a run, the same whichever others there are. */
export function photo(chance: Chance, number: number): Photo {
  const who = `p${number}`;
  const draw = () => chance.number(`photo ${who}`);
  return {
    who,
    // some share their name, so that results want the same one
    source: `/photos/${number}/${number % 4 === 0 ? 'same' : who}.jpg`,
    content: `${who}.original`,
    recipe: recipeOf(
      draw() < 0.7 ? 1 : 3,
      draw() < 0.2,
      draw() < 0.3 ? 'resend' : 'hold',
      draw() < 0.2,
      // of its own, so that all else of a seed stays what it was
      chance.number(`mask of ${who}`) < 0.25,
    ),
    isOfHotFolder: draw() < 0.5,
    comesAt: draw() * 10 * 60_000,
  };
}
