import { createPublicKey, verify } from 'node:crypto';

/**
 * Returns the content that is signed: the name of the channel file and its bytes. The name ensures that the file of
 * another channel or system is not accepted.
 */
export function signedText(name: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`darkslide release\n${name}\n`), content]);
}

/**
 * Returns whether any line of a signature file (base64, Ed25519) is a valid signature with any of the keys (base64, 32
 * bytes). While a key is being replaced, a release has signatures of both keys.
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

/** Returns whether a key has the right format. */
export function isKey(key: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/u.test(key);
}

function publicKeyOf(key: string) {
  const x = Buffer.from(key, 'base64').toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}
