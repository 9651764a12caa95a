import { failure } from './page-failure.ts';
import { checkPhoto, findAgent } from './agents/index.ts';
import type { Size } from './pictures.ts';
import { success, type Outcome } from './problem.ts';
import type { Recipe } from './recipe.ts';

type Making = Pick<Recipe, 'agent' | 'version' | 'params'>;

const text = ({ width, height }: Size) => `${width} × ${height} px`;

/** Checks that a recipe fits a photo whose uploaded copy has this size. Problem: photo-misfit. */
export function checkFit(recipe: Making, name: string, uploaded: Size): Outcome<void> {
  const agent = findAgent(recipe.agent, recipe.version);
  const [first] = agent.ok ? checkPhoto(agent.value, recipe.params, uploaded) : [];
  if (first === undefined) return success();
  const about = `${name}, ${text(uploaded)}`;
  return failure(
    'photo-misfit',
    { photo: about, why: first },
    { about, ...(first.parameter === undefined ? {} : { parameter: first.parameter }) },
  );
}

/** Returns the parameter that positions the photo in a frame, in px of the photo; undefined if the photo is centred. */
export function placedBy({ agent, version, params }: Making): string | undefined {
  const found = findAgent(agent, version);
  const frame = found.ok ? found.value.targetFrame : undefined;
  if (frame === undefined) return undefined;
  return [frame.left, frame.top].find((side) => params[side] !== undefined);
}

/**
 * Checks that a copy was not downscaled if the recipe positions the photo (`placedBy`), because the position would then
 * be wrong. Problem: photo-frame-shift.
 */
export function checkFrame(
  recipe: Making,
  name: string,
  canvas: Size,
  uploaded: Size,
): Outcome<void> {
  const parameter = placedBy(recipe);
  if (parameter === undefined || uploaded.width === canvas.width) return success();
  return failure(
    'photo-frame-shift',
    { name, canvas: text(canvas), uploaded: text(uploaded) },
    { about: `${name}, ${text(canvas)} → ${text(uploaded)}`, parameter },
  );
}
