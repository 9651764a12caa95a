import { contentText, identityOf, type OfFiles } from '#electron/base/recipe-content.ts';
import {
  admitIdentified,
  type AdmitRequest,
  type ResolvedRecipe,
} from '#electron/engine/intake/admit.ts';
import type { Ledger } from '#electron/adapters/ledger/open.ts';
import { recipeOf as recipeFrom } from '../fixtures/values.ts';
import { uncheckedOutput } from '../fixtures/permitted.ts';
import type { Chance } from './chance.ts';
import { share } from './disk.ts';
import { shopPreset } from './shops.ts';

/** A photo of a run, and what to do with it. */
export interface Photo {
  /** p1, p2 and so on: the first part of all its ids at the service. */
  readonly who: string;
  readonly source: string;
  readonly content: string;
  readonly recipe: ResolvedRecipe;
  readonly isOfHotFolder: boolean;
  /** Virtual time at which the photo appears, ms. */
  readonly comesAt: number;
}

export const outFolder = uncheckedOutput('/out');

/** Admits a photo whose content is known. */
export function admitAs(
  ledger: Ledger,
  photo: Photo,
  how: Pick<AdmitRequest, 'hotFolderId' | 'again'>,
): void {
  const { content: sha256 } = photo;
  const identified = { photo: { sha256, bytes: 1 }, sha256, look: null };
  admitIdentified(ledger, { ...photo, outFolder, subFolder: '', ...how }, identified);
}

/** The only mask that recipes use. */
export const mask = { file: '/masks/left.png', content: 'left half' } as const;

const recipes = new Map<string, ResolvedRecipe>();

function recipeOf(
  batchCount: number,
  psd: boolean,
  onDoubt: string,
  deleteTask: boolean,
  originalPixels: boolean,
  isForShops: boolean,
) {
  const key = `${batchCount} ${psd} ${onDoubt} ${deleteTask} ${originalPixels} ${isForShops}`;
  const known = recipes.get(key);
  if (known !== undefined) return known;
  const file = recipeFrom({
    agent: 'removeBG',
    params: { maskType: originalPixels ? 'custom' : 'autoSubjectSegment', batchCount },
    mask: originalPixels ? mask.file : null,
    delivery: {
      metadata: 'none',
      psd,
      originalPixels,
      finish: isForShops ? [shopPreset.name] : [],
    },
    onDoubt,
    deleteTask,
  });
  const contents: OfFiles = originalPixels ? { mask: contentText(mask.content) } : {};
  const identity = identityOf(file, contents);
  const recipe = { recipe: file, identity };
  recipes.set(key, recipe);
  return recipe;
}

/** Returns the photo with this number. It is independent of all other photos in the run. */
export function photo(chance: Chance, number: number): Photo {
  const who = `p${number}`;
  const draw = () => chance.number(`photo ${who}`);
  return {
    who,
    // some photos have the same name, so that their results need the same name
    source: `${share}/${number}/${number % 4 === 0 ? 'same' : who}.jpg`,
    content: `${who}.original`,
    recipe: recipeOf(
      draw() < 0.7 ? 1 : 3,
      draw() < 0.2,
      draw() < 0.3 ? 'resend' : 'hold',
      draw() < 0.2,
      // a separate stream, so that all other decisions of a seed stay unchanged
      chance.number(`mask of ${who}`) < 0.25,
      chance.number(`shops of ${who}`) < 0.3,
    ),
    isOfHotFolder: draw() < 0.5,
    comesAt: draw() * 10 * 60_000,
  };
}
