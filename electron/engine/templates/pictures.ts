import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failure } from '#shared/failure.ts';
import { causeText, success, type Outcome } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import { diskProblem, unfinishedBeside } from '../../base/files.ts';
import { Semaphore } from '../../base/semaphore.ts';
import type { KeptFiles } from '../../adapters/images/kept-files.ts';
import type { Images } from '../../adapters/images/types.ts';
import type { DownloadAnswer, Downloads } from '../../adapters/network/downloads.ts';
import type { Network } from '../../adapters/network/network.ts';

export interface PictureParts {
  readonly images: Pick<Images, 'thumbnail'>;
  readonly files: Pick<KeptFiles, 'get'>;
  /** Absolute path of the folder for pictures that are being scaled. */
  readonly folder: string;
  readonly network: Pick<Network, 'mode'>;
  readonly downloads: Downloads;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Thumbnails of templates, from addresses that the service returns and that are not trusted. */
export interface TemplatePictures {
  /**
   * Returns a JPEG of the picture at `address` with a long side of `size` px, made once per `name`,
   * which must change when the picture does. Problems: picture-unavailable, those of
   * `Images.thumbnail` if the download is not a picture, of the disk, aborted.
   */
  get(address: string, name: string, size: number, signal: AbortSignal): Promise<Outcome<string>>;
}

/** Number of pictures fetched at the same time. */
const AT_ONCE = 4;
/** Time in ms after a failure during which a picture is not fetched again. */
const FAILURE_REST = 60_000;
/**
 * Content types of the responses that are read. The content decides whether a response is a
 * picture, not its type.
 */
const pictureTypes = /^(image\/(?!svg)|application\/octet-stream|binary\/octet-stream|$)/;

export function createPictures(parts: PictureParts): TemplatePictures {
  const { clock, files, images } = parts;
  /** Thumbnails are not essential; with restricted network use, only cached ones are shown. */
  const isSpared = () => parts.network.mode() !== 'normal';
  const atOnce = new Semaphore(AT_ONCE);
  /** Monotonic ms until which a failed picture is not requested again, by name. */
  const failed = new Map<string, number>();

  const make = async (address: string, target: string, size: number, signal: AbortSignal) => {
    if (isSpared()) return notFetched('network use is restricted');
    const fetched = await fetchPicture(parts, address, signal);
    if (!fetched.ok) return fetched;
    try {
      return await images.thumbnail({ source: fetched.value, target, size }, signal);
    } finally {
      await rm(fetched.value, { force: true });
    }
  };

  return {
    async get(address, name, size, signal) {
      if ((failed.get(name) ?? 0) > clock.mono())
        return notFetched('the last attempt failed a moment ago');
      const made = await files.get(
        `${createHash('sha256').update(name).digest('hex')}-${size}.jpg`,
        atOnce,
        (target, stop) => make(address, target, size, stop),
        signal,
      );
      if (made.ok) failed.delete(name);
      else if (made.problem.code !== 'aborted' && !isSpared())
        failed.set(name, clock.mono() + FAILURE_REST);
      return made;
    },
  };
}

/** Downloads a picture; returns the absolute path of the original, to be removed by the caller. */
async function fetchPicture(
  { downloads, folder, random }: PictureParts,
  address: string,
  signal: AbortSignal,
): Promise<Outcome<string>> {
  let bytes: Outcome<Buffer>;
  try {
    bytes = await downloads.get({ url: address, kind: 'preview' }, signal, readPicture);
  } catch (error) {
    if (signal.aborted) return failure('aborted');
    return notFetched(causeText(error));
  }
  if (!bytes.ok) return bytes;
  const file = unfinishedBeside(join(folder, 'picture'), random);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(file, bytes.value, { flag: 'wx' });
    return success(file);
  } catch (error) {
    await rm(file, { force: true });
    return failure(diskProblem(error, file));
  }
}

/** Reads all bytes of a picture. Throws the network's error. */
async function readPicture({
  statusCode,
  headers,
  body,
}: DownloadAnswer): Promise<Outcome<Buffer>> {
  const type = String(headers['content-type'] ?? '').toLowerCase();
  if (statusCode !== 200) return notFetched(`HTTP status ${statusCode}`);
  if (!pictureTypes.test(type)) return notFetched(`it is ${type.slice(0, 80)}`);
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return success(Buffer.concat(chunks));
}

function notFetched(detail: string): Outcome<never> {
  return failure(
    'picture-unavailable',
    {},
    {
      detail,
    },
  );
}
