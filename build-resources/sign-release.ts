import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signedText } from '../electron/hosts/desktop/updates/signature.ts';

/**
 * `node build-resources/sign-release.ts FOLDER`: signs every channel file of a release (latest.yml, beta-mac.yml,
 * latest-linux.yml, …) and writes each signature beside its file. DARKSLIDE_UPDATE_SIGNING_KEY contains the key in PKCS
 * 8 format as base64; while a key is being replaced, it contains both keys, separated by a space. With `--new-key`
 * instead of a folder, prints a new key pair.
 */
const [folder] = process.argv.slice(2);
const keys = (process.env['DARKSLIDE_UPDATE_SIGNING_KEY'] ?? '').split(/\s+/u).filter(Boolean);

if (folder === '--new-key') newKey();
else if (folder === undefined) refuse('The folder of the release is missing.');
else if (keys.length === 0) refuse('DARKSLIDE_UPDATE_SIGNING_KEY holds no key to sign with.');
else await signAll(folder);

async function signAll(release: string): Promise<void> {
  const names = (await readdir(release)).filter((name) => /^(?:latest|beta).*\.yml$/u.test(name));
  if (names.length === 0) return refuse(`${release} contains no channel file.`);
  for (const name of names) {
    const text = signedText(name, await readFile(join(release, name)));
    const lines = keys.map((key) => {
      const der = { key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' } as const;
      return `${sign(null, text, createPrivateKey(der)).toString('base64')}\n`;
    });
    await writeFile(join(release, `${name}.sig`), lines.join(''));
    console.log(`Signed ${name}`);
  }
}

function newKey(): void {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  const open = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  console.log(`DARKSLIDE_UPDATE_SIGNING_KEY=${secret}  # secret: where releases are signed`);
  console.log(`DARKSLIDE_UPDATE_KEYS=${open.toString('base64')}  # where packages are built`);
}

function refuse(why: string): void {
  console.error(why);
  process.exitCode = 2;
}
