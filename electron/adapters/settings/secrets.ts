import { success, type Outcome } from '#shared/problem.ts';
import type { Environment } from '../../base/environment.ts';

/**
 * Storage for the keys of services. A key is never written to Darkslide's own files or a log, nor sent to a screen;
 * on the desktop, the system's keychain stores the keys.
 */
export interface Secrets {
  readonly keptIn: 'keychain' | 'session';
  /** Returns the key for the service at this checked address, or null. */
  read(url: string): Promise<string | null>;
  keep(url: string, key: string): Promise<Outcome<void>>;
  forget(url: string): Promise<void>;
  /**
   * Passwords for proxies; never API keys. Each password is stored under a name that Darkslide
   * derives from the proxy and the user name.
   */
  readonly passwords: Passwords;
}

export interface Passwords {
  /** Returns the names for which a password is saved. */
  names(): Promise<readonly string[]>;
  /** Returns the password, or null. */
  read(name: string): Promise<string | null>;
  keep(name: string, password: string): Promise<Outcome<void>>;
  forget(name: string): Promise<void>;
}

/**
 * Keeps keys in memory until the program ends. Each key belongs to the address for which the user
 * entered it.
 */
export function sessionSecrets(): Secrets {
  const keys = new Map<string, string>();
  const passwords = new Map<string, string>();
  return {
    keptIn: 'session',
    read: (url) => Promise.resolve(keys.get(url) ?? null),
    keep(url, key) {
      keys.set(url, key);
      return Promise.resolve(success());
    },
    forget(url) {
      keys.delete(url);
      return Promise.resolve();
    },
    passwords: {
      names: () => Promise.resolve([...passwords.keys()]),
      read: (name) => Promise.resolve(passwords.get(name) ?? null),
      keep(name, password) {
        passwords.set(name, password);
        return Promise.resolve(success());
      },
      forget(name) {
        passwords.delete(name);
        return Promise.resolve();
      },
    },
  };
}

/**
 * Returns the key in DARKSLIDE_API_KEY, or null. The key is for the service with which the program
 * was started (`keyFor` of the session), and is never sent to an address that the user enters
 * later.
 */
export function environmentKey(env: Environment): string | null {
  const key = env['DARKSLIDE_API_KEY']?.trim() ?? '';
  return key === '' ? null : key;
}
