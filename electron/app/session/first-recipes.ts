import { parseRecipe, type Recipe } from '#shared/recipe.ts';

/**
 * The most common recipes, which are saved once in the ledger of a real account. Each one sets the number of images, so
 * that no recipe unexpectedly buys the service's default of 4.
 */
export const firstRecipes: readonly Recipe[] = [
  {
    name: 'White background',
    agent: 'removeBG',
    params: { maskType: 'autoSubjectSegment', backgroundHex: '#ffffff', batchCount: 1 },
  },
  {
    name: 'Transparent cut-out',
    agent: 'removeBG',
    params: { maskType: 'autoSubjectSegment', batchCount: 1 },
  },
  {
    name: 'Product scene',
    agent: 'aiproduct',
    params: {
      generatedContent: 'freeCreation',
      maskType: 'autoSubjectSegment',
      textDescription: 'on a light stone table, soft daylight from the left, plain background',
      batchCount: 1,
    },
  },
].map((json) => {
  const parsed = parseRecipe(json);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return parsed.value;
});
