import { limitedSettings, type ManagedSettings, type Preferences } from '#shared/views/settings.ts';
import { leavesOf, preferencesOf, type Leaves } from './leaves.ts';
import type { Policy } from './policy.ts';

/** What is in force: the usual, what the policy recommends, what a person has chosen, what it enforces. */
export function effective(usual: Preferences, chosen: Leaves, policy: Policy | null): Preferences {
  const leaves = { ...leavesOf(usual), ...policy?.recommended, ...chosen, ...policy?.enforced };
  const bounded = limitedSettings.map((name) => {
    const value = leaves[name] as number | null;
    return [name, least(value, policy?.limits[name] ?? null)] as const;
  });
  return preferencesOf({ ...leaves, ...Object.fromEntries(bounded) });
}

/** What screens are told of a policy. */
export function managedOf(policy: Policy | null): ManagedSettings | null {
  if (policy === null) return null;
  const { file, enforced, serviceUrl, limits, within } = policy;
  const locked = [...Object.keys(enforced), ...(serviceUrl === null ? [] : ['serviceUrl'])];
  return { file, locked, limits, within };
}

/** Whether a person cannot raise the daily limit of the studio: it is set, or the most that is allowed. */
export function limitIsManaged(managed: ManagedSettings | null, limit: number | null): boolean {
  return managed?.locked.includes('imagesPerDay') === true || isMost(managed, limit);
}

/** Whether a daily limit is the most that the administrator allows. */
export function isMost(managed: ManagedSettings | null, limit: number | null): boolean {
  const most = managed?.limits.imagesPerDay ?? null;
  return most !== null && limit !== null && limit >= most;
}

function least(one: number | null, other: number | null): number | null {
  return one === null ? other : Math.min(one, other ?? Infinity);
}
