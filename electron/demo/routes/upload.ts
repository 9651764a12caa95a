/** The operation upload image (interface: "Asset operations", "Limits"). */
import type { Size } from '#shared/pictures.ts';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Transform } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { BusboyFileStream } from '@fastify/busboy';
import sharp from 'sharp';
import type { Clock } from '#electron/base/clock.ts';
import { uploadLimits } from '#shared/limits.ts';
import type { DemoContext } from '../context.ts';
import { grant, refuse } from '../envelope.ts';
import type { Reply } from '../envelope.ts';
import { isWhole } from '../whole.ts';
import type { Route } from './route.ts';
import { unfinishedBeside } from '#electron/base/files.ts';

interface Upload {
  /** Path of the file that contains the bytes until they are accepted. */
  readonly temporary: string;
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
}

interface UploadFacts extends Size {
  readonly format: string;
  readonly hasExif: boolean;
  readonly hasGps: boolean;
}

const extensions: Readonly<Partial<Record<string, string>>> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
};

/** Writes the uploaded file to disk while hashing it. Rejects if the request ends early. */
async function keep(
  file: BusboyFileStream,
  name: string,
  temporary: string,
): Promise<Reply<Upload>> {
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(file, measure, createWriteStream(temporary, { flags: 'wx' }));
  if (file.truncated) return refuse('The image is larger than 10M.', 4220);
  return grant({ temporary, name, bytes, sha256: hash.digest('hex') });
}

/** The speed in bytes per second at which an upload is read, and the clock for it. */
interface Pace {
  readonly clock: Clock;
  readonly bytes: number;
}

/** Yields the bytes of a request at the given speed, as long as the client is connected. */
async function* paced(message: IncomingMessage, pace: Pace): AsyncGenerator<Buffer> {
  const gone = new AbortController();
  message.once('close', () => {
    // A request closes even if all its bytes were read, so closing alone does not mean a lost client.
    if (!message.complete) gone.abort();
  });
  for await (const piece of message as AsyncIterable<Buffer>) {
    await pace.clock.sleep((piece.length / pace.bytes) * 1000, gone.signal);
    yield piece;
  }
}

/** Reads the field `image` of a multipart form, at the given speed if there is one. */
async function receive(
  message: IncomingMessage,
  temporary: string,
  pace: Pace | undefined,
): Promise<Reply<Upload>> {
  const type = message.headers['content-type'] ?? '';
  if (!/^multipart\/form-data;/i.test(type)) {
    message.resume();
    return refuse('The image must be sent as a multipart form.', 4002, 400);
  }
  const form = new Busboy({
    headers: { ...message.headers, 'content-type': type },
    limits: { files: 1, fileSize: uploadLimits.bytes },
  });
  let kept: Promise<Reply<Upload>> | undefined;
  form.on('file', (field, file, name) => {
    if (field !== 'image' || kept !== undefined) return void file.resume();
    kept = keep(file, name, temporary);
    // Awaited below. Without this handler, a request that ends early would cause an unhandled
    // rejection.
    kept.catch(() => undefined);
  });
  await pipeline(pace === undefined ? message : paced(message, pace), form);
  return (await kept) ?? refuse('The form has no file field "image".', 4003, 400);
}

/** Checks the picture by its content; its file name has no effect. */
async function judge(received: Upload): Promise<Reply<UploadFacts>> {
  const metadata = await sharp(received.temporary)
    .metadata()
    .catch(() => undefined);
  const format = metadata?.format ?? 'unknown';
  if (metadata === undefined || !uploadLimits.formats.some((one) => one === format)) {
    return refuse('The image format is not supported: send png, jpeg, jpg or webp.', 4221);
  }
  if (!(await isWhole(received.temporary, format))) {
    return refuse('The image is incomplete: its end is missing.', 4222);
  }
  const turned = (metadata.orientation ?? 1) >= 5;
  const width = turned ? metadata.height : metadata.width;
  const height = turned ? metadata.width : metadata.height;
  const size = `${width}*${height}`;
  if (Math.min(width, height) <= uploadLimits.sideAbove) {
    return refuse(`Width and height must each be greater than 512 pixels; this is ${size}.`, 4223);
  }
  if (Math.max(width, height) / Math.min(width, height) >= uploadLimits.aspectBelow) {
    return refuse(`The aspect ratio must be less than 2; this is ${size}.`, 4224);
  }
  const exif = metadata.exif;
  return grant({ format, width, height, hasExif: exif !== undefined, hasGps: holdsGps(exif) });
}

/** Returns whether the first directory of an EXIF block points to a GPS directory (tag 0x8825). */
function holdsGps(exif: Buffer | undefined): boolean {
  if (exif === undefined) return false;
  return (
    exif.includes(Buffer.from([0x88, 0x25, 0, 4])) || exif.includes(Buffer.from([0x25, 0x88, 4, 0]))
  );
}

export function uploadRoutes(demo: DemoContext): Route[] {
  async function upload(message: IncomingMessage, bytes: number | undefined): Promise<Reply> {
    const temporary = unfinishedBeside(join(demo.pictures.folders.uploads, 'x'), Math.random);
    try {
      const pace = bytes === undefined ? undefined : { clock: demo.clock, bytes };
      const received = await receive(message, temporary, pace);
      if (!received.ok) return received;
      const judged = await judge(received.value);
      return judged.ok ? await accept(received.value, judged.value) : judged;
    } finally {
      await rm(temporary, { force: true });
    }
  }

  async function accept(received: Upload, judged: UploadFacts): Promise<Reply> {
    const extension = extensions[judged.format] ?? judged.format;
    const file = `${received.sha256}.${extension}`;
    await rename(received.temporary, join(demo.pictures.folders.uploads, file));
    const path = `/cdn/uploads/${demo.store.newId('uploads')}.${extension}`;
    const { name, sha256, bytes } = received;
    const { format, width, height } = judged;
    const [hasExif, hasGps] = [Number(judged.hasExif), Number(judged.hasGps)];
    const about = { name, sha256, bytes, format, width, height, hasExif, hasGps };
    demo.store.insert('uploads', { path, file, ...about, arrivedAt: demo.now() });
    return grant({ image: demo.pictures.address(path) });
  }

  return [
    {
      method: 'POST',
      path: '/asset/upload/image',
      operation: 'upload',
      body: 'form',
      handle: ({ message, pace }) => upload(message, pace),
    },
  ];
}
