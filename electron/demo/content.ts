/** Sends pictures and PSDs over HTTP, completely or from an offset. */
import type { IncomingHttpHeaders } from 'node:http';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';

export type Content =
  | { readonly type: string; readonly tag: string; readonly file: string }
  | { readonly type: string; readonly tag: string; readonly bytes: Buffer };

export interface OpenContent {
  readonly status: 200 | 206 | 416;
  readonly headers: Readonly<Record<string, string>>;
  /** Number of bytes in the body of this answer. */
  readonly length: number;
  /** Reads the first `length` bytes of the body. */
  read(length: number): Readable;
}

/** Returns the offset that `Range: bytes=N-` requests; 0 if the content has changed. */
function firstByte(headers: IncomingHttpHeaders, tag: string): number {
  const range = /^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1];
  const meant = headers['if-range'];
  return range === undefined || (meant !== undefined && meant !== tag) ? 0 : Number(range);
}

/** Prepares the answer to a GET. Rejects if the file is gone. */
export async function openContent(
  content: Content,
  headers: IncomingHttpHeaders,
): Promise<OpenContent> {
  const whole = 'bytes' in content ? content.bytes.length : (await stat(content.file)).size;
  const tag = `"${content.tag}"`;
  const start = firstByte(headers, tag);
  const common = { 'content-type': content.type, etag: tag, 'accept-ranges': 'bytes' };
  if (start > 0 && start >= whole) {
    const range = { ...common, 'content-range': `bytes */${whole}` };
    return { status: 416, headers: range, length: 0, read: () => Readable.from([]) };
  }
  const range = { ...common, 'content-range': `bytes ${start}-${whole - 1}/${whole}` };
  return {
    status: start > 0 ? 206 : 200,
    headers: start > 0 ? range : common,
    length: whole - start,
    read: (length) =>
      'bytes' in content
        ? Readable.from([content.bytes.subarray(start, start + length)])
        : createReadStream(content.file, { start, end: start + length - 1 }),
  };
}
