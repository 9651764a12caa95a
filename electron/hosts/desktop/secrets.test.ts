import { mkdir, readFile, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { app, keychain, person } from '../../../test/desktop/electron/electron.ts';
import { keychainSecrets } from './secrets.ts';
import { textsIn } from './texts.ts';

const URL = 'https://service.example/openapi/v1';
const KEY = 'sk-dRk5L1d3-very-secret';
let folder: string;
let file: string;

beforeEach(async () => {
  await app.whenReady();
  const usual = { backend: 'gnome_libsecret', isThere: true, allowsPlain: false, secret: 'a' };
  Object.assign(keychain, usual);
  Object.assign(person, { answer: 0, asked: [] });
  folder = await ownFolder('keys');
  file = join(folder, 'keys.json');
});

/** Opens the secrets again, like another start of Darkslide. */
const secrets = () => keychainSecrets(folder, () => textsIn('en', []), Math.random);
const written = () => readFile(file, 'utf8').catch(() => null);

describe('the keys of services', () => {
  it('are encrypted by the keychain and found at the next start', async () => {
    expect(await secrets().keep(URL, KEY)).toMatchObject({ ok: true });
    const next = secrets();
    expect(await next.read(URL)).toBe(KEY);
    expect(next.keptIn).toBe('keychain');
    expect(await written()).not.toContain(KEY);
    expect((await stat(file)).mode & 0o077).toBe(0);
    expect(person.asked).toEqual([]);
  });

  it('are stored separately from the passwords of proxies', async () => {
    const { passwords } = secrets();
    const found = () => secrets().passwords.read('anna@proxy:1');
    expect(await found()).toBeNull();
    expect(await passwords.keep('anna@proxy:1', 'p4ss')).toMatchObject({ ok: true });
    expect(await found()).toBe('p4ss');
    expect(await secrets().passwords.read('anna@other:1')).toBeNull();
    expect(await secrets().passwords.names()).toEqual(['anna@proxy:1']);
    expect(await secrets().read('anna@proxy:1')).toBeNull();
    expect(await written()).not.toContain('p4ss');
    await passwords.forget('anna@proxy:1');
    expect(await found()).toBeNull();
  });

  it('are deleted individually', async () => {
    await secrets().keep(URL, KEY);
    await secrets().keep(`${URL}/2`, 'other');
    await secrets().forget(URL);
    expect(await secrets().read(URL)).toBeNull();
    expect(await secrets().read(`${URL}/2`)).toBe('other');
  });

  it('count as missing if another keychain encrypted them or their file is invalid', async () => {
    await secrets().keep(URL, KEY);
    keychain.secret = 'b';
    expect(await secrets().read(URL)).toBeNull();
    // The file stays unchanged.
    keychain.secret = 'a';
    expect(await secrets().read(URL)).toBe(KEY);
    await writeFile(file, '{"version":1,"keys":{"a":1}}');
    expect(await secrets().read(URL)).toBeNull();
  });

  it('stay saved when their file cannot be read or is damaged, and a new key is saved', async () => {
    await mkdir(file);
    expect(await secrets().read(URL)).toBeNull();
    expect(await secrets().keep(URL, KEY)).toMatchObject({ problem: { code: 'keychain-failed' } });
    await secrets().forget(URL);
    expect((await stat(file)).isDirectory()).toBe(true);
    await rmdir(file);
    await writeFile(file, '{"version":2}');
    expect(await secrets().keep(URL, KEY)).toMatchObject({ ok: true });
    expect(await secrets().read(URL)).toBe(KEY);
    expect(await readFile(join(folder, 'keys-damaged.json'), 'utf8')).toBe('{"version":2}');
  });

  it('stay in memory without a keychain', async () => {
    keychain.isThere = false;
    const now = secrets();
    expect(await now.keep(URL, KEY)).toMatchObject({ ok: true });
    expect(now.keptIn).toBe('session');
    expect(await now.read(URL)).toBe(KEY);
    expect(await written()).toBeNull();
  });
});

describe.runIf(process.platform === 'linux')(
  'F76: saving a key on Linux without a keychain',
  () => {
    beforeEach(() => {
      keychain.backend = 'basic_text';
    });

    it('asks the user, and stores nothing on disk without consent', async () => {
      const now = secrets();
      expect(await now.keep(URL, KEY)).toMatchObject({ ok: true });
      expect(person.asked).toHaveLength(1);
      expect(person.asked[0]?.buttons).toHaveLength(2);
      expect(await written()).toBeNull();
      expect(now.keptIn).toBe('session');
      expect(await now.read(URL)).toBe(KEY);
      expect(await secrets().read(URL)).toBeNull();
      // The user is asked again for each key.
      await now.keep(URL, `${KEY}2`);
      expect(person.asked).toHaveLength(2);
    });

    it('stores the obfuscated key with the user’s consent, and finds it again', async () => {
      person.answer = 1;
      const now = secrets();
      expect(await now.keep(URL, KEY)).toMatchObject({ ok: true });
      keychain.allowsPlain = false;
      expect(await secrets().read(URL)).toBe(KEY);
    });
  },
);
