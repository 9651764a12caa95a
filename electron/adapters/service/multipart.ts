import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { largestPhoto, openRegular } from '../../base/regular-file.ts';
import { TransportFailure, type WireBody } from './transport.ts';

/** A request body that is ready to send. */
export interface OpenBody {
  readonly headers: Readonly<Record<string, string>>;
  /** Length in bytes. */
  readonly length: number;
  readonly content: string | Readable | null;
  /** Returns the error that stopped the request while the file was read; null if there was none. */
  readonly failure: () => TransportFailure | null;
  close(): Promise<void>;
}

/** Number of bytes read at a time; limits memory for large files. */
const chunkBytes = 256 * 1024;

/**
 * Opens a body for sending. A file is opened, and its length determined, before the client connects, so that no
 * connection is opened for a missing file and the length can be announced. Later, the file is streamed in chunks.
 */
export async function openBody(body: WireBody | null, random: () => number): Promise<OpenBody> {
  if (body === null) return wholeBody(null, {});
  if (body.kind === 'json') return wholeBody(body.text, { 'content-type': 'application/json' });
  let handle: FileHandle;
  try {
    handle = await openRegular(body.path, { most: largestPhoto });
  } catch (error) {
    // The cause is omitted because its message contains the full path, which must not be logged.
    const { code = 'no code' } = error as { code?: string };
    throw new TransportFailure('file', false, `the file could not be opened, ${code}`);
  }
  try {
    return await imageBody(handle, body, random);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function wholeBody(content: string | null, headers: Record<string, string>): OpenBody {
  return {
    headers,
    length: content === null ? 0 : Buffer.byteLength(content),
    content,
    failure: () => null,
    close: () => Promise.resolve(),
  };
}

async function imageBody(
  handle: FileHandle,
  file: Extract<WireBody, { readonly kind: 'image' }>,
  random: () => number,
): Promise<OpenBody> {
  const before = await handle.stat({ bigint: true });
  const size = Number(before.size);
  const boundary = `darkslide-${randomHex(random)}${randomHex(random)}`;
  const head = Buffer.from(
    `--${boundary}\r\n` +
      `content-disposition: form-data; name="image"; filename="${safeFileName(file.name)}"\r\n` +
      `content-type: ${safeType(file.type)}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  let failure: TransportFailure | null = null;

  async function* content(): AsyncGenerator<Uint8Array> {
    try {
      tell(file.onSent, 0, size);
      yield head;
      for (let offset = 0; offset < size;) {
        const piece = Buffer.allocUnsafe(Math.min(chunkBytes, size - offset));
        const { bytesRead } = await handle.read(piece, 0, piece.length, offset);
        if (bytesRead === 0) throw new Error('the file became shorter');
        // The next chunk is read once the connection has accepted this one.
        yield piece.subarray(0, bytesRead);
        offset += bytesRead;
        tell(file.onSent, offset, size);
      }
      // Checked before the closing boundary is sent. If the file has changed, the service never
      // receives a complete body that mixes two versions of the file.
      const after = await handle.stat({ bigint: true });
      if (after.size !== before.size || after.mtimeNs !== before.mtimeNs) {
        throw new Error('the file changed while it was sent');
      }
      yield tail;
    } catch (error) {
      failure = new TransportFailure('file', true, 'the file could not be read', error);
      throw failure;
    }
  }

  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    length: head.length + size + tail.length,
    content: Readable.from(content(), { objectMode: false }),
    failure: () => failure,
    close: () => handle.close(),
  };
}

/** Reports progress. An error in the listener must not stop the upload. */
function tell(
  onSent: ((bytes: number, total: number) => void) | undefined,
  bytes: number,
  total: number,
): void {
  try {
    onSent?.(bytes, total);
  } catch {
    // The listener only displays progress, so its errors are ignored.
  }
}

/**
 * Reduces a file name to ASCII without quotes, line breaks or path separators, so that the name can't
 * inject a header or a second form field.
 */
export function safeFileName(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const dot = base.lastIndexOf('.');
  const plain = (text: string) => text.replace(/[^A-Za-z0-9_-]+/g, '_');
  const stem = plain(dot > 0 ? base.slice(0, dot) : base).slice(0, 80);
  const extension = dot > 0 ? plain(base.slice(dot + 1)).slice(0, 8) : '';
  const named = /[A-Za-z0-9]/.test(stem) ? stem : 'photo';
  return extension === '' ? named : `${named}.${extension}`;
}

function safeType(type: string): string {
  return /^[a-z]+\/[a-z0-9.+-]+$/i.test(type) ? type : 'application/octet-stream';
}

function randomHex(random: () => number): string {
  return Math.floor(random() * 0x1_0000_0000)
    .toString(16)
    .padStart(8, '0');
}
