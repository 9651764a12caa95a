import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Agent } from 'undici';
import { causeText, failure, success, type Outcome } from '#shared/problem.ts';
import type { Clock } from '../base/clock.ts';
import { diskProblem, shortName, unfinishedBeside } from '../base/files.ts';
import { get } from '../delivery/response.ts';
import { createLine, type KeptFiles } from '../images/kept-files.ts';
import type { Images } from '../images/types.ts';
import type { Network } from '../network/network.ts';
import { pictureAgent } from './addresses.ts';

export interface PictureParts {
  readonly images: Pick<Images, 'thumbnail'>;
  readonly files: Pick<KeptFiles, 'get'>;
  /** Origin of the service's address. */
  readonly origin: string;
  /** Absolute path; a picture lies there while it is made small. */
  readonly folder: string;
  readonly network: Network;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Small pictures of templates, from addresses that the service names and nobody vouches for. */
export interface Pictures {
  /**
   * A JPEG of the picture at `address` with a long side of `size` px, made once for a `name` that stays
   * the same as long as the picture does. Problems: download-failed, photo-… for what is no picture, of the disk, aborted.
   */
  get(address: string, name: string, size: number, signal: AbortSignal): Promise<Outcome<string>>;
  close(): Promise<void>;
}

/** Pictures fetched at once. */
const AT_ONCE = 4;
/** ms that one picture may take, redirects and all. */
const DEADLINE = 30_000;
/** Bytes; the largest that the service takes for a scene of one's own is 10M. */
const LARGEST = 12_000_000;
/** ms after a failure in which a picture is not fetched again. */
const REST = 60_000;
/** What is no picture is not even read. What is one is told by its content, not by these. */
const pictureTypes = /^(image\/(?!svg)|application\/octet-stream|binary\/octet-stream|$)/;

export function createPictures(parts: PictureParts): Pictures {
  const { clock, files, images } = parts;
  const closing = new AbortController();
  const agent = pictureAgent(parts.origin, parts.network, closing.signal);
  /** They are looks only; where the network is to be spared those do that are kept. */
  const isSpared = () => parts.network.mode() !== 'normal';
  const line = createLine(AT_ONCE);
  /** By name: monotonic ms until which it counts as not to be had. */
  const failed = new Map<string, number>();

  const make = async (address: string, target: string, size: number, signal: AbortSignal) => {
    if (isSpared()) return notFetched('the network is to be spared');
    const fetched = await fetchPicture(parts, agent, address, signal);
    if (!fetched.ok) return fetched;
    try {
      return await images.thumbnail({ source: fetched.value, target, size }, signal);
    } finally {
      await rm(fetched.value, { force: true });
    }
  };

  return {
    async get(address, name, size, signal) {
      if ((failed.get(name) ?? 0) > clock.mono()) return notFetched('it failed a moment ago');
      const made = await files.get(
        `${createHash('sha256').update(name).digest('hex')}-${size}.jpg`,
        line,
        (target, stop) => make(address, target, size, stop),
        signal,
      );
      if (made.ok) failed.delete(name);
      else if (made.problem.code !== 'aborted' && !isSpared())
        failed.set(name, clock.mono() + REST);
      return made;
    },
    close: () => {
      closing.abort();
      return agent.destroy();
    },
  };
}

/** The absolute path of the picture as it came, to be removed by the caller. */
async function fetchPicture(
  { clock, folder, random }: PictureParts,
  agent: Agent,
  address: string,
  signal: AbortSignal,
): Promise<Outcome<string>> {
  const late = new AbortController();
  const done = new AbortController();
  void clock.sleep(DEADLINE, done.signal).then(() => done.signal.aborted || late.abort());
  let bytes: Outcome<Buffer>;
  try {
    bytes = await readPicture(agent, address, AbortSignal.any([signal, late.signal]));
  } catch (error) {
    if (signal.aborted) return failure('aborted', 'It was stopped.');
    return notFetched(late.signal.aborted ? 'it took too long' : causeText(error));
  } finally {
    done.abort();
  }
  if (!bytes.ok) return bytes;
  const file = unfinishedBeside(join(folder, 'picture'), shortName(random));
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(file, bytes.value, { flag: 'wx' });
    return success(file);
  } catch (error) {
    await rm(file, { force: true });
    return { ok: false, problem: diskProblem(error, file) };
  }
}

/** All bytes of a picture. Throws what the network says. */
async function readPicture(
  agent: Agent,
  address: string,
  signal: AbortSignal,
): Promise<Outcome<Buffer>> {
  const answer = await get(agent, address, {}, signal);
  if (answer.kind === 'refused') return notFetched(answer.reason);
  const { statusCode, headers, body } = answer.response;
  const type = String(headers['content-type'] ?? '').toLowerCase();
  const whyNot =
    statusCode !== 200
      ? `HTTP status ${statusCode}`
      : !pictureTypes.test(type)
        ? `it is ${type.slice(0, 80)}`
        : Number(headers['content-length'] ?? 0) > LARGEST
          ? `more than ${LARGEST} bytes`
          : null;
  if (whyNot !== null) {
    body.destroy();
    return notFetched(whyNot);
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // leaving the loop ends the connection
    if (bytes > LARGEST) return notFetched(`more than ${LARGEST} bytes`);
    chunks.push(chunk);
  }
  return success(Buffer.concat(chunks));
}

function notFetched(detail: string): Outcome<never> {
  return failure('download-failed', 'This picture cannot be had right now.', {
    detail,
  });
}
