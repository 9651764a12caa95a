import { findAgent, type Parameter } from '#shared/agents/index.ts';
import type { Recipe } from '#shared/recipe.ts';
import { namesIn } from '../../parts/templates/names.ts';
import type { Studio } from '../../data/studio.svelte.ts';
import { ofCatalogue } from '../../texts/catalogue.ts';
import { t } from '../../texts/texts.svelte.ts';

/**
 * Maximum number of characters that are shown of a value, because a mask as data is far longer. Longer values end with
 * an ellipsis.
 */
const LONGEST = 2000;

/** A labelled value, for display. */
export interface Fact {
  readonly name: string;
  readonly label: string;
  readonly value: string;
}

/**
 * Returns the values in a recipe with their labels, in the order of the catalogue, and with names instead of
 * ids.
 */
export async function factsOfRecipe(studio: Studio, recipe: Recipe): Promise<readonly Fact[]> {
  const { agent, version, params, init, mask } = recipe;
  const found = findAgent(agent, version);
  if (!found.ok) return [];
  const names = await namesIn(studio, recipe);
  const given: Readonly<Record<string, unknown>> = { ...params, ...init };
  const facts = [...found.value.params, ...found.value.init].flatMap((parameter) => {
    const value = given[parameter.name];
    if (value === undefined) return [];
    const { name, label } = parameter;
    const told = readable(parameter, value);
    const known = names[name];
    return [
      { name, label: ofCatalogue(label), value: known === undefined ? told : `${known} (${told})` },
    ];
  });
  return mask === null
    ? facts
    : [...facts, { name: 'mask', label: t('recipes.mask'), value: mask }];
}

function readable({ kind }: Parameter, value: unknown): string {
  if (kind.type === 'choice') {
    const choice = kind.choices.find((one) => one.value === value);
    return choice === undefined ? String(value) : ofCatalogue(choice.label);
  }
  if (kind.type === 'boolean') return t(value === true ? 'retouch.yes' : 'retouch.no');
  if (kind.type === 'base64') return t('retouch.ownMask');
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  const unit = kind.type === 'integer' && kind.unit !== undefined ? ` ${kind.unit}` : '';
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : `${text}${unit}`;
}
