import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signedText } from '#electron/hosts/desktop/updates/signature.ts';
import { ownRoot } from '../service/self-signed.ts';

export type Answer = Buffer | ((request: IncomingMessage, response: ServerResponse) => void);

/** Signs releases with a private key; the public key is in the package. */
export interface Signer {
  readonly publicKey: string;
  sign(name: string, content: Buffer): Buffer;
}

export function newSigner(): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: rawKey(publicKey),
    sign: (name, content) =>
      Buffer.from(`${sign(null, signedText(name, content), privateKey).toString('base64')}\n`),
  };
}

function rawKey(key: KeyObject): string {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
}

/** Returns a channel file for one AppImage, in the format of electron-builder. */
export function channelFile(version: string, content: Buffer, more = ''): Buffer {
  const name = `Darkslide-${version}.AppImage`;
  const sha512 = createHash('sha512').update(content).digest('base64');
  const lines = [
    `version: ${version}`,
    'files:',
    `  - url: ${name}`,
    `    sha512: ${sha512}`,
    `    size: ${content.length}`,
    `path: ${name}`,
    `sha512: ${sha512}`,
    "releaseDate: '2026-11-20T10:00:00.000Z'",
    more,
  ];
  return Buffer.from(lines.join('\n'));
}

export interface ReleaseServer {
  readonly url: string;
  /** PEM of the root certificate that signed the server's certificate. */
  readonly root: string;
  /** Responses by file name; 404 for all other names. */
  readonly files: Map<string, Answer>;
  /** Names of the requested files, each with the requested range. */
  readonly asked: string[];
  /** Offers a version and its signature. */
  offer(signer: Signer, version: string, content: Buffer, more?: string): void;
  close(): Promise<void>;
}

const root = ownRoot('Release Root');

/** Starts a server of releases with real TLS. */
export async function startReleaseServer(): Promise<ReleaseServer> {
  const files = new Map<string, Answer>();
  const asked: string[] = [];
  const tls = root.vouchesFor({ names: ['127.0.0.1'] });
  const server: Server = createServer(tls, (request, response) => {
    const name = decodeURIComponent((request.url ?? '').split('/').at(-1) ?? '');
    const { range } = request.headers;
    asked.push(range === undefined ? name : `${name} ${range}`);
    const answer = files.get(name);
    if (answer === undefined) response.writeHead(404).end();
    else if (Buffer.isBuffer(answer)) response.end(answer);
    else answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/releases`,
    root: root.cert,
    files,
    asked,
    offer(signer, version, content, more) {
      const file = channelFile(version, content, more);
      files.set('latest-linux.yml', file);
      files.set('latest-linux.yml.sig', signer.sign('latest-linux.yml', file));
      files.set(`Darkslide-${version}.AppImage`, content);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
