import { failure } from '#shared/failure.ts';
import {
  isAllowed,
  customModelAgent,
  customModelFacts,
  customModelKinds,
  releaseStatus,
} from '#shared/custom-models.ts';
import type { CustomModelKey, CustomModelKind } from '#shared/custom-models.ts';
import { localDay } from '#shared/day.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type { Recipe } from '#shared/recipe.ts';
import type { Clock } from '../../base/clock.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { CustomModelRule } from '../../adapters/ledger/custom-models.ts';
import type { SharedCard } from '../../adapters/ledger/shared-cards.ts';

/** The part of a job that decides whether it may use a custom model. */
export type PermittedJob = Pick<Job, 'recipe' | 'name' | 'source' | 'hotFolderId'>;

/** A custom model or scene, with the rule that decides whether a job may use it. */
export interface RuledCustomModel {
  readonly kind: CustomModelKind;
  readonly rule: CustomModelRule;
}

/**
 * Lists the custom models and scenes of a recipe. They all take effect, because a recipe contains no parameter that has
 * no effect.
 */
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

/** The part of the ledger that knows what custom models and scenes permit. */
export type RuleLedger = Pick<Ledger, 'customModels' | 'sharedCards'>;

/**
 * Returns the rules of a recipe's custom models and scenes, without those that were never in the account. The cards of
 * other stations that this station cannot use apply as well.
 */
export function customModelRulesOf(
  ledger: RuleLedger,
  recipe: Recipe,
): readonly RuledCustomModel[] {
  const own = customModelsNamedIn(recipe).flatMap((model) => {
    const rule = ledger.customModels.rule(model.kind, model.id);
    return rule === undefined ? [] : [{ kind: model.kind, rule }];
  });
  return [...own, ...sharedRulesOf(ledger, recipe)];
}

/** Returns the rules of the cards of other stations that this station cannot use. */
function sharedRulesOf(ledger: RuleLedger, recipe: Recipe): readonly RuledCustomModel[] {
  return customModelsNamedIn(recipe).flatMap(({ kind, id }) =>
    ledger.sharedCards.of(kind, id).map((card) => ({
      kind,
      rule: sharedRule(card, ledger.customModels.rule(kind, id)?.name ?? String(id)),
    })),
  );
}

// whether the model exists and is ready was checked by the station that knows it
function sharedRule({ name, ...card }: SharedCard, known: string): CustomModelRule {
  return { ...card, name: name ?? known, status: 'complete', presence: 'there' };
}

/**
 * Checks that a job may use the custom model or scene that its recipe names. An id that was never in the account is
 * ignored. Reads only the ledger, so within a transaction the answer matches what the transaction commits. Problems:
 * those of `checkUsable`, own-not-allowed.
 */
export function checkPermitted(
  { ledger, clock }: { readonly ledger: Ledger; readonly clock: Pick<Clock, 'wall'> },
  job: PermittedJob,
): Outcome<void> {
  return checkRules({ ledger, clock }, customModelRulesOf(ledger, job.recipe), job);
}

/**
 * Checks a job as `checkPermitted` does, but only against the cards of other stations that this station cannot use.
 * Another station that can use the card may permit the job.
 */
export function checkSharedCards(
  { ledger, clock }: { readonly ledger: Ledger; readonly clock: Pick<Clock, 'wall'> },
  job: PermittedJob,
): Outcome<void> {
  return checkRules({ ledger, clock }, sharedRulesOf(ledger, job.recipe), job);
}

function checkRules(
  { ledger, clock }: { readonly ledger: Ledger; readonly clock: Pick<Clock, 'wall'> },
  rules: readonly RuledCustomModel[],
  { name, source, hotFolderId }: PermittedJob,
): Outcome<void> {
  if (rules.length === 0) return success();
  const today = localDay(clock.wall());
  const usable = checkUsable(rules, today, name);
  if (!usable.ok) return usable;
  const folder = hotFolderId === null ? undefined : ledger.hotFolders.get(hotFolderId);
  const places = [source, ...(folder === undefined ? [] : [folder.path])];
  return checkAllowed(rules, places, name);
}

/**
 * Checks that each custom model or scene may be used today. `photo` is the name of the photo for the message; without it, the
 * message is about all photos. Problems:
 * template-gone, template-failed, template-not-ready, own-release-over, each with its parameter.
 */
export function checkUsable(
  rules: readonly RuledCustomModel[],
  today: string,
  photo?: string,
): Outcome<void> {
  for (const { kind, rule } of rules) {
    const usable = checkRule(kind, rule, today, photo);
    if (!usable.ok) return usable;
  }
  return success();
}

function checkRule(
  kind: CustomModelKind,
  rule: CustomModelRule,
  today: string,
  photo: string | undefined,
): Outcome<void> {
  const { name, status, presence, expires } = rule;
  const values = { kind, name, photo: photo ?? '', photos: photo === undefined ? 'any' : 'one' };
  const of = ofCustomModel(kind, rule);
  if (presence === 'deleting') return failure('template-gone.deleting', values, of);
  if (presence !== 'there') return failure('template-gone.own', values, of);
  if (status === 'failed') return failure('template-failed.own', values, of);
  if (status !== 'complete') return failure('template-not-ready.own', values, of);
  if (expires === null || releaseStatus(expires, today) !== 'over') return success();
  return failure('own-release-over', { ...values, date: expires }, of);
}

/**
 * Checks that all of these custom models and scenes may be used for photos in `places`. `photo` is the name of the photo for
 * the message; without it, the message is about all photos. Problem: own-not-allowed, with its parameter.
 */
export function checkAllowed(
  rules: readonly RuledCustomModel[],
  places: readonly string[],
  photo?: string,
): Outcome<void> {
  const other = rules.find(({ rule }) => !isAllowed(rule, places));
  if (other === undefined) return success();
  const { kind, rule } = other;
  const values = { kind, name: rule.name };
  const of = ofCustomModel(kind, rule);
  return photo === undefined
    ? failure('own-not-allowed.folder', values, of)
    : failure('own-not-allowed', { ...values, photo }, of);
}

function ofCustomModel(
  kind: CustomModelKind,
  { name }: CustomModelRule,
): Pick<Problem, 'about' | 'parameter'> {
  return { about: name, parameter: customModelFacts[kind].parameter };
}
