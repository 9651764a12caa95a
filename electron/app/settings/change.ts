import { isAbsolute } from 'node:path';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Settings } from '#shared/views/settings.ts';
import { checkOffered } from '../../adapters/settings/callback.ts';
import type { PreferenceChanges } from '../../adapters/settings/preferences.ts';
import type { Session } from '../session/session.ts';
import { limitsOf } from './limits.ts';
import { changeWayOut } from './network.ts';
import { settingsAfter } from './view.ts';

export type ChangeSession = Pick<
  Session,
  'studio' | 'ready' | 'preferences' | 'access' | 'service' | 'way' | 'dataFolder'
>;

/**
 * Changes settings as the user has chosen. Problems: path-relative, managed, managed-limit, managed-folder,
 * callback-settings, those of the network and of `PreferenceStore.change`.
 */
export async function changeSettings(
  session: ChangeSession,
  preferences: PreferenceChanges,
): Promise<Outcome<Settings>> {
  const { outFolder } = preferences;
  if (typeof outFolder === 'string' && !isAbsolute(outFolder)) return notWhole();
  return settingsAfter(session, await applyChanges(session, preferences));
}

/** Changes settings and applies them to the open studio. Problems: those of `changeSettings`. */
export async function applyChanges(
  session: ChangeSession,
  preferences: PreferenceChanges,
): Promise<Outcome<void>> {
  const allowed = await session.access.settings(preferences, session.preferences.read());
  if (!allowed.ok) return allowed;
  const usable = session.preferences.check(preferences);
  if (!usable.ok) return usable;
  const { network, callback } = preferences;
  const { url } = session.service();
  const isForService = callback !== undefined && url !== null;
  const offered = isForService ? checkOffered(callback.publicUrl, url) : success();
  if (!offered.ok) return offered;
  if (network !== undefined) {
    const changed = await changeWayOut(session, network, null);
    if (!changed.ok) return changed;
  }
  const changed = session.preferences.change(allowed.value);
  if (!changed.ok) return changed;
  const { preferences: kept } = session;
  await session.studio().limit(limitsOf(kept.read(), kept.checkLimits()));
  session.studio().writeMarks();
  if (preferences.prices !== undefined) session.studio().sharePrices();
  if (callback !== undefined) await session.studio().callback.set(callback);
  return success();
}

function notWhole(): Outcome<never> {
  return failure('path-relative.output', {}, { parameter: 'outFolder' });
}
