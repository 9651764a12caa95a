import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** The content of a certificate. */
export interface CertificateOptions {
  readonly commonName: string;
  /** Host names and IPv4 addresses. */
  readonly names: readonly string[];
  /** The certificate is valid from 1 January of the first year to 1 January of the second. */
  readonly years: readonly [from: number, to: number];
  /** Whether the certificate may sign others. */
  readonly isRoot: boolean;
}

const usual: CertificateOptions = {
  commonName: 'darkslide test',
  names: ['127.0.0.1'],
  years: [2020, 2120],
  isRoot: true,
};

/**
 * Creates a self-signed certificate for 127.0.0.1, a new one for each test. Writes the DER format without a
 * library.
 */
export function selfSigned(wanted: Partial<CertificateOptions> = {}): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const said = { ...usual, ...wanted };
  return asPem(privateKey, made(said, publicKey, { name: said.commonName, key: privateKey }));
}

/** Creates a private root certificate, such as a company's proxy has, and a certificate that it signed. */
export function ownRoot(commonName: string): {
  readonly cert: string;
  vouchesFor(wanted: Partial<CertificateOptions>): Certificate;
} {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const root = { ...usual, commonName, names: [] };
  const by = { name: commonName, key: privateKey };
  return {
    cert: asPem(privateKey, made(root, publicKey, by)).cert,
    vouchesFor(wanted) {
      const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const said = { ...usual, isRoot: false, ...wanted };
      return asPem(own.privateKey, made(said, own.publicKey, by));
    },
  };
}

function made(
  { commonName, names, years, isRoot }: CertificateOptions,
  publicKey: KeyObject,
  by: { readonly name: string; readonly key: KeyObject },
): Buffer {
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
  const named = (text: string) =>
    sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(text)))));
  const time = (year: number) => der(0x18, Buffer.from(`${year}0101000000Z`));
  const alternatives = names.map((name) =>
    isIP(name) === 4
      ? der(0x87, Buffer.from(name.split('.').map(Number)))
      : der(0x82, Buffer.from(name)),
  );
  const extension = (id: string, value: Buffer) => sequence(oid(id), der(0x04, value));
  const toSign = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    // a different serial number for each, so that two certificates of one issuer can be distinguished
    der(0x02, Buffer.from([1, ...publicKey.export({ type: 'spki', format: 'der' }).subarray(-8)])),
    ecdsaWithSha256,
    named(by.name),
    sequence(time(years[0]), time(years[1])),
    named(commonName),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        ...(alternatives.length === 0 ? [] : [extension('551d11', sequence(...alternatives))]),
        extension('551d13', isRoot ? sequence(der(0x01, Buffer.from([0xff]))) : sequence()),
      ),
    ),
  );
  const signature = sign('sha256', toSign, by.key);
  return sequence(toSign, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
}

function asPem(privateKey: KeyObject, whole: Buffer): Certificate {
  const lines = whole.toString('base64').replace(/.{64}(?=.)/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length =
    content.length < 128
      ? [content.length]
      : content.length < 256
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
