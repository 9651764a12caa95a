import type { Configuration } from 'electron-builder';
import { createPrivateKey, createPublicKey } from 'node:crypto';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A requirement for publishing, which environment variables fulfil: all variables in at least one of the lists must be
 * set.
 */
interface Need {
  readonly oneOf: readonly (readonly string[])[];
  readonly what: string;
}

const updates: Need = {
  oneOf: [['DARKSLIDE_UPDATE_URL', 'DARKSLIDE_UPDATE_KEYS', 'DARKSLIDE_UPDATE_SIGNING_KEY']],
  what: 'the address of the updates and the keys that sign them',
};
const publisher: Need = {
  oneOf: [['DARKSLIDE_PUBLISHER']],
  what: "the name in the certificate, without which an update's signature is not checked",
};
const certificate: Need = {
  oneOf: [['CSC_LINK'], ['WIN_CSC_LINK'], ['CSC_NAME']],
  what: 'the certificate that signs the package',
};
const notarisation: Need = {
  oneOf: [
    ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
    ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
    ['APPLE_KEYCHAIN_PROFILE'],
  ],
  what: 'the Apple account that requests notarisation',
};

const needs: Readonly<Record<string, readonly Need[]>> = {
  linux: [updates],
  win32: [updates, publisher, certificate],
  darwin: [updates, certificate, notarisation],
};

export interface Settings {
  /** Settings that override electron-builder.yml. */
  readonly config: Configuration;
  /** Sentences that say how the package differs from a release; empty for a release. */
  readonly says: readonly string[];
}

/** Returns the settings of a package that is not for publishing: it runs unsigned and never looks for updates. */
export function localSettings(platform: string, env: Environment): Settings {
  const lacks = platform === 'linux' ? [] : missing(needs[platform] ?? [], env);
  return {
    config: {
      publish: null,
      ...(platform === 'darwin' ? { mac: { notarize: false } } : {}),
    },
    says: [
      'Not for publishing: this package never looks for updates.',
      ...(lacks.length === 0 ? [] : ['It is not signed for other computers.']),
    ],
  };
}

/** Returns the settings of a package for publishing. Throws a sentence for each setting that is missing or wrong. */
export function releaseSettings(platform: string, env: Environment): Settings {
  const lacks = missing(needs[platform] ?? [], env);
  if (lacks.length > 0) throw new Error(`Not built for publishing.\n${lacks.join('\n')}`);
  const url = env['DARKSLIDE_UPDATE_URL'] ?? '';
  if (!url.startsWith('https://')) {
    throw new Error('Not built for publishing: DARKSLIDE_UPDATE_URL does not begin with https://.');
  }
  if (!isOwnKey(env)) {
    throw new Error(
      'Not built for publishing: no key of DARKSLIDE_UPDATE_KEYS belongs to DARKSLIDE_UPDATE_SIGNING_KEY, so packages would refuse the updates that it signs.',
    );
  }
  const publisherName = env['DARKSLIDE_PUBLISHER'] ?? '';
  return {
    config: {
      forceCodeSigning: platform !== 'linux',
      publish: [{ provider: 'generic', url }],
      ...(platform === 'win32' ? { win: { signtoolOptions: { publisherName } } } : {}),
      ...(platform === 'darwin' ? { mac: { notarize: true } } : {}),
    },
    says: [],
  };
}

/** Returns whether the packages contain the public half of a key that signs this release. */
function isOwnKey(env: Environment): boolean {
  const list = (name: string) => (env[name] ?? '').split(/\s+/).filter(Boolean);
  const carried = list('DARKSLIDE_UPDATE_KEYS');
  return list('DARKSLIDE_UPDATE_SIGNING_KEY').some((secret) => {
    const der = { key: Buffer.from(secret, 'base64'), format: 'der', type: 'pkcs8' } as const;
    const { x = '' } = createPublicKey(createPrivateKey(der)).export({ format: 'jwk' });
    return carried.includes(Buffer.from(x, 'base64url').toString('base64'));
  });
}

function missing(wanted: readonly Need[], env: Environment): string[] {
  return wanted
    .filter(({ oneOf }) => !oneOf.some((names) => names.every((name) => (env[name] ?? '') !== '')))
    .map(({ oneOf, what }) => `${oneOf.map((names) => names.join(', ')).join(', or ')}: ${what}.`);
}
