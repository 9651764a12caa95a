import { success } from '#shared/problem.ts';
import type { Session } from '../../app/session/session.ts';
import { changeSettings } from '../../app/settings/change.ts';
import { changeNetwork, systemProxy } from '../../app/settings/network.ts';
import { connectService, disconnectService, testService } from '../../app/settings/service.ts';
import type { CheckReach } from '../../app/settings/settings-file.ts';
import { exportSettingsOf, importSettingsOf } from '../../app/settings/transfer.ts';
import { settingsView } from '../../app/settings/view.ts';
import type { HandlersOf } from './handlers-of.ts';

/** Handlers of the Settings view. They accept an API key but never return one. */
export function settingsHandlers(session: Session, reach: CheckReach): HandlersOf<'settings'> {
  return {
    'settings.get': () => success(settingsView(session)),
    'settings.change': ({ preferences }) => changeSettings(session, preferences),
    'settings.export': () => exportSettingsOf(session),
    'settings.import': ({ text }) => importSettingsOf(session, reach, text),
    'settings.network': (asked) => changeNetwork(session, asked),
    'settings.system-proxy': async () => success(await systemProxy(session)),
    'settings.test': async (asked, signal) => success(await testService(session, asked, signal)),
    'settings.connect': (asked) => connectService(session, asked),
    'settings.disconnect': () => disconnectService(session),
  };
}
