import type { Problem } from '#shared/problem.ts';
import type { Managed, Preferences } from '#shared/views/settings.ts';
import { leavesOf, preferencesOf, type Leaves } from './leaves.ts';
import type { Policy } from './policy.ts';

/** What is in force: the usual, what the policy recommends, what a person has chosen, what it enforces. */
export function effective(usual: Preferences, chosen: Leaves, policy: Policy | null): Preferences {
  const leaves = { ...leavesOf(usual), ...policy?.recommended, ...chosen, ...policy?.enforced };
  const preferences = preferencesOf(leaves);
  const { imagesPerDay, inFlight } = policy?.limits ?? { imagesPerDay: null, inFlight: null };
  return {
    ...preferences,
    imagesPerDay: least(preferences.imagesPerDay, imagesPerDay),
    inFlight: Math.min(preferences.inFlight, inFlight ?? Infinity),
  };
}

/** What screens are told of a policy. */
export function managedOf(policy: Policy | null): Managed | null {
  if (policy === null) return null;
  const { file, enforced, serviceUrl, limits, within } = policy;
  const locked = [...Object.keys(enforced), ...(serviceUrl === null ? [] : ['serviceUrl'])];
  return { file, locked, limits, within };
}

/** Whether a person cannot raise the daily limit of the studio: it is set, or the most that is allowed. */
export function limitIsManaged(managed: Managed | null, limit: number | null): boolean {
  return managed?.locked.includes('imagesPerDay') === true || isMost(managed, limit);
}

/** Whether a daily limit is the most that the administrator allows. */
export function isMost(managed: Managed | null, limit: number | null): boolean {
  const most = managed?.limits.imagesPerDay ?? null;
  return most !== null && limit !== null && limit >= most;
}

/** Why the policy does not let these be changed; null when it does. Problems: managed, managed-limit. */
export function whyManaged(changes: Leaves, policy: Policy | null): Problem | null {
  if (policy === null) return null;
  const { file, enforced, limits } = policy;
  const set = Object.keys(changes).find((path) => Object.hasOwn(enforced, path));
  if (set !== undefined) {
    return {
      code: 'managed',
      message: `The administrator of this computer has set "${set}" (${file}), so it is not changed here. Nothing was changed.`,
      parameter: set,
      about: file,
    };
  }
  for (const name of ['imagesPerDay', 'inFlight'] as const) {
    const problem = whyAbove(name, changes[name], limits[name], file);
    if (problem !== null) return problem;
  }
  return null;
}

/** Why a number is above the most that the policy allows; null when it is not. */
export function whyAbove(
  parameter: string,
  value: unknown,
  limit: number | null,
  file: string,
): Problem | null {
  if (limit === null || typeof value !== 'number' || value <= limit) return null;
  return {
    code: 'managed-limit',
    message: `The administrator of this computer allows at most ${limit} (${file}). Give ${limit} or less; nothing was changed.`,
    parameter,
    about: String(limit),
  };
}

function least(one: number | null, other: number | null): number | null {
  return one === null ? other : Math.min(one, other ?? Infinity);
}
