import type { LimitName } from '#shared/spending-limits.ts';
import { limitedSettings, type ManagedSettings, type Preferences } from '#shared/views/settings.ts';
import { leavesOf, preferencesOf, type Leaves } from './leaves.ts';
import type { Policy } from './policy.ts';

/**
 * Returns the effective preferences. In increasing precedence: the defaults, the policy's
 * recommendations, the user's choices, the policy's enforced values.
 */
export function effective(usual: Preferences, chosen: Leaves, policy: Policy | null): Preferences {
  const leaves = { ...leavesOf(usual), ...policy?.recommended, ...chosen, ...policy?.enforced };
  const bounded = limitedSettings.map((name) => {
    const value = leaves[name] as number | null;
    return [name, least(value, policy?.limits[name] ?? null)] as const;
  });
  return preferencesOf({ ...leaves, ...Object.fromEntries(bounded) });
}

/** Returns the part of a policy that screens show. */
export function managedOf(policy: Policy | null): ManagedSettings | null {
  if (policy === null) return null;
  const { file, enforced, serviceUrl, limits, within } = policy;
  const locked = [...Object.keys(enforced), ...(serviceUrl === null ? [] : ['serviceUrl'])];
  return { file, locked, limits, within };
}

/**
 * Checks whether the user cannot raise a studio-wide limit, because the policy enforces it or it is
 * already at the maximum that the policy allows.
 */
export function limitIsManaged(
  managed: ManagedSettings | null,
  name: LimitName,
  limit: number | null,
): boolean {
  return managed?.locked.includes(name) === true || isMost(managed, name, limit);
}

/** Checks whether a limit is the maximum that the administrator allows. */
export function isMost(
  managed: ManagedSettings | null,
  name: LimitName,
  limit: number | null,
): boolean {
  const most = managed?.limits[name] ?? null;
  return most !== null && limit !== null && limit >= most;
}

function least(one: number | null, other: number | null): number | null {
  return one === null ? other : Math.min(one, other ?? Infinity);
}
