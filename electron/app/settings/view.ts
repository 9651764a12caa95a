import type { Settings } from '#shared/views/settings.ts';
import { mapOutcome, type Outcome } from '#shared/problem.ts';
import type { Session } from '../session/session.ts';

export type SettingsSession = Pick<Session, 'preferences' | 'service' | 'way' | 'dataFolder'>;

/** Returns the effective settings, which never contain a key. */
export function settingsView(session: SettingsSession): Settings {
  return {
    preferences: session.preferences.read(),
    revision: session.preferences.revision(),
    service: session.service(),
    hasProxyPassword: session.way.hasPassword(),
    dataFolder: session.dataFolder,
    managed: session.preferences.managed(),
  };
}

/** Returns the settings after a change. */
export function settingsAfter(session: SettingsSession, done: Outcome<void>): Outcome<Settings> {
  return mapOutcome(done, () => settingsView(session));
}
