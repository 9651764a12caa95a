import {
  isAllowed,
  customModelAgent,
  customModelFacts,
  customModelKinds,
  releaseStatus,
} from '#shared/custom-models.ts';
import type { CustomModelKey, CustomModelKind } from '#shared/custom-models.ts';
import { failure, success, type Outcome, type Problem, type ProblemCode } from '#shared/problem.ts';
import type { Recipe } from '#shared/recipe.ts';
import type { Clock } from '../../base/clock.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { CustomModelRule } from '../../adapters/ledger/custom-models.ts';
import { localDay } from '../../adapters/ledger/spending.ts';

/** A custom model or scene with the rule that decides about it. */
export interface RuledCustomModel {
  readonly kind: CustomModelKind;
  readonly rule: CustomModelRule;
}

/** Lists the custom models and scenes of a recipe; one without effect is in no recipe. */
function customModelsNamedIn({ agent, version, params }: Recipe): readonly CustomModelKey[] {
  if (agent !== customModelAgent.agentName || version !== customModelAgent.agentVersion) return [];
  return customModelKinds.flatMap((kind) => {
    const id = params[customModelFacts[kind].parameter];
    return typeof id === 'number' ? { kind, id } : [];
  });
}

/** Returns whether a recipe uses this custom model or scene. */
export function usesCustomModel(recipe: Recipe, kind: CustomModelKind, id: number): boolean {
  return customModelsNamedIn(recipe).some((model) => model.kind === kind && model.id === id);
}

/** Returns the rules of those that the account has or had. */
export function customModelRulesOf(
  { customModels: repository }: Pick<Ledger, 'customModels'>,
  recipe: Recipe,
): readonly RuledCustomModel[] {
  return customModelsNamedIn(recipe).flatMap((model) => {
    const rule = repository.rule(model.kind, model.id);
    return rule === undefined ? [] : [{ kind: model.kind, rule }];
  });
}

/**
 * Checks that a job may use the custom model or scene that its recipe names. An id that was never
 * in the account is ignored. Only reads the ledger, so that the answer belongs to the commit it is
 * requested in. Problems: those of `checkUsable`, own-not-allowed.
 */
export function checkPermitted(
  { ledger, clock }: { readonly ledger: Ledger; readonly clock: Pick<Clock, 'wall'> },
  { recipe, name, source, hotFolderId }: Job,
): Outcome<void> {
  const rules = customModelRulesOf(ledger, recipe);
  if (rules.length === 0) return success();
  const today = localDay(clock.wall());
  const usable = checkUsable(rules, today, `"${name}" is not made with it`);
  if (!usable.ok) return usable;
  const folder = hotFolderId === null ? undefined : ledger.hotFolders.get(hotFolderId);
  const places = [source, ...(folder === undefined ? [] : [folder.path])];
  return checkAllowed(rules, places, `"${name}"`);
}

/**
 * Checks that each custom model or scene may be used for any photo now; `consequence` is the clause
 * that says what happens otherwise. Problems: template-gone, template-failed, template-not-ready,
 * own-release-over, each with its parameter.
 */
export function checkUsable(
  rules: readonly RuledCustomModel[],
  today: string,
  consequence: string,
): Outcome<void> {
  for (const { kind, rule } of rules) {
    const why = whyNot(kind, rule, today);
    if (why === null) continue;
    const message = `${why.reason}, so ${consequence}. Nothing was bought; ${why.advice}.`;
    return failure(why.code, message, ofCustomModel(kind, rule));
  }
  return success();
}

interface WhyNot {
  readonly code: ProblemCode;
  readonly reason: string;
  readonly advice: string;
}

function whyNot(kind: CustomModelKind, rule: CustomModelRule, today: string): WhyNot | null {
  const { name, status, presence, expires } = rule;
  const called = `${kind} "${name}"`;
  const advice = 'choose another one';
  if (presence !== 'there') {
    const reason = presence === 'deleting' ? 'is being deleted' : 'is not in the account any more';
    return { code: 'template-gone', reason: `The ${called} ${reason}`, advice };
  }
  if (status === 'failed') {
    const reason = `The ${called} could not be prepared by the service`;
    return { code: 'template-failed', reason, advice };
  }
  if (status !== 'complete') {
    const reason = `The ${called} is still being prepared by the service`;
    return { code: 'template-not-ready', reason, advice: `wait for it, or ${advice}` };
  }
  if (releaseStatus(expires, today) !== 'over') return null;
  return {
    code: 'own-release-over',
    reason: `The release of the ${called} ended on ${expires}`,
    advice: `enter a new last day on its card, or ${advice}`,
  };
}

/**
 * Checks that `photos`, in words, at `places` may be made with all of them. Problem:
 * own-not-allowed, with its parameter.
 */
export function checkAllowed(
  rules: readonly RuledCustomModel[],
  places: readonly string[],
  photos: string,
): Outcome<void> {
  const other = rules.find(({ rule }) => !isAllowed(rule, places));
  if (other === undefined) return success();
  const { kind, rule } = other;
  return failure(
    'own-not-allowed',
    `The ${kind} "${rule.name}" is reserved for other clients or folders and cannot be used for ${photos}. Nothing was charged; choose another, or add the client or folder to its card.`,
    ofCustomModel(kind, rule),
  );
}

function ofCustomModel(
  kind: CustomModelKind,
  { name }: CustomModelRule,
): Pick<Problem, 'about' | 'parameter'> {
  return { about: name, parameter: customModelFacts[kind].parameter };
}
