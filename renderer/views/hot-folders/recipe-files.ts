import { parseJson } from '#shared/json.ts';
import { problemOf } from '#shared/page-failure.ts';
import { problemsIn, type Problem } from '#shared/problem.ts';
import { exportRecipe, parseRecipe, type Recipe } from '#shared/recipe.ts';
import { saveText } from '../../data/day-sheet.ts';
import { t } from '../../texts/texts.svelte.ts';

/**
 * Maximum size of a recipe file in bytes. A normal recipe is far smaller: about one page of text.
 */
const LARGEST = 1_000_000;

/** Saves the recipe as a file, which the command line also accepts. */
export function saveRecipeFile(recipe: Recipe): void {
  const name = recipe.name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '-').slice(0, 80);
  saveText(`${name}.darkslide-recipe`, 'application/json', exportRecipe(recipe));
}

/** Reads a recipe from a file that the user has chosen; if the file is invalid, returns the problem. */
export async function readRecipeFile(
  file: File,
): Promise<{ readonly recipe: Recipe } | { readonly problem: Problem }> {
  const message = t('recipes.notARecipe', { name: file.name });
  const about = file.name;
  if (file.size > LARGEST) return { problem: { code: 'recipe-unreadable', message, about } };
  let json: unknown;
  try {
    json = parseJson(await file.text());
  } catch (error) {
    return { problem: { code: 'recipe-unreadable', message, about, detail: String(error) } };
  }
  const parsed = parseRecipe(json);
  if (parsed.ok) return { recipe: parsed.value };
  const told = problemsIn(parsed)
    .map((problem) => problem.message)
    .join('\n');
  const { problem: why } = parsed;
  const { parameter } = why;
  const more = { about, ...(parameter === undefined ? {} : { parameter }), detail: told };
  return { problem: problemOf('recipe-invalid.file', { name: file.name, inFile: why }, more) };
}
