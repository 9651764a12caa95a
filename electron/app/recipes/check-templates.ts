import { failure } from '#shared/failure.ts';
import { findAgent } from '#shared/agents/index.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { customModelFacts } from '#shared/custom-models.ts';
import { localDay } from '#shared/day.ts';
import type { Recipe } from '#shared/recipe.ts';
import { isUsable, pictureLists, type TemplateCard } from '#shared/views/templates.ts';
import { systemClock } from '../../base/clock.ts';
import { checkUsable, customModelRulesOf } from '../../engine/queue/permit.ts';
import type { Studio } from '../../studio.ts';

/**
 * Checks that every template named in a recipe can be used. For custom models and scenes, the ledger decides, as in the
 * queue. For other templates, only an up-to-date list decides: an old or incomplete list refuses nothing. Does not wait
 * for the service. Problems: those of `checkUsable`, each with its parameter.
 */
export async function checkTemplates(
  { templates, ledger }: Pick<Studio, 'templates' | 'ledger'>,
  recipe: Recipe,
): Promise<Outcome<void>> {
  const models = customModelRulesOf(ledger, recipe);
  const usable = checkUsable(models, localDay(systemClock.wall()));
  if (!usable.ok) return usable;
  const decided = models.map(({ kind }) => customModelFacts[kind].parameter as string);
  const { agent: name, version, params } = recipe;
  const found = findAgent(name, version);
  if (!found.ok) return success();
  const agent = found.value;
  for (const { name: parameter, kind } of agent.params) {
    const id = params[parameter];
    const list = kind.type === 'id' ? pictureLists.find((one) => one === kind.source) : undefined;
    if (typeof id !== 'number' || list === undefined || decided.includes(parameter)) continue;
    const named = await templates.named(agent, list, [id], AbortSignal.abort());
    if (!named.ok) continue;
    const { cards, isComplete, isRefreshing, problem } = named.value;
    const isCurrent = isComplete && !isRefreshing && problem === null;
    const usable = isCurrent ? checkCard(cards[0] ?? null, id) : success();
    if (!usable.ok) return failure({ ...usable.problem, parameter });
  }
  return success();
}

function checkCard(card: TemplateCard | null, id: number): Outcome<void> {
  if (card === null) {
    const about = String(id);
    return failure('template-gone', { id }, { about });
  }
  if (isUsable(card)) return success();
  const about = card.name === '' ? String(id) : card.name;
  return card.status === 'failed'
    ? failure('template-failed', { name: about }, { about })
    : failure('template-not-ready', { name: about }, { about });
}
