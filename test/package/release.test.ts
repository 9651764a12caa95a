import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { localSettings, releaseSettings } from '../../build-resources/release.ts';

const pair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    secret: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    open: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64'),
  };
};
const [key, next] = [pair(), pair()];
const updates = {
  DARKSLIDE_UPDATE_URL: 'https://updates.example/darkslide',
  DARKSLIDE_UPDATE_KEYS: `${key.open} ${next.open}`,
  DARKSLIDE_UPDATE_SIGNING_KEY: key.secret,
};
const windows = { ...updates, DARKSLIDE_PUBLISHER: 'Darkslide GmbH', WIN_CSC_LINK: 'cert.pfx' };
const mac = {
  ...updates,
  CSC_NAME: 'Darkslide GmbH',
  APPLE_ID: 'a@darkslide.example',
  APPLE_APP_SPECIFIC_PASSWORD: 'p',
  APPLE_TEAM_ID: 't',
};

describe('a build for publishing', () => {
  it.each([
    ['linux', updates, 'DARKSLIDE_UPDATE_SIGNING_KEY'],
    ['linux', updates, 'DARKSLIDE_UPDATE_KEYS'],
    // without this, the updater on Windows does not check signatures
    ['win32', windows, 'DARKSLIDE_PUBLISHER'],
    ['win32', windows, 'WIN_CSC_LINK'],
    ['darwin', mac, 'CSC_NAME'],
    ['darwin', mac, 'APPLE_TEAM_ID'],
  ])('of %s is refused if a requirement is missing', (platform, env, name) => {
    expect(() => releaseSettings(platform, { ...env, [name]: '' })).toThrow(name);
    expect(releaseSettings(platform, env).says).toEqual([]);
  });

  it('contains the publisher, is signed, and uses an encrypted address', () => {
    expect(releaseSettings('win32', windows).config).toEqual({
      forceCodeSigning: true,
      publish: [{ provider: 'generic', url: updates.DARKSLIDE_UPDATE_URL }],
      win: { signtoolOptions: { publisherName: 'Darkslide GmbH' } },
    });
    expect(releaseSettings('darwin', mac).config).toMatchObject({
      forceCodeSigning: true,
      mac: { notarize: true },
    });
    expect(() =>
      releaseSettings('linux', { ...updates, DARKSLIDE_UPDATE_URL: 'http://updates.example' }),
    ).toThrow('https://');
  });
});

it('a release is not signed with a key that no package contains', () => {
  const env = { ...updates, DARKSLIDE_UPDATE_KEYS: next.open };
  expect(() => releaseSettings('linux', env)).toThrow('DARKSLIDE_UPDATE_KEYS');
});

it('a local build has no requirements, is marked as not for publishing, and never updates itself', () => {
  const { config, says } = localSettings('darwin', {});
  expect(config).toEqual({ publish: null, mac: { notarize: false } });
  expect(says.join(' ')).toMatch(/never looks for updates.*not signed/);
});
