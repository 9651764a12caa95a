import { dialog, safeStorage } from 'electron';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { failure } from '#shared/failure.ts';
import { causeText, success, type Outcome } from '#shared/problem.ts';
import { errorCode, writeWhole } from '../../base/files.ts';
import { sessionSecrets, type Secrets } from '../../adapters/settings/secrets.ts';
import type { Texts } from './texts.ts';

/**
 * Encrypted keys as base64, by the URL of the service. `scrambled`: encrypted with a password that is publicly known.
 */
const sealedKeys = v.object({
  version: v.literal(1),
  keys: v.record(v.string(), v.object({ sealed: v.string(), scrambled: v.boolean() })),
});
type SealedKeys = v.InferOutput<typeof sealedKeys>['keys'];

/**
 * Stores keys in `keys.json` of the data folder, encrypted with the system keychain. On Linux without a keychain, keys
 * would only be obfuscated, so the user is asked; by default, the key is then kept only until Darkslide quits (F76).
 */
export function keychainSecrets(
  dataFolder: string,
  texts: () => Texts,
  random: () => number,
): Secrets {
  const file = join(dataFolder, 'keys.json');
  const session = sessionSecrets();
  let keptIn: Secrets['keptIn'] = 'keychain';

  const write = (keys: SealedKeys): Promise<Outcome<void>> =>
    writeWhole(
      file,
      async (handle) => {
        await handle.chmod(0o600);
        await handle.writeFile(JSON.stringify({ version: 1, keys }, null, 2));
      },
      random,
    );
  /** Returns the saved keys; none if the file cannot be read. */
  const found = (): SealedKeys => {
    try {
      return readKeys(file);
    } catch {
      return {};
    }
  };
  /** Writes the saved keys after a change; writes nothing if the file cannot be read, because keys would be lost. */
  const change = (changed: (keys: SealedKeys) => SealedKeys): Promise<Outcome<void>> => {
    let keys: SealedKeys;
    try {
      keys = readKeys(file, () => renameSync(file, join(dataFolder, 'keys-damaged.json')));
    } catch (error) {
      return Promise.resolve(failure('keychain-failed', {}, { detail: causeText(error) }));
    }
    const next = changed(keys);
    return next === keys ? Promise.resolve(success()) : write(next);
  };
  const readSealed = async (name: string): Promise<string | null> => {
    const sealed = found()[name];
    return sealed === undefined ? null : unseal(sealed);
  };
  /**
   * Saves a secret in the file. Returns null if there is no keychain or the user declines; the secret is then kept for
   * this session only.
   */
  const keepSealed = async (name: string, secret: string): Promise<Outcome<void> | null> => {
    const scrambled = isScrambler();
    if (!scrambled && !(await safeStorage.isAsyncEncryptionAvailable())) return null;
    if (scrambled && !(await confirmScrambled(texts()))) return null;
    const sealed = await seal(secret, scrambled);
    if (!sealed.ok) return sealed;
    return change((keys) => ({ ...keys, [name]: { sealed: sealed.value, scrambled } }));
  };
  const forgetSealed = async (name: string): Promise<void> => {
    await change((keys) => {
      const { [name]: forgotten, ...others } = keys;
      return forgotten === undefined ? keys : others;
    });
  };

  return {
    get keptIn() {
      return keptIn;
    },
    async read(url) {
      const key = await readSealed(url);
      keptIn = key === null ? 'session' : 'keychain';
      return key ?? session.read(url);
    },
    async keep(url, key) {
      const kept = await keepSealed(url, key);
      if (kept === null) {
        keptIn = 'session';
        return session.keep(url, key);
      }
      if (kept.ok) keptIn = 'keychain';
      return kept;
    },
    async forget(url) {
      await session.forget(url);
      await forgetSealed(url);
    },
    passwords: {
      async names() {
        const sealed = Object.keys(found()).filter((name) => name.startsWith(ofProxy));
        const names = sealed.map((name) => name.slice(ofProxy.length));
        return [...new Set([...names, ...(await session.passwords.names())])];
      },
      read: async (name) => (await readSealed(ofProxy + name)) ?? session.passwords.read(name),
      keep: async (name, password) =>
        (await keepSealed(ofProxy + name, password)) ?? session.passwords.keep(name, password),
      async forget(name) {
        await session.passwords.forget(name);
        await forgetSealed(ofProxy + name);
      },
    },
  };
}

/** Prefix of the names of passwords; no service URL starts with it. */
const ofProxy = 'proxy ';

/**
 * Reads the keys. A missing file counts as empty, and so does a damaged one, after `onDamaged`. Throws if the file
 * cannot be read.
 */
function readKeys(file: string, onDamaged: () => void = () => {}): SealedKeys {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return {};
    throw error;
  }
  try {
    return v.parse(sealedKeys, JSON.parse(text)).keys;
  } catch {
    onDamaged();
    return {};
  }
}

function isScrambler(): boolean {
  return process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text';
}

/** Asks for confirmation; closing the dialog counts as no. */
async function confirmScrambled(texts: Texts): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: texts('keychain.missing'),
    detail: texts('keychain.text'),
    buttons: [texts('keychain.session'), texts('keychain.disk')],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return response === 1;
}

async function seal(key: string, scrambled: boolean): Promise<Outcome<string>> {
  try {
    if (scrambled) safeStorage.setUsePlainTextEncryption(true);
    const sealed = await safeStorage.encryptStringAsync(key);
    return success(sealed.toString('base64'));
  } catch (error) {
    return failure(
      'keychain-failed',
      {},
      {
        detail: causeText(error),
      },
    );
  }
}

/** Decrypts a key; null if the keychain cannot decrypt it, for example on another account or computer. */
async function unseal({ sealed, scrambled }: SealedKeys[string]): Promise<string | null> {
  try {
    if (scrambled) safeStorage.setUsePlainTextEncryption(true);
    const { result } = await safeStorage.decryptStringAsync(Buffer.from(sealed, 'base64'));
    return result;
  } catch {
    return null;
  }
}
