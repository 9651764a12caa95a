import { failure } from '#shared/failure.ts';
import { basename } from 'node:path';
import { success, type Outcome } from '#shared/problem.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { unknownRecipe } from './unknown.ts';

/** Removes a saved recipe that no hot folder runs. Problems: recipe-unknown, recipe-in-use. */
export function removeRecipe(ledger: Ledger, id: number): Outcome<null> {
  return ledger.transaction(() => remove(ledger, id));
}

function remove({ savedRecipes, hotFolders }: Ledger, id: number): Outcome<null> {
  const saved = savedRecipes.get(id);
  if (saved === undefined) return unknownRecipe();
  const users = savedRecipes.hotFolders(id);
  if (users.length === 0) {
    savedRecipes.remove(id);
    return success(null);
  }
  const names = users.map((user) => `"${basename(hotFolders.get(user)?.path ?? '')}"`);
  const { name } = saved.recipe;
  const folders = names.slice(0, 3);
  const more = names.length - folders.length;
  return failure('recipe-in-use', { folders, more, name }, { about: name });
}
