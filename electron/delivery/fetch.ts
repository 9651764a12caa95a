import { rename, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Agent, Dispatcher } from 'undici';
import type { FetchedFile } from '#shared/job.ts';
import type { Clock } from '#electron/base/clock.ts';
import { syncFolder, whileBusy } from '#electron/base/files.ts';
import type { Network } from '#electron/network/network.ts';
import {
  damaged,
  fromDisk,
  gone,
  isDiskError,
  isNetworkError,
  lost,
  lostTo,
  stopped,
  tooLarge,
} from './outcomes.ts';
import { begunPart, openPart, partPaths, removePart } from './part.ts';
import type { Begun } from './part.ts';
import { describeBody, get } from './response.ts';
import type { Body, FetchTimeouts } from './response.ts';
import type { CheckPicture, Delivery, DeliveryOutcome } from './types.ts';

export interface FetchParts {
  readonly agent: Agent;
  readonly network: Pick<Network, 'checkOnline'>;
  readonly check: CheckPicture;
  readonly clock: Clock;
  readonly random: () => number;
  readonly timeouts: FetchTimeouts;
}

type FetchRequest = Parameters<Delivery['fetch']>[0];

/** Bytes; more than this is not what was ordered. */
const largest = { image: 512 * 2 ** 20, psd: 4 * 2 ** 30 };

/** Where it is not the format itself. */
const extensions: Readonly<Record<string, string>> = {
  jpeg: '.jpg',
  tiff: '.tif',
};

/** See `Delivery.fetch`. One try; whether and when to try again is the queue's business. */
export async function fetchFile(
  parts: FetchParts,
  request: FetchRequest,
  signal?: AbortSignal,
): Promise<DeliveryOutcome<FetchedFile>> {
  if (basename(request.name) !== request.name) throw new Error(`not a file name: ${request.name}`);
  const file = join(request.folder, request.name);
  const limit = new AbortController();
  const done = new AbortController();
  const either = AbortSignal.any([limit.signal, ...(signal === undefined ? [] : [signal])]);
  void parts.clock
    .sleep(parts.timeouts[request.expect], done.signal)
    .then(() => done.signal.aborted || limit.abort());
  try {
    parts.network.checkOnline();
    const sha256 = await download(parts, request, file, either);
    return sha256.ok ? await finish(parts, request, file, sha256.value, signal) : sha256;
  } catch (error) {
    if (signal?.aborted === true) return stopped();
    if (limit.signal.aborted) return lost('it took too long');
    if (isDiskError(error)) return fromDisk(error, file);
    if (isNetworkError(error)) return lostTo(error);
    throw error;
  } finally {
    done.abort();
  }
}

/** Gets all bytes into the unfinished file, going on from an earlier try where the server can. */
async function download(
  parts: FetchParts,
  request: FetchRequest,
  file: string,
  signal: AbortSignal,
): Promise<DeliveryOutcome<string>> {
  const begun = await begunPart(file);
  const first = await attempt(parts, request, file, begun, signal);
  if (first !== 'begin-anew') return first;
  await removePart(file);
  const second = await attempt(parts, request, file, null, signal);
  return second === 'begin-anew' ? lost('the server sends another part than asked for') : second;
}

async function attempt(
  parts: FetchParts,
  request: FetchRequest,
  file: string,
  begun: Begun | null,
  signal: AbortSignal,
): Promise<DeliveryOutcome<string> | 'begin-anew'> {
  const headers: Record<string, string> =
    begun === null ? {} : { range: `bytes=${begun.bytes}-`, 'if-range': begun.validator };
  const answer = await get(parts.agent, request.url, headers, signal);
  if (answer.kind === 'refused') return lost(answer.reason);
  const { response } = answer;
  const { statusCode } = response;
  const body = describeBody(response, begun?.bytes ?? 0);
  if (body === null) {
    await response.body.dump({ limit: 64 * 1024 });
    if ([403, 404, 410].includes(statusCode)) return gone(statusCode);
    if (begun !== null && (statusCode === 416 || statusCode === 206)) return 'begin-anew';
    return lost(statusCode < 400 ? 'an answer without the file' : `HTTP status ${statusCode}`);
  }
  if ((body.total ?? 0) > largest[request.expect]) {
    response.body.destroy();
    return tooLarge(largest[request.expect]);
  }
  return receive(parts, request, file, response, body);
}

/** Streams one body to the disk; the outcome's value is the SHA-256 of the whole file. */
async function receive(
  parts: FetchParts,
  request: FetchRequest,
  file: string,
  response: Dispatcher.ResponseData,
  body: Body,
): Promise<DeliveryOutcome<string>> {
  const limit = largest[request.expect];
  const part = await openPart(file, body.from, body.validator, parts.random);
  let bytes = body.from;
  try {
    for await (const chunk of response.body) {
      const piece = chunk as Buffer;
      bytes += piece.length;
      if (bytes > limit) break;
      part.hash.update(piece);
      await part.handle.appendFile(piece);
    }
    await part.handle.sync();
  } catch (error) {
    // What came is kept only where the server can prove later that it goes on with the same file.
    if (body.validator === null || isDiskError(error)) await removePart(file);
    throw error;
  } finally {
    await part.handle.close();
  }
  if (bytes > limit || (body.total !== null && bytes !== body.total)) {
    await removePart(file);
    return bytes > limit ? tooLarge(limit) : lost(`${bytes} bytes instead of ${body.total}`);
  }
  return { ok: true, value: part.hash.digest('hex') };
}

/** Looks into the file before it gets its name. */
async function finish(
  parts: FetchParts,
  request: FetchRequest,
  file: string,
  sha256: string,
  signal: AbortSignal | undefined,
): Promise<DeliveryOutcome<FetchedFile>> {
  const { part } = partPaths(file);
  const checked = await parts.check(part, request.expect, signal);
  if (!checked.ok) {
    if (signal?.aborted === true) return stopped();
    await removePart(file);
    return damaged(checked.problem.message);
  }
  const { format, width, height } = checked.value;
  if ((format === 'psd') !== (request.expect === 'psd')) {
    await removePart(file);
    return damaged(`a ${format} file`);
  }
  const extension = extensions[format] ?? `.${format}`;
  const target = `${file}${extension}`;
  const { size } = await stat(part);
  await whileBusy(parts.clock, () => rename(part, target), signal);
  await removePart(file);
  await syncFolder(request.folder);
  return { ok: true, value: { file: target, sha256, bytes: size, width, height, extension } };
}
