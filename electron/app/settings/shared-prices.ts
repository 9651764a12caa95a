import { success } from '#shared/problem.ts';
import type { PreferenceStore } from '../../adapters/settings/preferences.ts';
import type { PriceStore } from '../../engine/station/documents/prices.ts';
import type { Access } from '../access.ts';

/**
 * Returns the prices that this station shares with the other stations; null if the administrator policy sets the
 * prices.
 */
export function sharedPrices(preferences: PreferenceStore, access: Access): PriceStore | null {
  if (access.isSet('prices')) return null;
  return {
    read: () => preferences.read().prices,
    async check(prices) {
      const allowed = await access.settings({ prices }, preferences.read());
      if (!allowed.ok) return allowed;
      return success(() => {
        const changed = preferences.change(allowed.value);
        if (!changed.ok) throw new Error(changed.problem.message);
      });
    },
  };
}
