import type { Input } from '#shared/ipc.ts';
import type { Outcome } from '#shared/problem.ts';
import type { NetworkPreferences, Settings, SystemProxy } from '#shared/views/settings.ts';
import type { PasswordInput } from '../session/network.ts';
import type { Session } from '../session/session.ts';
import { settingsAfter, type SettingsSession } from './view.ts';

type NetworkSession = SettingsSession & Pick<Session, 'ready'>;

/** Changes the network settings and the proxy's password. Problems: those of `SessionNetwork.change`. */
export async function changeNetwork(
  session: NetworkSession,
  { network, password }: Input<'settings.network'>,
): Promise<Outcome<Settings>> {
  return settingsAfter(session, await changeWayOut(session, network, password));
}

/**
 * Returns the system proxy that last requested a password, or otherwise the system proxy used for connections to the
 * service.
 */
export function systemProxy(session: Pick<Session, 'way' | 'service'>): Promise<SystemProxy> {
  return session.way.systemProxy(session.service().url);
}

/** Changes the network settings; requests that wait for the service are retried immediately. */
export async function changeWayOut(
  session: NetworkSession,
  network: NetworkPreferences,
  password: PasswordInput | null,
): Promise<Outcome<void>> {
  const changed = await session.way.change(network, password);
  if (changed.ok) await tryService(session);
  return changed;
}

/** Retries the requests that wait for the service; called after the connection has opened or changed. */
export async function tryService(session: Pick<Session, 'ready'>): Promise<void> {
  const ready = await session.ready();
  if (ready.ok) await ready.value.tryAgain('service');
}
