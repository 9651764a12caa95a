import { isAbsolute } from 'node:path';
import { failure, success, type Outcome } from '#shared/problem.ts';
import type { NetworkPreferences } from '#shared/views/settings.ts';
import { systemClock } from '../base/clock.ts';
import { readCertificates } from '../network/certificates.ts';
import { chosenWays } from '../network/choose.ts';
import { authorityOf } from '../network/connect.ts';
import { createNetwork, type Network } from '../network/network.ts';
import { environmentWays, readPac, readProxy, type WaysTo } from '../network/ways.ts';
import type { Environment } from '../settings/choices.ts';
import type { PreferenceBooks } from '../settings/preferences.ts';
import type { Secrets } from '../settings/secrets.ts';

/** The way out of a desk, as its preferences say. */
export interface DeskNetwork {
  readonly network: Network;
  hasPassword(): boolean;
  /** Reads the password that is kept for the proxy in force. */
  load(): Promise<void>;
  /** See the channel settings.network. Problems: those of `checkNetwork`, of the secrets and preferences. */
  change(network: NetworkPreferences, password: string | null): Promise<Outcome<void>>;
}

export interface DeskNetworkParts {
  readonly preferences: PreferenceBooks;
  readonly secrets: Secrets;
  readonly env: Environment;
  /** What Electron's `resolveProxy` says of an address; the environment speaks where there is none. */
  readonly resolveProxy?: ((url: string) => Promise<string>) | undefined;
  /** A text that must not stand in the log. */
  readonly hide: (secret: string) => void;
}

export function openDeskNetwork(parts: DeskNetworkParts): DeskNetwork {
  const { preferences, secrets, resolveProxy } = parts;
  const chosen = () => preferences.read().network;
  let password: string | null = null;

  const system: WaysTo =
    resolveProxy === undefined
      ? environmentWays(parts.env)
      : async (place) => readPac(await resolveProxy(`${place.protocol}//${authorityOf(place)}/`));
  const network = createNetwork({
    clock: systemClock,
    waysTo: chosenWays(() => {
      const { proxy, proxyUrl, proxyUser } = chosen();
      const credentials = password === null ? null : { user: proxyUser, password };
      return { proxy, proxyUrl, credentials };
    }, system),
    certificates: () => chosen().extraCertificates,
    mode: () => chosen().mode,
  });

  const load = async (): Promise<void> => {
    const name = nameOf(chosen());
    password = name === null ? null : await secrets.passwords.read(name);
    if (password !== null) parts.hide(password);
  };

  return {
    network,
    hasPassword: () => password !== null,
    load,
    async change(next, given) {
      const good = checkNetwork(next);
      if (!good.ok) return good;
      const name = nameOf(next);
      if (given !== null && given !== '') {
        if (name === null) return noUser();
        parts.hide(given);
        const kept = await secrets.passwords.keep(name, given);
        if (!kept.ok) return kept;
      }
      const before = nameOf(chosen());
      const changed = preferences.change({ network: next });
      if (!changed.ok) return changed;
      // one that nobody can ask for any more is not left behind
      for (const old of new Set([before !== name ? before : null, given === '' ? name : null])) {
        if (old !== null) await secrets.passwords.forget(old);
      }
      await load();
      network.renew();
      return success(undefined);
    },
  };
}

/** What a password is kept under: it is told to no other proxy than the one it was given for. */
function nameOf({ proxy, proxyUrl, proxyUser }: NetworkPreferences): string | null {
  if (proxyUser === '' || proxy === 'none') return null;
  if (proxy === 'system') return `${proxyUser}@`;
  const read = readProxy(proxyUrl);
  return read.ok ? `${proxyUser}@${authorityOf(read.value)}` : null;
}

/** Problems: proxy-bad-url, certificates-unreadable, path-relative; each names its field. */
function checkNetwork({ proxy, proxyUrl, extraCertificates }: NetworkPreferences): Outcome<void> {
  if (proxyUrl !== '' || proxy === 'manual') {
    const read = readProxy(proxyUrl);
    if (!read.ok) return { ok: false, problem: { ...read.problem, parameter: 'proxyUrl' } };
    if (read.value.credentials !== null) {
      return failure(
        'proxy-bad-url',
        'Write the name and the password for the proxy into their own fields, so that the password is kept safe. Nothing was changed.',
        { about: authorityOf(read.value), parameter: 'proxyUrl' },
      );
    }
  }
  if (extraCertificates === null) return success(undefined);
  if (!isAbsolute(extraCertificates)) {
    return failure(
      'path-relative',
      'The file of certificates needs its whole path, from the disk or drive on. Nothing was changed.',
      { parameter: 'extraCertificates' },
    );
  }
  const found = readCertificates(extraCertificates);
  return found.ok
    ? success(undefined)
    : { ok: false, problem: { ...found.problem, parameter: 'extraCertificates' } };
}

function noUser(): Outcome<never> {
  return failure(
    'request-invalid',
    'A password needs the name that signs in with it. Nothing was changed; write the name as well.',
    { parameter: 'proxyUser' },
  );
}
