import { isAllowed, ownAgent, ownFacts, ownKinds, releaseStanding } from '#shared/own.ts';
import type { OwnKind } from '#shared/own.ts';
import { failure, type Problem, type ProblemCode } from '#shared/problem.ts';
import type { Recipe } from '#shared/recipe.ts';
import type { Clock } from '../base/clock.ts';
import type { Job } from '../ledger/jobs.ts';
import type { Ledger } from '../ledger/open.ts';
import type { OwnRule } from '../ledger/own.ts';
import { localDay } from '../ledger/spending.ts';

/** An own model or scene that a recipe has the service take. */
export interface NamedOwn {
  readonly kind: OwnKind;
  readonly id: number;
}

/** Those that a recipe has; one that would have no effect is in no recipe. */
export function ownNamedIn({ agent, version, params }: Recipe): readonly NamedOwn[] {
  if (agent !== ownAgent.agentName || version !== ownAgent.agentVersion) return [];
  return ownKinds.flatMap((kind) => {
    const id = params[ownFacts[kind].parameter];
    return typeof id === 'number' ? { kind, id } : [];
  });
}

/**
 * Why a job must not be made with the own model or scene that its recipe names; null when nothing
 * stands against it. An id that was never in the account is no matter of ours. A pure question to the
 * ledger, so that the answer belongs to the commit it is asked in. Problems: template-gone,
 * template-not-ready, own-release-over, own-not-allowed.
 */
export function whyNotPermitted(
  { ledger, clock }: { readonly ledger: Ledger; readonly clock: Pick<Clock, 'wall'> },
  { recipe, name, source, hotFolderId }: Job,
): Problem | null {
  for (const own of ownNamedIn(recipe)) {
    const rule = ledger.own.rule(own.kind, own.id);
    if (rule === undefined) continue;
    const problem = whyBarred(own, rule, localDay(clock.wall()), `"${name}" is not made with it`);
    if (problem !== null) return problem;
    const folder = hotFolderId === null ? undefined : ledger.hotFolders.get(hotFolderId);
    const places = [source, ...(folder === undefined ? [] : [folder.path])];
    if (!isAllowed(rule, places)) return notAllowed(own, rule, `"${name}"`);
  }
  return null;
}

/**
 * Why one is used for no photo at all now; `consequence` is the clause that says what comes of it.
 * Problems: template-gone, template-not-ready, own-release-over, each with its parameter.
 */
export function whyBarred(
  own: NamedOwn,
  rule: OwnRule,
  today: string,
  consequence: string,
): Problem | null {
  const { status, presence, expires } = rule;
  const { about, called, parameter } = inWords(own, rule);
  const because = (code: ProblemCode, reason: string, advice: string) => {
    const message = `${reason}, so ${consequence}. Nothing was bought; ${advice}.`;
    return failure(code, message, { about, parameter }).problem;
  };
  if (presence !== 'there') {
    const reason = presence === 'deleting' ? 'is being deleted' : 'is not in the account any more';
    return because('template-gone', `${called} ${reason}`, 'choose another one');
  }
  if (status === 'failed') {
    const reason = `${called} could not be prepared by the service`;
    return because('template-not-ready', reason, 'choose another one');
  }
  if (status !== 'complete') {
    const reason = `${called} is still being prepared by the service`;
    return because('template-not-ready', reason, 'wait for it, or choose another one');
  }
  if (releaseStanding(expires, today) === 'over') {
    const reason = `The release of ${called.replace('The', 'the')} ended on ${expires}`;
    const advice = 'enter a new last day on its card, or choose another one';
    return because('own-release-over', reason, advice);
  }
  return null;
}

/** One that is meant for other clients and folders than `photos` are of. */
export function notAllowed(own: NamedOwn, rule: OwnRule, photos: string): Problem {
  const { about, called, parameter } = inWords(own, rule);
  return failure(
    'own-not-allowed',
    `${called} is meant for other clients or folders, so ${photos} is not made with it. Nothing was bought; choose another one, or add the client or the folder to its card.`,
    { about, parameter },
  ).problem;
}

function inWords({ kind, id }: NamedOwn, { name }: OwnRule) {
  const about = name === '' ? String(id) : name;
  return { about, called: `The ${kind} "${about}"`, parameter: ownFacts[kind].parameter };
}
