import { failure } from '#shared/failure.ts';
import { costOf } from '#shared/prices.ts';
import type { Outcome } from '#shared/problem.ts';
import type { LargeDrop } from '#shared/views/folders.ts';
import type { LargeDropRepository } from '../../adapters/ledger/large-drops.ts';
import type { HotFolder } from '../../adapters/ledger/hot-folders.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { imagesOf } from './images-of.ts';

/**
 * `take` buys the photos, `skip` marks them as seen, `always` buys them and no longer asks for this
 * folder.
 */
export type LargeDropAnswer = Parameters<LargeDropRepository['answer']>[1];

/** Reads the open question of a hot folder; 0 photos if there is none. */
export function largeDropOf(ledger: Ledger, folder: HotFolder): LargeDrop {
  const saved = ledger.savedRecipes.get(folder.savedRecipeId ?? 0)?.recipe;
  const recipe = saved ?? ledger.jobs.recipeOf(folder.recipeId);
  const each = recipe === undefined ? 1 : imagesOf(recipe);
  const { photos, images, last } = ledger.largeDrops.waiting(folder.id, each);
  const cost = recipe === undefined ? null : costOf(ledger.spending.prices(), recipe, images);
  return { photos, images, cost, last };
}

/** Returns the problem of a hot folder that has been removed or never existed. */
export function folderUnknown(): Outcome<never> {
  return failure('folder-unknown');
}
