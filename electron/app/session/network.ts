import { isAbsolute } from 'node:path';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { NetworkPreferences, SystemProxy } from '#shared/views/settings.ts';
import { systemClock } from '../../base/clock.ts';
import { readCertificates } from '../../adapters/network/certificates.ts';
import { chosenWays } from '../../adapters/network/choose.ts';
import { authorityOf, placeOf } from '../../adapters/network/connect.ts';
import { limit } from '../../base/limit.ts';
import { createNetwork, type Network } from '../../adapters/network/network.ts';
import {
  environmentWays,
  readPac,
  readProxy,
  type Credentials,
  type ProxyWay,
  type WaysTo,
} from '../../adapters/network/ways.ts';
import type { Environment } from '../../base/environment.ts';
import type { PreferenceStore } from '../../adapters/settings/preferences.ts';
import type { Access } from '../access.ts';
import type { Secrets } from '../../adapters/settings/secrets.ts';

/** The network of a session, configured by its preferences. */
export interface SessionNetwork {
  readonly network: Network;
  /** Returns whether a password for the manually set proxy is saved. */
  hasPassword(): boolean;
  /**
   * Returns the system proxy for connections to `url` (null for the demo service); see the channel
   * settings.system-proxy.
   */
  systemProxy(url: string | null): Promise<SystemProxy>;
  /** Reads the saved passwords of proxies that may require one. */
  load(): Promise<void>;
  /**
   * Changes the network settings; see the channel settings.network. Problems: those of `checkNetwork`, of the secrets
   * and preferences.
   */
  change(network: NetworkPreferences, password: PasswordInput | null): Promise<Outcome<void>>;
}

export interface PasswordInput {
  /** The new password; an empty string removes the saved one. */
  readonly text: string;
  /** The system proxy that the password is for, as named by `systemProxy`; null if there is none. */
  readonly systemProxy: string | null;
}

export interface SessionNetworkParts {
  readonly preferences: PreferenceStore;
  readonly access: Pick<Access, 'settings'>;
  readonly secrets: Secrets;
  readonly env: Environment;
  /** Absolute path of the data folder. */
  readonly dataFolder: string;
  /** Electron's `resolveProxy`; if absent, the environment says which proxies are used. */
  readonly resolveProxy?: ((url: string) => Promise<string>) | undefined;
  /** Hides a text from the log, such as a password. */
  readonly hide: (secret: string) => void;
  /** Called when another proxy or password takes effect. */
  readonly onChange: () => void;
}

export function openSessionNetwork(parts: SessionNetworkParts): SessionNetwork {
  const { preferences, access, secrets, resolveProxy, dataFolder } = parts;
  const chosen = () => preferences.read().network;
  /** Passwords by the names under which they are saved. */
  const passwords = new Map<string, string>();

  const system: WaysTo =
    resolveProxy === undefined
      ? environmentWays(parts.env)
      : async (place) => readPac(await resolveProxy(`${place.protocol}//${authorityOf(place)}/`));
  const credentialsFor = (way: ProxyWay): Credentials | null => {
    const { proxyUser: user } = chosen();
    const password = passwords.get(nameOf(user, titleOf(way)));
    return password === undefined ? null : { user, password };
  };
  const network = createNetwork({
    clock: systemClock,
    waysTo: chosenWays(chosen, system, credentialsFor),
    certificates: () => certificatesOf(chosen(), dataFolder),
    mode: () => chosen().mode,
  });
  const hasFor = (proxy: string | null) =>
    proxy !== null && passwords.has(nameOf(chosen().proxyUser, proxy));

  const load = async (): Promise<void> => {
    passwords.clear();
    for (const name of await secrets.passwords.names()) {
      const password = mayBeAskedFor(name, chosen()) ? await secrets.passwords.read(name) : null;
      // A password that can't be read stays saved, because the keychain may only be locked.
      if (password === null) continue;
      parts.hide(password);
      passwords.set(name, password);
    }
  };
  /** Deletes the passwords of proxies that the settings no longer use. */
  const forgetUnused = async (): Promise<void> => {
    for (const name of await secrets.passwords.names()) {
      if (!mayBeAskedFor(name, chosen())) await secrets.passwords.forget(name);
    }
  };

  const keep = async (
    next: NetworkPreferences,
    { text, systemProxy }: PasswordInput,
  ): Promise<Outcome<void>> => {
    const proxy = next.proxy === 'system' ? systemProxy : titleByHand(next);
    if (text !== '' && next.proxyUser === '') return noUser();
    if (proxy === null) return text === '' ? success() : noProxy();
    const name = nameOf(next.proxyUser, proxy);
    if (text !== '') {
      parts.hide(text);
      return secrets.passwords.keep(name, text);
    }
    await secrets.passwords.forget(name);
    return success();
  };

  return {
    network,
    hasPassword: () => hasFor(titleByHand(chosen())),
    async systemProxy(url) {
      const within = limit(systemClock, new AbortController().signal);
      within.within(PATIENCE);
      try {
        const place = url === null ? null : placeOf(new URL(url));
        const way = await within.race(network.proxyFor(place));
        const name = way === null ? null : titleOf(way);
        return { name, hasPassword: hasFor(name) };
      } catch {
        // The proxies of the system could not be determined.
        return { name: null, hasPassword: false };
      } finally {
        within.close();
      }
    },
    load,
    async change(next, given) {
      const good = checkNetwork(next, dataFolder);
      if (!good.ok) return good;
      const allowed = await access.settings({ network: next }, preferences.read());
      if (!allowed.ok) return allowed;
      const kept = given === null ? success() : await keep(next, given);
      if (!kept.ok) return kept;
      const changed = preferences.change(allowed.value);
      if (!changed.ok) return changed;
      await forgetUnused();
      await load();
      network.renew();
      parts.onChange();
      return success();
    },
  };
}

/** Time limit in ms for the system to resolve its proxies, which may involve a network search. */
const PATIENCE = 5000;

/** Returns the name under which the password for a proxy is saved; the password is sent only to this proxy. */
const nameOf = (user: string, proxy: string) => `${user}@${proxy}`;

/**
 * Returns a proxy's address for display. A password for an encrypted connection to a proxy is valid only for encrypted
 * connections, so the address shows the encryption.
 */
function titleOf(way: ProxyWay): string {
  return `${way.isSecure ? 'https://' : ''}${authorityOf(way)}`;
}

/** Returns the manually set proxy if its address is valid; otherwise null. */
function titleByHand({ proxy, proxyUrl }: NetworkPreferences): string | null {
  const read = proxy === 'manual' ? readProxy(proxyUrl) : null;
  return read?.ok === true ? titleOf(read.value) : null;
}

function mayBeAskedFor(name: string, network: NetworkPreferences): boolean {
  const at = name.lastIndexOf('@');
  const [user, proxy] = [name.slice(0, at), name.slice(at + 1)];
  if (user !== network.proxyUser || proxy === '') return false;
  return network.proxy === 'system' || proxy === titleByHand(network);
}

function certificatesOf({ extraCertificates: file }: NetworkPreferences, dataFolder: string) {
  return file === null ? null : { file, dataFolder };
}

/**
 * Checks network settings. Problems: proxy-bad-url, proxy-sign-in-in-address,
 * certificates-unreadable, certificates-not-safe, path-relative; each names its field.
 */
function checkNetwork(network: NetworkPreferences, dataFolder: string): Outcome<void> {
  const { proxy, proxyUrl } = network;
  if (proxyUrl !== '' || proxy === 'manual') {
    const read = readProxy(proxyUrl);
    if (!read.ok) return failure({ ...read.problem, parameter: 'proxyUrl' });
    if (read.value.credentials !== null) {
      return failure(
        'proxy-sign-in-in-address',
        {},
        { about: authorityOf(read.value), parameter: 'proxyUrl' },
      );
    }
  }
  const certificates = certificatesOf(network, dataFolder);
  if (certificates === null) return success();
  if (!isAbsolute(certificates.file)) {
    return failure('path-relative.certificates', {}, { parameter: 'extraCertificates' });
  }
  const found = readCertificates(certificates);
  return found.ok ? success() : failure({ ...found.problem, parameter: 'extraCertificates' });
}

function noUser(): Outcome<never> {
  return failure('proxy-name-missing', {}, { parameter: 'proxyUser' });
}

function noProxy(): Outcome<never> {
  return failure('proxy-not-named', {}, { parameter: 'password' });
}
