import type { Input } from '#shared/ipc.ts';
import type { Outcome } from '#shared/problem.ts';
import type { ConnectionTest, Settings } from '#shared/views/settings.ts';
import { systemClock } from '../../base/clock.ts';
import { checkServiceUrl } from '../../adapters/settings/service-address.ts';
import type { Session } from '../session/session.ts';
import { testConnection } from './connection-test.ts';
import { tryService } from './network.ts';
import { settingsAfter, type SettingsSession } from './view.ts';

type ServiceSession = SettingsSession &
  Pick<Session, 'ready' | 'log' | 'keyFor' | 'connect' | 'disconnect'>;

/** Switches to this service; if `key` is null, uses its saved key. Problems: those of `Session.connect`. */
export async function connectService(
  session: ServiceSession,
  { url, key }: Input<'settings.connect'>,
): Promise<Outcome<Settings>> {
  if (key !== null) session.log.hide(key);
  return settingsAfter(session, await session.connect(url, key));
}

/** Returns to the demo service. Problems: those of `Session.disconnect`. */
export async function disconnectService(session: ServiceSession): Promise<Outcome<Settings>> {
  return settingsAfter(session, await session.disconnect());
}

/** Tests a service step by step; if `key` is null, the saved key is used. */
export async function testService(
  session: ServiceSession,
  { url, key }: Input<'settings.test'>,
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const { network } = session.way;
  // The user may have fixed the network, so a refused proxy password may be tried again.
  network.renew();
  if (key !== null) session.log.hide(key);
  const address = checkServiceUrl(url);
  const kept = address.ok && key === null ? await session.keyFor(address.value) : key;
  const parts = { clock: systemClock, random: Math.random, network };
  const tested = await testConnection({ url, key: kept ?? '' }, parts, signal);
  if (tested.isGood && address.ok && (await isInUse(session, address.value, kept))) {
    await tryService(session);
  }
  return tested;
}

async function isInUse(session: ServiceSession, url: string, key: string | null): Promise<boolean> {
  return url === session.service().url && key === (await session.keyFor(url));
}
