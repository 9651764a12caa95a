import { isAllowed, releaseStanding } from '#shared/own.ts';
import type { Problem } from '#shared/problem.ts';
import type { Recipe } from '#shared/recipe.ts';
import type { EndingRelease } from '#shared/views/own.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { ownRulesOf, whyBarred, whyNotAllowed } from '../../engine/queue/permit.ts';

type Own = Pick<Ledger, 'own'>;

/** Own models and scenes of a recipe that may be used for some days only. */
export function endingReleases(ledger: Own, recipe: Recipe, today: string): EndingRelease[] {
  return ownRulesOf(ledger, recipe).flatMap(({ kind, rule: { name, expires } }) =>
    expires !== null && releaseStanding(expires, today) === 'ends' ? { kind, name, expires } : [],
  );
}

/**
 * Why every photo of a hot folder would be held: what stands against all of them, or nothing that lies
 * in it can be allowed. Below it may lie folders of clients, so those decide photo by photo.
 */
export function whyFolderBarred(
  ledger: Own,
  recipe: Recipe,
  path: string,
  today: string,
): Problem | null {
  const owns = ownRulesOf(ledger, recipe);
  const barred = whyBarred(owns, today, 'nothing is made with it');
  if (barred !== null) return barred;
  const strict = owns.filter(
    ({ rule: { clients, folders } }) =>
      clients.length === 0 && !isAllowed({ clients, folders: [path] }, folders),
  );
  return whyNotAllowed(strict, [path], 'what lies in this drop folder');
}
