import { generateKeyPairSync, sign } from 'node:crypto';

/** A certificate for 127.0.0.1 that nobody vouches for, made anew for each test. DER by hand. */
export function selfSigned(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
  const name = sequence(
    der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('darkslide test')))),
  );
  const time = (year: number) => der(0x18, Buffer.from(`${year}0101000000Z`));
  const loopback = sequence(der(0x87, Buffer.from([127, 0, 0, 1])));
  const extension = (id: string, value: Buffer) => sequence(oid(id), der(0x04, value));
  const toSign = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(time(2020), time(2120)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        extension('551d11', loopback),
        extension('551d13', sequence(der(0x01, Buffer.from([0xff])))),
      ),
    ),
  );
  const signature = sign('sha256', toSign, privateKey);
  const whole = sequence(toSign, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
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
