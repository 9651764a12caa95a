import type { Input } from '#shared/ipc.ts';
import type { Outcome } from '#shared/problem.ts';
import type { NetworkPreferences, Settings, SystemProxy } from '#shared/views/settings.ts';
import type { PasswordInput } from '../session/network.ts';
import type { Session } from '../session/session.ts';
import { settingsAfter, type SettingsSession } from './view.ts';

type NetworkSession = SettingsSession & Pick<Session, 'ready'>;

/** Changes the way out and the password of its proxy. Problems: those of `SessionNetwork.change`. */
export async function changeNetwork(
  session: NetworkSession,
  { network, password }: Input<'settings.network'>,
): Promise<Outcome<Settings>> {
  return settingsAfter(session, await changeWayOut(session, network, password));
}

/** Returns the proxy of the system that asked last for a password, else that on the way to the service. */
export function systemProxy(session: Pick<Session, 'way' | 'service'>): Promise<SystemProxy> {
  return session.way.systemProxy(session.service().url);
}

/** Changes the way out; what waits for the service tries at once. */
export async function changeWayOut(
  session: NetworkSession,
  network: NetworkPreferences,
  password: PasswordInput | null,
): Promise<Outcome<void>> {
  const changed = await session.way.change(network, password);
  if (changed.ok) await tryService(session);
  return changed;
}

/** The way to the service is open, or another one now: what waited for it tries at once. */
export async function tryService(session: Pick<Session, 'ready'>): Promise<void> {
  const ready = await session.ready();
  if (ready.ok) await ready.value.tryAgain('service');
}
