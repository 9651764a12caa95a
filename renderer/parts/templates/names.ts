import { findAgent } from '#shared/agents/index.ts';
import type { Recipe } from '#shared/recipe.ts';
import { pictureLists } from '#shared/views/templates.ts';
import type { Studio } from '../../data/studio.svelte.ts';
import { nameOf } from './words.ts';

/** Returns the names of the templates in a recipe, by parameter; omits unknown templates. */
export async function namesIn(
  studio: Studio,
  { agent, version, params }: Pick<Recipe, 'agent' | 'version' | 'params'>,
): Promise<Readonly<Record<string, string>>> {
  const found = findAgent(agent, version);
  if (!found.ok) return {};
  const asked = found.value.params.map(async ({ name, kind }) => {
    const id = params[name];
    const list = kind.type === 'id' ? pictureLists.find((one) => one === kind.source) : undefined;
    if (list === undefined || typeof id !== 'number') return [];
    const answer = await studio.ask('templates.named', { agent, version, list, ids: [id] });
    const card = answer.ok ? answer.value.cards[0] : null;
    return card ? [[name, nameOf(card)] as const] : [];
  });
  return Object.fromEntries((await Promise.all(asked)).flat());
}
