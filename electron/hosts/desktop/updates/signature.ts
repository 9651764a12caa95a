import { createPublicKey, verify } from 'node:crypto';

/**
 * What is signed of a release: the name of its channel file and the content, so that neither the beta
 * nor another system's file passes for this one.
 */
export function signedText(name: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`darkslide release\n${name}\n`), content]);
}

/**
 * Whether one of the lines of a signature file (base64 of ed25519) is by one of the keys (base64 of 32
 * bytes): while a key is replaced, a release is signed with the old one and the new one.
 */
export function isSignedBy(
  keys: readonly string[],
  name: string,
  content: Buffer,
  signatures: string,
): boolean {
  const text = signedText(name, content);
  const lines = signatures.split(/\s+/u).filter((line) => line !== '');
  return lines.some((line) =>
    keys.some((key) => verify(null, text, publicKeyOf(key), Buffer.from(line, 'base64'))),
  );
}

/** Whether a key that was written into the package can be one. */
export function isKey(key: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/u.test(key);
}

function publicKeyOf(key: string) {
  const x = Buffer.from(key, 'base64').toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}
