import { dirname } from 'node:path';
import { failure } from '#shared/failure.ts';

import type { SessionNetwork } from '../../../app/session/network.ts';
import type { Clock } from '../../../base/clock.ts';
import { freeSpace, fullDisk } from '../../../base/files.ts';
import { limit, type Limit } from '../../../base/limit.ts';
import { ProblemError } from '../../../base/problem-error.ts';
import { cut, damaged, isNetworkTrouble, notReached, tooLong } from './fetch-problems.ts';
import { openRequests, type Requests } from './get.ts';
import {
  openPackageFile,
  receive,
  type ExpectedFile,
  type PackageDownload,
} from './package-file.ts';

/** Downloads channel files and packages, with the network settings of Darkslide. */
export interface Fetcher {
  /** Downloads a small file, at most `most` bytes. Throws a `ProblemError`. */
  bytes(url: URL, most: number): Promise<Buffer>;
  /**
   * Downloads a package to `to`, replacing an existing file, and resumes after an interruption. Calls
   * `onShare` with the progress from 0 to 1. Throws a `ProblemError` or a file system error.
   */
  file(
    url: URL,
    to: string,
    expected: ExpectedFile,
    onShare: (share: number) => void,
  ): Promise<void>;
  /** Aborts running downloads. */
  close(): Promise<void>;
}

/** Time limit in ms for a small file. */
const MOST_TIME = 120_000;
/** Time limit in ms for a package. */
const MOST_FETCHING = 2 * 3_600_000;
/** Maximum number of attempts in a row that receive no bytes. */
const MOST_TRIES = 5;
/** Bytes of disk space that must stay free. */
const LEAVE = 64 * 2 ** 20;

export function createFetcher(network: SessionNetwork['network'], clock: Clock): Fetcher {
  const closing = new AbortController();
  const requests = openRequests(network, closing.signal);

  return {
    async bytes(url, most) {
      const within = limit(clock, closing.signal);
      within.within(MOST_TIME);
      try {
        return await smallFile(requests, url, most, within.signal);
      } catch (error) {
        throw notReached(error);
      } finally {
        within.close();
      }
    },
    async file(url, to, expected, onShare) {
      await checkSpace(to, expected);
      const file = await openPackageFile(to);
      const within = limit(clock, closing.signal);
      within.within(MOST_FETCHING);
      try {
        await receiveAll(requests, { url, file, expected, onShare }, within, clock);
        if (file.digest() !== expected.sha512) throw damaged(url);
        await file.handle.sync();
      } finally {
        within.close();
        await file.handle.close();
      }
    },
    async close() {
      closing.abort();
      await requests.close();
    },
  };
}

async function smallFile(
  requests: Requests,
  url: URL,
  most: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const response = await requests.get(url, {}, signal);
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    pieces.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes > most) throw tooLong(url);
  }
  return Buffer.concat(pieces);
}

async function checkSpace(to: string, { size }: ExpectedFile): Promise<void> {
  const free = await freeSpace(dirname(to));
  if (free >= size + LEAVE) return;
  throw new ProblemError(failure(fullDisk(to, `${free} bytes free, ${size + LEAVE} needed`)));
}

/** Downloads until the file is complete. Waits longer after each attempt that received no bytes. */
async function receiveAll(
  requests: Requests,
  download: PackageDownload,
  within: Limit,
  clock: Clock,
): Promise<void> {
  const { url, file, expected } = download;
  for (let tries = 0; ;) {
    const before = file.bytes;
    let trouble: unknown = null;
    try {
      await receive(requests, download, within.signal);
    } catch (error) {
      if (!isNetworkTrouble(error) || within.ended() !== null) throw notReached(error);
      trouble = error;
    }
    if (file.bytes === expected.size) return;
    tries = file.bytes > before ? 0 : tries + 1;
    if (tries > MOST_TRIES) throw file.bytes > 0 ? cut(url) : notReached(trouble);
    await clock.sleep(1000 * 2 ** tries, within.signal);
  }
}
