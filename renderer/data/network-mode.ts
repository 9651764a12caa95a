import type { NetworkPreferences } from '#shared/views/settings.ts';
import { useNotices } from './notices.svelte.ts';
import type { Studio } from './studio.svelte.ts';

/** Changes the network mode; shows the reason if the change is rejected. */
export async function useNetwork(studio: Studio, mode: NetworkPreferences['mode']): Promise<void> {
  const { complain } = useNotices();
  const settings = await studio.ask('settings.get', {});
  if (!settings.ok) return complain(settings.problem);
  const network = { ...settings.value.preferences.network, mode };
  const changed = await studio.ask('settings.change', { preferences: { network } });
  if (!changed.ok) complain(changed.problem);
}
