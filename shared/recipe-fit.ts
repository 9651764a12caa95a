import { checkPhoto, findAgent } from './agents/index.ts';
import type { Size } from './pictures.ts';
import type { Problem } from './problem.ts';
import type { Recipe } from './recipe.ts';

type Making = Pick<Recipe, 'agent' | 'version' | 'params'>;

const text = ({ width, height }: Size) => `${width} × ${height} px`;

/** Why a recipe does not suit a photo whose uploaded copy has this size; null when it does. */
export function misfitOf(recipe: Making, name: string, uploaded: Size): Problem | null {
  const agent = findAgent(recipe.agent, recipe.version);
  const [first] = agent.ok ? checkPhoto(agent.value, recipe.params, uploaded) : [];
  if (first === undefined) return null;
  const about = `${name}, ${text(uploaded)}`;
  return {
    code: 'photo-misfit',
    message: `The settings do not suit "${about}": ${first.message} Nothing was sent for it.`,
    about,
    ...(first.parameter === undefined ? {} : { parameter: first.parameter }),
  };
}

/** The parameter that says in px of the photo where in a frame it lies; undefined for none. */
export function placedBy({ agent, version, params }: Making): string | undefined {
  const found = findAgent(agent, version);
  const frame = found.ok ? found.value.targetFrame : undefined;
  if (frame === undefined) return undefined;
  return [frame.left, frame.top].find((side) => params[side] !== undefined);
}

/**
 * Why a copy that had to be made smaller than its canvas does not suit a recipe that places it
 * (`placedBy`); null when it does.
 */
export function shrunkMisfitOf(
  recipe: Making,
  name: string,
  canvas: Size,
  uploaded: Size,
): Problem | null {
  const parameter = placedBy(recipe);
  if (parameter === undefined || uploaded.width === canvas.width) return null;
  return {
    code: 'photo-frame-shift',
    message: `"${name}" had to be made smaller to be light enough for the service, from ${text(canvas)} to ${text(uploaded)}, and would lie elsewhere in the frame than it was put. Nothing was sent for it; export the photo smaller, or centre it.`,
    about: `${name}, ${text(canvas)} → ${text(uploaded)}`,
    parameter,
  };
}
