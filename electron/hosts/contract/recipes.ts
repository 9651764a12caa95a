import { success } from '#shared/problem.ts';
import { listRecipes } from '../../app/recipes/list.ts';
import { removeRecipe } from '../../app/recipes/remove.ts';
import { saveRecipe } from '../../app/recipes/save.ts';
import type { Session } from '../../app/session/session.ts';
import type { HandlersOf } from './handlers-of.ts';

/** Handlers for saved recipes, which hot folders use. */
export function recipeHandlers(session: Pick<Session, 'studio'>): HandlersOf<'recipes'> {
  return {
    'recipes.all': () => success(listRecipes(session.studio().ledger)),
    'recipes.save': (recipe) => saveRecipe(session.studio(), recipe),
    'recipes.remove': ({ id }) => removeRecipe(session.studio().ledger, id),
  };
}
