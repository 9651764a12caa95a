import { createHash, type Hash } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Agent, type Dispatcher } from 'undici';
import { causeText, failure, type Problem } from '#shared/problem.ts';
import type { Clock } from '../../../base/clock.ts';
import { freeSpace, fullDisk } from '../../../base/files.ts';
import { ProblemError } from '../../../base/problem-error.ts';

import type { SessionNetwork } from '../../../app/session/network.ts';
import { limit } from '../../../base/limit.ts';

/** What a package must turn out to be. */
export interface ExpectedFile {
  /** Bytes. */
  readonly size: number;
  /** base64 */
  readonly sha512: string;
}

/** Gets channel files and packages, over the network as it is set up for all of Darkslide. */
export interface Fetcher {
  /** All bytes of a small file. Throws a `ProblemError`. */
  bytes(url: URL, most: number): Promise<Buffer>;
  /**
   * A package into the file `to`, which is replaced; a connection that is cut is taken up again where it
   * was. `onShare` hears from 0 to 1. Throws a `ProblemError`, or what the disk says.
   */
  file(
    url: URL,
    to: string,
    expected: ExpectedFile,
    onShare: (share: number) => void,
  ): Promise<void>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/** ms for a connection with its tunnel and TLS, and without a byte of an answer. */
const CONNECT = 30_000;
const SILENCE = 60_000;
/** ms for a small file, however slowly it comes. */
const MOST_TIME = 120_000;
/** ms for a package. */
const MOST_FETCHING = 2 * 3_600_000;
const MOST_REDIRECTS = 3;
/** Tries in a row that bring not one byte. */
const MOST_TRIES = 5;
/** Bytes that a package leaves free on the disk, to go on working with. */
const LEAVE = 64 * 2 ** 20;

const headers = { 'cache-control': 'no-cache', accept: '*/*' };

export function createFetcher(network: SessionNetwork['network'], clock: Clock): Fetcher {
  const closing = new AbortController();
  const { signal } = closing;
  const agent = new Agent({
    connect: network.connector(CONNECT, signal),
    headersTimeout: SILENCE,
    bodyTimeout: SILENCE,
    pipelining: 0,
  });

  const get = async (
    url: URL,
    more: Readonly<Record<string, string>>,
    ending: AbortSignal,
  ): Promise<Dispatcher.ResponseData> => {
    let at = url;
    for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
      if (at.protocol !== 'https:') throw leadsAway(at);
      network.checkOnline();
      const response = await agent.request({
        origin: at.origin,
        path: `${at.pathname}${at.search}`,
        method: 'GET',
        headers: { ...headers, ...more },
        signal: ending,
      });
      const { location } = response.headers;
      const isElsewhere = [301, 302, 303, 307, 308].includes(response.statusCode);
      if (!isElsewhere || typeof location !== 'string' || !URL.canParse(location, at.href)) {
        return response;
      }
      discard(response);
      at = new URL(location, at);
    }
    throw leadsAway(at);
  };

  /** One answer into the file, from byte `from` on; the bytes that are there then. */
  const receive = async (
    url: URL,
    part: Part,
    expected: ExpectedFile,
    onShare: (share: number) => void,
    ending: AbortSignal,
  ): Promise<void> => {
    const range: Record<string, string> =
      part.bytes === 0
        ? {}
        : {
            range: `bytes=${part.bytes}-`,
            ...(part.validator === null ? {} : { 'if-range': part.validator }),
          };
    const response = await get(url, range, ending);
    checkStatus(response);
    if (response.statusCode === 200) await part.begin();
    const { etag } = response.headers;
    part.validator = typeof etag === 'string' ? etag : null;
    const from = /^bytes (\d+)-/u.exec(String(response.headers['content-range'] ?? ''))?.[1];
    if (response.statusCode === 206 && Number(from) !== part.bytes) {
      discard(response);
      await part.begin();
      return;
    }
    for await (const chunk of response.body) {
      await part.append(chunk as Buffer);
      if (part.bytes > expected.size) throw tooLong(url);
      onShare(part.bytes / expected.size);
    }
  };

  return {
    async bytes(url, most) {
      const within = limit(clock, signal);
      within.within(MOST_TIME);
      try {
        const response = await get(url, {}, within.signal);
        checkStatus(response);
        const pieces: Buffer[] = [];
        let bytes = 0;
        for await (const chunk of response.body) {
          pieces.push(chunk as Buffer);
          bytes += (chunk as Buffer).length;
          if (bytes > most) throw tooLong(url);
        }
        return Buffer.concat(pieces);
      } catch (error) {
        throw notReached(error);
      } finally {
        within.close();
      }
    },
    async file(url, to, expected, onShare) {
      const free = await freeSpace(dirname(to));
      if (free < expected.size + LEAVE) {
        throw new ProblemError(
          failure(fullDisk(to, `${free} bytes free, ${expected.size + LEAVE} needed`)),
        );
      }
      const part = await openPart(to);
      const within = limit(clock, signal);
      within.within(MOST_FETCHING);
      try {
        for (let tries = 0; ;) {
          const before = part.bytes;
          let trouble: unknown = null;
          try {
            await receive(url, part, expected, onShare, within.signal);
          } catch (error) {
            if (!isNetworkTrouble(error) || within.ended() !== null) throw notReached(error);
            trouble = error;
          }
          if (part.bytes === expected.size) break;
          tries = part.bytes > before ? 0 : tries + 1;
          if (tries > MOST_TRIES) throw part.bytes > 0 ? cut(url) : notReached(trouble);
          await clock.sleep(1000 * 2 ** tries, within.signal);
        }
        if (part.digest() !== expected.sha512) throw damaged(url);
        await part.handle.sync();
      } finally {
        within.close();
        await part.handle.close();
      }
    },
    async close() {
      closing.abort();
      await agent.destroy();
    },
  };
}

/** A package as far as it has come. */
interface Part {
  readonly handle: FileHandle;
  bytes: number;
  /** What proves that a later answer goes on with the same file. */
  validator: string | null;
  append(piece: Buffer): Promise<void>;
  begin(): Promise<void>;
  digest(): string;
}

async function openPart(to: string): Promise<Part> {
  // a new file: nothing that lies under its name is opened
  await rm(to, { force: true });
  const handle = await open(to, 'wx', 0o600);
  let hash: Hash = createHash('sha512');
  const part: Part = {
    handle,
    bytes: 0,
    validator: null,
    async append(piece) {
      for (let at = 0; at < piece.length;) {
        const { bytesWritten } = await handle.write(piece, at, null, part.bytes + at);
        at += bytesWritten;
      }
      hash.update(piece);
      part.bytes += piece.length;
    },
    async begin() {
      if (part.bytes === 0) return;
      await handle.truncate(0);
      hash = createHash('sha512');
      part.bytes = 0;
    },
    digest: () => hash.copy().digest('base64'),
  };
  return part;
}

/** Hangs up on an answer that nobody reads, which its body would report as an error. */
function discard({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => {}).destroy();
}

function checkStatus(response: Dispatcher.ResponseData): void {
  const { statusCode } = response;
  if (statusCode === 200 || statusCode === 206) return;
  discard(response);
  if (statusCode === 404 || statusCode === 410) {
    throw new ProblemError(
      failure(
        'update-missing',
        'There is nothing of this channel where new versions are offered. Darkslide stays as it is and looks again later.',
        { detail: `HTTP status ${statusCode}` },
      ),
    );
  }
  throw unreached(`HTTP status ${statusCode}`);
}

/** The disk's own words have a number of the system; everything else that can be thrown here is the network's. */
function isNetworkTrouble(error: unknown): boolean {
  return !(error instanceof ProblemError) && !isDisk(error);
}

function isDisk(error: unknown): boolean {
  return (
    error instanceof Error &&
    'syscall' in error &&
    ['write', 'open', 'ftruncate', 'fsync'].includes(String(error.syscall))
  );
}

function notReached(error: unknown): unknown {
  if (error instanceof ProblemError || isDisk(error)) return error;
  const problem = (error as { problem?: Problem }).problem;
  // offline, and proxies: these say what a person can do about it
  if (problem !== undefined && /^(offline|proxy-)/u.test(problem.code))
    return new ProblemError(failure(problem));
  return unreached(causeText(error));
}

function unreached(detail: string): ProblemError {
  return new ProblemError(
    failure(
      'update-unreachable',
      'The place where new versions are offered cannot be reached. Darkslide stays as it is and looks again later.',
      { detail },
    ),
  );
}

function leadsAway(at: URL): ProblemError {
  return new ProblemError(
    failure(
      'update-redirected',
      'The place where new versions are offered led to one that is not safe, and was not followed. Nothing was fetched; tell whoever offers the updates.',
      { about: at.origin },
    ),
  );
}

function tooLong(url: URL): ProblemError {
  return new ProblemError(
    failure(
      'update-too-long',
      'More was sent than a new version can be. It was cut off and thrown away; Darkslide stays as it is.',
      { about: nameOf(url) },
    ),
  );
}

function cut(url: URL): ProblemError {
  return new ProblemError(
    failure(
      'update-cut',
      'The new version did not come whole, several times in a row. It was thrown away and is fetched again later.',
      { about: nameOf(url) },
    ),
  );
}

function damaged(url: URL): ProblemError {
  return new ProblemError(
    failure(
      'update-damaged',
      'The new version that came is not what was announced. It was thrown away and nothing was installed.',
      { about: nameOf(url) },
    ),
  );
}

function nameOf(url: URL): string {
  return decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
}
