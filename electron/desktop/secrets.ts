import { dialog, safeStorage } from 'electron';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { causeText, failure, success, type Outcome } from '#shared/problem.ts';
import { writeWhole } from '../base/files.ts';
import type { Environment } from '../settings/choices.ts';
import { sessionSecrets, type Secrets } from '../settings/secrets.ts';
import type { Texts } from './texts.ts';

/** Sealed keys by the address of the service, base64. `scrambled`: by a password anybody can look up. */
const sealedKeys = v.object({
  version: v.literal(1),
  keys: v.record(v.string(), v.object({ sealed: v.string(), scrambled: v.boolean() })),
});
type SealedKeys = v.InferOutput<typeof sealedKeys>['keys'];

/**
 * Keys sealed by the keychain of the system, in `keys.json` of the data folder. Where Linux has none it
 * only scrambles; the person is asked then, and the key is forgotten at the end of the program unless
 * they want it on disk all the same (F76).
 */
export function keychainSecrets(
  dataFolder: string,
  env: Environment,
  texts: () => Texts,
  random: () => number,
): Secrets {
  const file = join(dataFolder, 'keys.json');
  const session = sessionSecrets(env);
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
  const keepForNow = (url: string, key: string) => {
    keptIn = 'session';
    return session.keep(url, key);
  };

  return {
    get keptIn() {
      return keptIn;
    },
    async read(url) {
      const sealed = readKeys(file)[url];
      const key = sealed === undefined ? null : await unseal(sealed);
      keptIn = key === null ? 'session' : 'keychain';
      return key ?? session.read(url);
    },
    async keep(url, key) {
      const scrambled = isScrambler();
      if (!scrambled && !(await safeStorage.isAsyncEncryptionAvailable())) {
        return keepForNow(url, key);
      }
      if (scrambled && !(await wantsItScrambled(texts()))) return keepForNow(url, key);
      const sealed = await seal(key, scrambled);
      if (!sealed.ok) return sealed;
      const kept = await write({ ...readKeys(file), [url]: { sealed: sealed.value, scrambled } });
      if (kept.ok) keptIn = 'keychain';
      return kept;
    },
    async forget(url) {
      await session.forget(url);
      const { [url]: forgotten, ...others } = readKeys(file);
      if (forgotten !== undefined) await write(others);
    },
  };
}

/** A file that is missing, or written by hand, holds no keys. */
function readKeys(file: string): SealedKeys {
  try {
    return v.parse(sealedKeys, JSON.parse(readFileSync(file, 'utf8'))).keys;
  } catch {
    return {};
  }
}

function isScrambler(): boolean {
  return process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text';
}

/** Asks; a dialog that is closed is a no. */
async function wantsItScrambled(texts: Texts): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: texts.scrambled.message,
    detail: texts.scrambled.detail,
    buttons: [texts.scrambled.forNow, texts.scrambled.onDisk],
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
    return failure('keychain-failed', 'The keychain of the system did not take the key.', {
      detail: causeText(error),
    });
  }
}

/** Null when the keychain does not open it any more: another account, another computer. */
async function unseal({ sealed, scrambled }: SealedKeys[string]): Promise<string | null> {
  try {
    if (scrambled) safeStorage.setUsePlainTextEncryption(true);
    const { result } = await safeStorage.decryptStringAsync(Buffer.from(sealed, 'base64'));
    return result;
  } catch {
    return null;
  }
}
