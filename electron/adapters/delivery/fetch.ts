import { rename, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FetchedFile } from '#shared/job.ts';
import type { Clock } from '#electron/base/clock.ts';
import { syncFolder, whileBusy } from '#electron/base/files.ts';
import type { DownloadAnswer, Downloads } from '#electron/adapters/network/downloads.ts';
import {
  damaged,
  fromDisk,
  gone,
  isDiskError,
  isNetworkError,
  isTooLarge,
  lost,
  lostTo,
  stopped,
} from './outcomes.ts';
import { begunPart, openPart, partPaths, removePart } from './part.ts';
import type { Begun } from './part.ts';
import { describeBody } from './response.ts';
import type { Body } from './response.ts';
import type { CheckPicture, Delivery, DeliveryOutcome } from './types.ts';

export interface FetchParts {
  readonly downloads: Downloads;
  readonly check: CheckPicture;
  readonly clock: Clock;
  readonly random: () => number;
}

type FetchRequest = Parameters<Delivery['fetch']>[0];

/** File extensions that differ from the name of the format. */
const extensions: Readonly<Record<string, string>> = {
  jpeg: '.jpg',
  tiff: '.tif',
};

/** See `Delivery.fetch`. Makes one attempt; the queue decides whether and when to retry. */
export async function fetchFile(
  parts: FetchParts,
  request: FetchRequest,
  signal?: AbortSignal,
): Promise<DeliveryOutcome<FetchedFile>> {
  if (basename(request.name) !== request.name) throw new Error(`not a file name: ${request.name}`);
  const file = join(request.folder, request.name);
  try {
    const sha256 = await download(parts, request, file, signal);
    return sha256.ok ? await finish(parts, request, file, sha256.value, signal) : sha256;
  } catch (error) {
    if (signal?.aborted === true) return stopped();
    if (isDiskError(error)) return fromDisk(error, file);
    if (isNetworkError(error)) return lostTo(error);
    throw error;
  }
}

/**
 * Downloads all bytes into the unfinished file, and resumes an earlier attempt if the server
 * supports that.
 */
async function download(
  parts: FetchParts,
  request: FetchRequest,
  file: string,
  signal: AbortSignal | undefined,
): Promise<DeliveryOutcome<string>> {
  const begun = await begunPart(file);
  const first = await attempt(parts, request, file, begun, signal);
  if (first !== 'begin-anew') return first;
  await removePart(file);
  const second = await attempt(parts, request, file, null, signal);
  return second === 'begin-anew' ? lost('the server sent a different part than requested') : second;
}

function attempt(
  parts: FetchParts,
  { url, expect }: FetchRequest,
  file: string,
  begun: Begun | null,
  signal: AbortSignal | undefined,
): Promise<DeliveryOutcome<string> | 'begin-anew'> {
  return parts.downloads.get({ url, kind: expect, resume: begun }, signal, async (answer) => {
    const { statusCode } = answer;
    const body = describeBody(answer, begun?.bytes ?? 0);
    if (body !== null) return receive(parts, file, answer, body);
    if ([403, 404, 410].includes(statusCode)) return gone(statusCode);
    if (begun !== null && (statusCode === 416 || statusCode === 206)) return 'begin-anew';
    return lost(statusCode < 400 ? 'a response without the file' : `HTTP status ${statusCode}`);
  });
}

/** Streams one body to the disk; the outcome's value is the SHA-256 of the complete file. */
async function receive(
  parts: FetchParts,
  file: string,
  answer: DownloadAnswer,
  body: Body,
): Promise<DeliveryOutcome<string>> {
  const part = await openPart(file, body.from, body.validator, parts.random);
  let bytes = body.from;
  try {
    for await (const piece of answer.body) {
      bytes += piece.length;
      part.hash.update(piece);
      await part.handle.appendFile(piece);
    }
    await part.handle.sync();
  } catch (error) {
    // A partial file is only kept if the server can later prove that the missing bytes belong to
    // the same file.
    if (body.validator === null || isDiskError(error) || isTooLarge(error)) await removePart(file);
    throw error;
  } finally {
    await part.handle.close();
  }
  if (body.total !== null && bytes !== body.total) {
    await removePart(file);
    return lost(`${bytes} bytes instead of ${body.total}`);
  }
  return { ok: true, value: part.hash.digest('hex') };
}

/** Checks the file before it gets its final name. */
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
