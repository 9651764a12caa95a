import { failure, type Outcome } from '#shared/problem.ts';
import type { LargeDropRepository } from '../../adapters/ledger/large-drops.ts';
import type { HotFolder } from '../../adapters/ledger/hot-folders.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { imagesOf } from './images-of.ts';

/** `take` buys the photos, `skip` marks them as seen, `always` buys them and ends the questions of the folder. */
export type LargeDropAnswer = Parameters<LargeDropRepository['answer']>[1];

/** The photos of a hot folder that wait for an answer, and the images that they would buy. */
export interface LargeDrop {
  readonly photos: number;
  readonly images: number;
}

/** Reads what a hot folder asks about; 0 photos where no question is open. */
export function largeDropOf(ledger: Ledger, folder: HotFolder): LargeDrop {
  const saved = ledger.savedRecipes.get(folder.savedRecipeId ?? 0)?.recipe;
  const recipe = saved ?? ledger.jobs.recipeOf(folder.recipeId);
  return ledger.largeDrops.waiting(folder.id, recipe === undefined ? 1 : imagesOf(recipe));
}

/** The hot folder of a request was removed meanwhile, or there never was one of that number. */
export function folderUnknown(): Outcome<never> {
  return failure(
    'folder-unknown',
    'This hot folder was removed, perhaps in another window. Its photos, jobs and results were kept.',
  );
}
